import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { send } from '@tongchuang/ui/send.ts'
import { everyPage } from '../../queries/every-page.ts'
import type { Column, Row } from './column-member.ts'
import type { GridFilter } from './queries.ts'

/** Whom a pasted table can be about: line by line the students of the grid, and by name all students. */
export type PastedRows = { rows: readonly Row[]; named: readonly Row[] }
/** Reads them, with their cells in this column alone; `t` is its place in the grid. */
export type ReadPastedRows = (column: Column, t: number) => Promise<PastedRows>

/** All students of a filter in its order, with their cells in one column. */
const everyRow = async (filter: GridFilter, { members }: Column, t: number): Promise<Row[]> => {
  const ids = new Set(members.map(({ task_id }) => task_id))
  return everyPage(async (from) => {
    const { tasks, students } = await send(gradesAdmin.grid, { ...filter, ...from })
    const place = tasks.findIndex((task) => task.members.some(({ task_id }) => ids.has(task_id)))
    const list = students.list.map((row) => ({
      ...row,
      cells: row.cells.flatMap((cell) => (cell.t === place ? [{ ...cell, t }] : [])),
    }))
    return { list, next: students.next }
  })
}

/**
 * Reads the students that the grid does not show, because a filter hides them or the list goes on: a pasted name of one
 * of them is known, and a name that one of them shares is not taken for the student on screen. Undefined where the grid
 * has everybody.
 */
export const pastedRowsOf = (
  { keyword, class_name, having, ...everybody }: GridFilter,
  shown: readonly Row[],
  goesOn: boolean,
): ReadPastedRows | undefined => {
  const filtered = { ...(keyword && { keyword }), ...(class_name && { class_name }), ...(having && { having }) }
  const isFiltered = Object.keys(filtered).length > 0
  if (!goesOn && !isFiltered) return undefined
  return async (column, t) => {
    const named = await everyRow(everybody, column, t)
    if (!goesOn) return { rows: shown, named }
    return { rows: isFiltered ? await everyRow({ ...everybody, ...filtered }, column, t) : named, named }
  }
}
