import type { Output } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { keyOf, type Drafts, type PutDraft, type Typed } from './entries.ts'
import { EntryCell } from './entry-cell.tsx'
import type { Entering } from './use-entering.ts'

type Page = Output<typeof gradesAdmin.grid>
type Row = Page['students']['list'][number]

type EnteredProps = {
  row: Row
  entering: Entering
  drafts: Drafts
  onDraft: PutDraft
  onDown: () => void
  task: Page['tasks'][number]
  cell: Row['cells'][number] | undefined
  reachable: boolean
  /** Its place among all columns, from 1. */
  column: number
  onReach: () => void
}

/** The cell of a student in the column of an offline task. */
export const EnteredCell = ({ row, task, cell, entering, drafts, onDraft, ...more }: EnteredProps) => {
  const place = { task_id: task.id, user_id: row.student.user_id }
  const key = keyOf(place)
  const entered = cell?.entered
  const type = (typed: Typed) =>
    void entering.type(place, typed, {
      version: entering.entries.get(key)?.base_version ?? entered?.version ?? 0,
      max: task.max_score,
      name: row.student.real_name || row.student.nickname,
      isReleased: entered !== undefined && !entered.held && entered.word !== 'blank',
    })
  return (
    <EntryCell
      {...more}
      task={task.id}
      name={`${row.student.real_name || row.student.nickname} ${task.title}`}
      max={task.max_score}
      cell={cell}
      entry={entering.entries.get(key)}
      draft={drafts.get(key)}
      onDraft={(text, problem = false) => onDraft(key, text === null ? undefined : { text, problem })}
      onType={type}
    />
  )
}
