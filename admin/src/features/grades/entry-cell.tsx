import { useEffect, useEffectEvent, useRef } from 'react'
import { useCellKeys } from './use-cell-keys.ts'
import { TypingBox } from './typing-box.tsx'
import { EntryState, HeldSign, TypedValue } from './typed-value.tsx'
import styles from './entry.module.css'
import type { EntryCellProps, Typed } from './entries.ts'

/** A cell of an offline task. Typing starts editing at once; before that, letter keys stand for 缺 and 免做. */
export const EntryCell = (props: EntryCellProps) => {
  const { task, name, max, cell, entry, draft, reachable, column, onReach, onDraft } = props
  const box = useRef<HTMLTableCellElement>(null)
  const isTouched = useRef(false)
  const stands: Typed = entry?.typed ?? {
    word: cell?.entered?.word ?? 'blank',
    score: cell?.entered?.word === 'score' ? cell.score : null,
  }
  const keys = useCellKeys(box, stands, props)
  // A row that scrolls out of view and a page that is left take the field away without a blur.
  const leave = useEffectEvent(() => void keys.commit())
  useEffect(() => () => leave(), [])
  return (
    <td
      ref={box}
      aria-colindex={column}
      tabIndex={reachable && !draft ? 0 : -1}
      data-entered={task}
      data-reach={reachable || undefined}
      data-state={entry?.state}
      className={`${styles.cell} ${draft?.problem ? styles.wrong : ''}`}
      onFocus={onReach}
      onKeyDown={draft ? keys.whileTyping : keys.whileIdle}
      onDoubleClick={keys.begin}
      onPointerDown={({ pointerType }) => {
        isTouched.current = pointerType === 'touch'
      }}
      onClick={() => isTouched.current && keys.begin()}
    >
      {draft ? (
        <TypingBox
          name={name}
          max={max}
          draft={draft}
          onChange={(text) => onDraft(text)}
          onBlur={() => keys.commit()}
        />
      ) : (
        <span className={styles.value}>
          {entry ? <EntryState entry={entry} /> : cell?.entered?.held && <HeldSign />}
          <TypedValue {...stands} />
        </span>
      )}
    </td>
  )
}
