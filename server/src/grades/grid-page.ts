import { setImmediate as pause } from 'node:timers/promises'
import type { Input, Output } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import type { App } from '../app-services.ts'
import { pageOfKeyed } from '../db/paging.ts'
import { iso } from '../db/time.ts'
import type { Person } from '../http/session.ts'
import { gridOf, has, isHeld, sorted, taskOf, type Column, type Grid, type GridRow } from './grid.ts'
import { mean } from './rules.ts'
import { shownGuilds, type ShownGuild } from './shown-guilds.ts'

type Page = Output<typeof gradesAdmin.grid>

const kinds = ['missing', 'waiting', 'held', 'returned', 'excused', 'late'] as const

/** The number of students with each kind of cell, counted in one pass over all cells. */
const countsOf = (rows: readonly GridRow[]): Page['counts'] => {
  const counts = { missing: 0, waiting: 0, held: 0, returned: 0, excused: 0, late: 0 }
  for (const { cells } of rows) {
    const found = new Set<string>(cells.map(({ mark }) => mark))
    if (cells.some(({ late }) => late)) found.add('late')
    if (cells.some(isHeld)) found.add('held')
    for (const kind of kinds) if (found.has(kind)) counts[kind] += 1
  }
  return counts
}

/** How many results of each task are held among these students. */
const heldByTask = ({ columns }: Grid, rows: readonly GridRow[]): ReadonlyMap<number, number> => {
  const held = new Map<number, number>()
  for (const { cells } of rows)
    for (const cell of cells) {
      if (!isHeld(cell)) continue
      const id = taskOf(columns, cell)
      held.set(id, (held.get(id) ?? 0) + 1)
    }
  return held
}

const columnOf = (
  { id, set_id, title, members: tasks }: Column,
  held: ReadonlyMap<number, number>,
  guilds: readonly ShownGuild[],
): Omit<Page['tasks'][number], 'average'> => {
  const members = tasks.map((task) => ({
    task_id: task.id,
    guild_id: task.guild_id,
    due_at: iso(task.due_at),
    max_score: task.max_score,
    may_enter: task.channel === 'offline' && guilds.some((guild) => guild.id === task.guild_id && guild.may_enter),
    held: held.get(task.id) ?? 0,
  }))
  const isOffline = tasks.every(({ channel }) => channel === 'offline')
  return {
    id,
    set_id,
    title,
    members,
    type: tasks[0]?.type ?? 'main',
    channel: isOffline ? 'offline' : 'online',
    may_enter: members.some(({ may_enter }) => may_enter),
    hold: tasks.some(({ hold }) => hold),
    due_at: members.flatMap(({ due_at }) => due_at ?? []).toSorted()[0] ?? null,
    max_score: members[0]?.max_score ?? 0,
    held: members.reduce((sum, one) => sum + one.held, 0),
  }
}

const personOf = ({ student }: GridRow) => ({
  user_id: student.user_id,
  nickname: student.nickname,
  real_name: student.real_name,
  student_no: student.student_no ?? '',
  class_name: student.class_name,
})

/** A page of the grid; the numbers beside it are counted over all students found. */
export const gridPage = async (
  app: App,
  { sort, sort_task, descending, limit = 100, after, having, guild_id, ...selection }: Input<typeof gradesAdmin.grid>,
  caller: Person,
): Promise<Page> => {
  const { guilds, left } = await shownGuilds(app, { guild_id, set_id: selection.set_id }, caller)
  const guild_ids = guilds.map(({ id }) => id)
  const grid = await gridOf(app.db, guild_ids, selection, caller.now)
  const all = sorted(grid, { sort, sort_task, descending }, guild_ids)
  // Sorting, counting and writing a large grid take three turns of the event loop, not one.
  await pause()
  const counts = countsOf(all)
  const found = having ? all.filter((row) => has(row, having)) : all
  const held = heldByTask(grid, found)
  const averages = grid.columns.map((_, t) => mean(found.map(({ counted }) => counted[t]?.percent ?? null)))
  const average = mean(found.map((row) => row.average))
  await pause()
  const page = pageOfKeyed([...found.entries()], ([place]) => [place], { limit, ...(after !== undefined && { after }) })
  return {
    guilds,
    guilds_left: left,
    tasks: grid.columns.map((column, t) => ({ ...columnOf(column, held, guilds), average: averages[t] ?? null })),
    classes: grid.classes,
    average,
    counts,
    students: {
      ...page,
      list: page.list.map(([, row]) => ({
        student: personOf(row),
        guild_ids: row.guild_ids,
        average: row.average,
        cells: row.cells,
      })),
    },
  }
}
