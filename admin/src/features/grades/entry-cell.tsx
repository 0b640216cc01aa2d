import type { GradeCell } from '@tongchuang/contract/grades.admin.ts'
import { useRef } from 'react'
import { useCellKeys } from './use-cell-keys.ts'
import { TypingBox } from './typing-box.tsx'
import { EntryState, TypedMark } from './typed-mark.tsx'
import styles from './entry.module.css'
import type { Entry, Typed } from './use-entering.ts'

/** What is typed and not sent yet, in the one cell where somebody types. */
export type Draft = { key: string; text: string; problem: boolean }

export type EntryCellProps = {
  /** The id of the task. */
  task: number
  name: string
  max: number
  cell: GradeCell | undefined
  entry: Entry | undefined
  draft: Draft | undefined
  reachable: boolean
  onReach: () => void
  onDraft: (text: string | null, problem?: boolean) => void
  onType: (typed: Typed) => void
  onDown: () => void
}

/** A cell of an offline task: typing begins at once, letters are 缺 and 免做 as long as it has not begun. */
export const EntryCell = (props: EntryCellProps) => {
  const { task, name, max, cell, entry, draft, reachable, onReach, onDraft } = props
  const box = useRef<HTMLTableCellElement>(null)
  const isTouched = useRef(false)
  const stands: Typed = entry?.typed ?? {
    word: cell?.entered?.word ?? 'blank',
    score: cell?.entered?.word === 'score' ? cell.score : null,
  }
  const keys = useCellKeys(box, stands, props)
  return (
    <td
      ref={box}
      tabIndex={reachable && !draft ? 0 : -1}
      data-entered={task}
      data-reach={reachable || undefined}
      data-two={entry?.state === 'conflict' || undefined}
      className={`${styles.cell} ${entry ? (styles[entry.state] ?? '') : ''} ${draft?.problem ? styles.wrong : ''}`}
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
          {entry && <EntryState entry={entry} />}
          <TypedMark {...stands} />
        </span>
      )}
    </td>
  )
}
