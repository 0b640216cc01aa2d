import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useState } from 'react'
import type { ClipboardEvent, ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { entryFor, type Column, type Row } from './column-member.ts'
import { keyOf, type PutDraft } from './entries.ts'
import type { ReadPastedRows } from './pasted-rows.ts'
import { pastedScores, pastedTable, type PastedLine, type PastedScores } from './pasted-scores.ts'
import styles from './pasting.module.css'
import { TypedValue } from './typed-value.tsx'
import type { Entering } from './use-entering.ts'

const Line = ({ line, t }: { line: PastedLine; t: number }) => {
  const { paste } = useTexts().grades
  const { row, named, typed, outcome, write } = line
  const entered = row?.cells.find((one) => one.t === t)
  const stands = { word: entered?.entered?.word ?? 'blank', score: entered?.score ?? null } as const
  return (
    <tr data-outcome={outcome}>
      <th scope="row">{row ? row.student.real_name || row.student.nickname : named || paste.noStudent}</th>
      <td>
        <TypedValue {...stands} />
      </td>
      <td>{write ? <TypedValue {...write.typed} /> : typed}</td>
      <td>{write ? '' : paste.outcomes[outcome]}</td>
    </tr>
  )
}

type Pasted = PastedScores & { title: string; t: number; hold: boolean }

const PasteDialog = ({ pasted, onTake, onClose }: { pasted: Pasted; onTake: () => void; onClose: () => void }) => {
  const { grades } = useTexts()
  const { paste } = grades
  const { title, t, hold, isByName, lines } = pasted
  const count = lines.filter(({ outcome }) => outcome === 'write').length
  const first = lines.find(({ row }) => row)?.row?.student
  return (
    <Dialog
      wide
      title={paste.title(title)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{grades.cancel}</Button>
          <Button tone="primary" blocked={count === 0} onClick={onTake}>
            {paste.take(count)}
          </Button>
        </>
      }
    >
      <p className={styles.how}>
        {isByName ? paste.byName : paste.byOrder(first ? first.real_name || first.nickname : '')}
        {!hold && paste.atOnce}
      </p>
      <table className={styles.lines}>
        <thead>
          <tr>
            {paste.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.at} line={line} t={t} />
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

type Given = {
  rows: readonly Row[]
  /** Reads the students who are not in `rows`; undefined where all are. */
  readRows: ReadPastedRows | undefined
  tasks: readonly Column[]
  focus: { row: number; column: number }
  entering: Entering
  putDraft: PutDraft
}

/**
 * Pasting into a cell of an offline task. One value is typed into the cell; a column copied from a table is shown
 * beside the students first, because its order may be another one.
 */
export const usePasting = ({
  rows,
  readRows,
  tasks,
  focus,
  entering,
  putDraft,
}: Given): {
  onPaste: (event: ClipboardEvent) => void
  dialog: ReactNode
} => {
  const [pasted, setPasted] = useState<Pasted | null>(null)
  const show = async (table: string[][], column: Column, t: number, from: number) => {
    const given = readRows ? await readRows(column, t) : { rows, named: rows }
    const scores = pastedScores(table, { ...given, from, column, t, entries: entering.entries })
    setPasted({ ...scores, title: column.title, t, hold: column.hold })
  }
  const onPaste = (event: ClipboardEvent) => {
    const [column, row, t] = [tasks[focus.column], rows[focus.row], focus.column]
    const cell = column?.may_enter && row && entryFor(column, row, t)
    const table = pastedTable(event.clipboardData.getData('text/plain'))
    if (!column || !cell || table.length === 0) return
    const key = keyOf({ task_id: cell.id, user_id: row.student.user_id })
    if (table.length === 1 && table[0]?.length === 1) {
      if (event.target instanceof HTMLInputElement) return
      event.preventDefault()
      return putDraft(key, { text: (table[0][0] ?? '').slice(0, 12), problem: false })
    }
    event.preventDefault()
    putDraft(key, undefined)
    // If students cannot be read, that has been said, and the table can be pasted again.
    show(table, column, t, focus.row).catch(() => undefined)
  }
  const take = () => {
    for (const { write, row } of pasted?.lines ?? [])
      if (write && row) {
        const name = row.student.real_name || row.student.nickname
        void entering.type(write.place, write.typed, { ...write, name, isReleased: false })
      }
    setPasted(null)
  }
  const dialog = pasted && <PasteDialog pasted={pasted} onTake={take} onClose={() => setPasted(null)} />
  return { onPaste, dialog }
}
