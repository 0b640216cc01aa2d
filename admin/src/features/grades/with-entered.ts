import type { Output } from '@tongchuang/contract/call.ts'
import type { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import type { InfiniteData } from '@tanstack/react-query'

type Page = Output<typeof gradesAdmin.grid>
type Saved = Output<typeof enteredResultsAdmin.set>
type Grid = InfiniteData<Page> | undefined

const markOf = ({ word, held }: Saved) => (word !== 'score' ? word : held ? ('held' as const) : ('passed' as const))

/** A page with the typed result inserted; undefined if its student is on another page. */
const pageWith = (page: Page, t: number, task_id: number, saved: Saved): Page | undefined => {
  const { user_id, version, word, score, held } = saved
  if (!page.students.list.some(({ student }) => student.user_id === user_id)) return undefined
  const isOfClasses = (page.tasks[t]?.members.length ?? 0) > 1
  const cell = {
    t,
    ...(isOfClasses && { task_id }),
    ...{ mark: markOf(saved), score, late: false, featured: false, submit_id: null },
  }
  const list = page.students.list.map((row) =>
    row.student.user_id === user_id
      ? { ...row, cells: [...row.cells.filter((one) => one.t !== t), { ...cell, entered: { version, word, held } }] }
      : row,
  )
  return { ...page, students: { ...page.students, list } }
}

const isHeldIn = ({ students }: Page, t: number, user_id: number): boolean =>
  students.list
    .find(({ student }) => student.user_id === user_id)
    ?.cells.some((cell) => cell.t === t && cell.entered?.held) ?? false

/**
 * Inserts the typed result of one student into the grid and updates the number of held results; averages are read again
 * later.
 */
export const withEntered = (task_id: number, saved: Saved) => (grid: Grid) => {
  const t = grid?.pages[0]?.tasks.findIndex(({ members }) => members.some((one) => one.task_id === task_id)) ?? -1
  if (!grid || t === -1) return grid
  const found = grid.pages.find((page) => pageWith(page, t, task_id, saved))
  if (!found) return grid
  const more = Number(saved.held) - Number(isHeldIn(found, t, saved.user_id))
  const pages = grid.pages.map((page) => ({
    ...(pageWith(page, t, task_id, saved) ?? page),
    tasks: page.tasks.map((task, place) =>
      place === t
        ? {
            ...task,
            held: task.held + more,
            members: task.members.map((one) => (one.task_id === task_id ? { ...one, held: one.held + more } : one)),
          }
        : task,
    ),
  }))
  return { ...grid, pages }
}
