import type { Output } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'

type Page = Output<typeof gradesAdmin.grid>
export type Column = Page['tasks'][number]
export type Row = Page['students']['list'][number]
type Member = Column['members'][number]

/**
 * The task of a column that applies to a student: that of their cell, else of a class they are in; undefined if there
 * is none.
 */
export const memberFor = (
  { members }: Pick<Column, 'members'>,
  { guild_ids, cells }: Pick<Row, 'guild_ids' | 'cells'>,
  t: number,
): Member | undefined => {
  const cell = cells.find((one) => one.t === t)
  return (
    members.find(({ task_id }) => task_id === cell?.task_id) ??
    members.find(({ guild_id }) => guild_ids.includes(guild_id))
  )
}

/** The column to type a result into, with the task and scale of the student's class; undefined if none can be typed. */
export const entryFor = (column: Column, row: Row, t: number): Column | undefined => {
  const member = memberFor(column, row, t)
  if (!member?.may_enter || row.cells.some((cell) => cell.t === t && cell.mark === 'elsewhere')) return undefined
  return { ...column, id: member.task_id, max_score: member.max_score }
}
