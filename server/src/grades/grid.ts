import { setImmediate as pause } from 'node:timers/promises'
import type { GradeCell } from '@tongchuang/contract/grades.admin.ts'
import type { Input } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import type { Db } from '../db/schema.ts'
import { elsewhereIn } from '../tasks/sets/elsewhere-store.ts'
import { cellElsewhere, cellOf, enteredCellOf, mean, type CellRow, type Counted } from './rules.ts'
import {
  enteredRows,
  gradedRows,
  gradedStudents,
  gradedTasks,
  type EnteredRow,
  type GradedRow,
  type GradedStudent,
  type GradedTask,
} from './store.ts'

export type Selection = Pick<Input<typeof gradesAdmin.grid>, 'type' | 'keyword' | 'class_name' | 'having'>
export type GridRow = { student: GradedStudent; average: number | null; cells: GradeCell[]; counted: Counted[] }
export type Grid = { tasks: GradedTask[]; rows: GridRow[]; classes: string[] }

// So many students are read and put together before others get their turn.
const AT_ONCE = 20

const none: readonly CellRow[] = []

const byRound = (one: GradedRow, other: GradedRow): number => one.round - other.round

/** The rounds of one student by the place of their task; most have one, so that only few are sorted. */
const roundsByTask = (
  rows: readonly GradedRow[],
  places: ReadonlyMap<number, number>,
): readonly (readonly CellRow[] | undefined)[] => {
  const rounds: GradedRow[][] = []
  for (const row of rows) {
    const t = places.get(row.task_id)
    if (t === undefined) continue
    const known = rounds[t]
    if (known) known.push(row)
    else rounds[t] = [row]
  }
  // Tasks without a row leave a hole, which this passes over.
  rounds.forEach((some) => some.length > 1 && some.sort(byRound))
  return rounds
}

const rowOf = (
  student: GradedStudent,
  tasks: readonly GradedTask[],
  {
    rounds,
    entered,
    away,
  }: {
    rounds: readonly (readonly CellRow[] | undefined)[]
    entered: readonly EnteredRow[]
    away: ReadonlySet<string>
  },
  now: number,
): GridRow => {
  const counted = tasks.map((task, t) => {
    const mine = rounds[t] ?? none
    const isAway = away.size > 0 && away.has(`${student.user_id}.${task.id}`) ? cellElsewhere(mine) : undefined
    if (isAway) return isAway
    const cell = cellOf(task, mine, student.joined_at ?? 0, now)
    return task.channel === 'online'
      ? cell
      : enteredCellOf(
          entered.find(({ task_id }) => task_id === task.id),
          cell,
        )
  })
  const cells = counted.flatMap(({ cell }, t) => (cell ? [{ t, ...cell }] : []))
  return { student, average: mean(counted.map(({ percent }) => percent)), cells, counted }
}

/** Who works at which of these tasks in another class; asked only where one of them was given to several. */
const awayIn = async (db: Db, guild_id: number, tasks: readonly GradedTask[]): Promise<ReadonlySet<string>> =>
  tasks.every(({ set_id }) => set_id === null)
    ? new Set()
    : new Set((await elsewhereIn(db, guild_id)).map(({ user_id, task_id }) => `${user_id}.${task_id}`))

const isMeant = (student: GradedStudent, { keyword = '', class_name }: Selection): boolean => {
  if (class_name !== undefined && student.class_name !== class_name) return false
  const word = keyword.trim().toLowerCase()
  return (
    word === '' ||
    [student.nickname, student.real_name, student.student_no ?? ''].some((text) => text.toLowerCase().includes(word))
  )
}

/** Whether a student has such a cell. */
export const has = ({ cells }: GridRow, having: NonNullable<Selection['having']>): boolean =>
  cells.some((cell) => (having === 'late' ? cell.late : cell.mark === having))

/**
 * The students and tasks of a guild; `having` is left to the caller, who counts first. Read and put together some students
 * at a time: on SQLite a query holds the process, and a whole grid at once would hold it for a third of a second.
 */
export const gridOf = async (db: Db, guild_id: number, selection: Selection, now: number): Promise<Grid> => {
  const students = await gradedStudents(db, guild_id)
  const tasks = await gradedTasks(db, guild_id, selection.type)
  const places = new Map(tasks.map(({ id }, t) => [id, t]))
  // Most guilds have no offline task: nothing more is asked for them.
  const hasOffline = tasks.some(({ channel }) => channel === 'offline')
  const away = await awayIn(db, guild_id, tasks)
  const rows: GridRow[] = []
  for (let at = 0; at < students.length; at += AT_ONCE) {
    const some = students.slice(at, at + AT_ONCE).filter((student) => isMeant(student, selection))
    const user_ids = some.map(({ user_id }) => user_id)
    const byStudent = Map.groupBy(await gradedRows(db, guild_id, user_ids), ({ user_id }) => user_id)
    const typed = hasOffline ? await enteredRows(db, guild_id, user_ids) : []
    const typedFor = Map.groupBy(typed, ({ user_id }) => user_id)
    rows.push(
      ...some.map((student) => {
        const rounds = roundsByTask(byStudent.get(student.user_id) ?? [], places)
        return rowOf(student, tasks, { rounds, entered: typedFor.get(student.user_id) ?? [], away }, now)
      }),
    )
    await pause()
  }
  const classes = [...new Set(students.map(({ class_name }) => class_name))]
    .filter((name) => name !== '')
    .toSorted(byText)
  return { tasks, rows, classes }
}

const collator = new Intl.Collator('zh-CN', { numeric: true })
const byText = (one: string, other: string): number => collator.compare(one, other)
const nameOf = ({ student }: GridRow): string => student.real_name || student.nickname
// What has no number comes last, whichever way round.
const byNumber = (one: number | null, other: number | null, sign: number): number =>
  one === null || other === null ? (one === null ? 1 : 0) - (other === null ? 1 : 0) : (one - other) * sign

export type Order = Pick<Input<typeof gradesAdmin.grid>, 'sort' | 'sort_task' | 'descending'>

/** Rows in the order asked for; equal ones by student number, then by id. */
export const sorted = (
  { rows, tasks }: Grid,
  { sort = 'student_no', sort_task, descending = false }: Order,
): GridRow[] => {
  const sign = descending ? -1 : 1
  const at = tasks.findIndex(({ id }) => id === sort_task)
  const compare: Record<NonNullable<Order['sort']>, (one: GridRow, other: GridRow) => number> = {
    student_no: (one, other) => byText(one.student.student_no ?? '', other.student.student_no ?? '') * sign,
    name: (one, other) => byText(nameOf(one), nameOf(other)) * sign,
    average: (one, other) => byNumber(one.average, other.average, sign),
    task: (one, other) => byNumber(one.counted[at]?.percent ?? null, other.counted[at]?.percent ?? null, sign),
  }
  return rows.toSorted(
    (one, other) =>
      compare[sort](one, other) ||
      byText(one.student.student_no ?? '', other.student.student_no ?? '') ||
      one.student.user_id - other.student.user_id,
  )
}
