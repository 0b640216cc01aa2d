import { setImmediate as pause } from 'node:timers/promises'
import type { GradeCell } from '@tongchuang/contract/grades.admin.ts'
import type { Input } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { byClassName } from '@tongchuang/contract/rules/class-order.ts'
import type { Db } from '../db/schema.ts'
import { elsewhereIn } from '../tasks/sets/elsewhere-store.ts'
import { cellElsewhere, cellOf, enteredCellOf, mean, ownOf, type CellRow, type Counted } from './rules.ts'
import {
  allGradedStudents,
  enteredRows,
  gradedRows,
  gradedStudents,
  gradedTasks,
  MAX_TASKS,
  type EnteredRow,
  type GradedRow,
  type GradedStudent,
  type GradedTask,
} from './store.ts'

export type Selection = Pick<Input<typeof gradesAdmin.grid>, 'type' | 'keyword' | 'class_name' | 'having' | 'set_id'>
type Student = Omit<GradedStudent, 'guild_id' | 'joined_at'>
export type GridRow = {
  student: Student
  /** The student's guilds in the grid, in its order. */
  guild_ids: number[]
  average: number | null
  cells: GradeCell[]
  counted: Counted[]
}
/** The tasks of one column: a single task, or the tasks of a set, at most one of each guild. */
export type Column = { id: number; set_id: number | null; title: string; members: readonly GradedTask[] }
export type Grid = { columns: Column[]; rows: GridRow[]; classes: string[] }

// The number of students read and assembled before other work gets its turn; smaller for tables with more columns than
// a screen has.
const AT_ONCE = 20
const atOnce = (columns: number): number =>
  Math.max(1, Math.floor((AT_ONCE * MAX_TASKS) / Math.max(MAX_TASKS, columns)))

const none: readonly CellRow[] = []

const byRound = (one: GradedRow, other: GradedRow): number => one.round - other.round

/** The rounds of one student by task; most tasks have one, so few need sorting. */
const roundsByTask = (rows: readonly GradedRow[]): ReadonlyMap<number, readonly CellRow[]> => {
  const rounds = new Map<number, GradedRow[]>()
  for (const row of rows) {
    const known = rounds.get(row.task_id)
    if (known) known.push(row)
    else rounds.set(row.task_id, [row])
  }
  for (const some of rounds.values()) if (some.length > 1) some.sort(byRound)
  return rounds
}

/** A student with the time they joined each guild, in the order of the guilds. */
type Member = { student: Student; joined: ReadonlyMap<number, number> }

/** The rounds and entered results of one student; `away`: pairs “user.task” of tasks done in another class. */
type Done = {
  rounds: ReadonlyMap<number, readonly CellRow[]>
  entered: readonly EnteredRow[]
  away: ReadonlySet<string>
}

const cellIn = (
  { student, joined }: Member,
  task: GradedTask,
  { rounds, entered, away }: Done,
  now: number,
): Counted => {
  const mine = rounds.get(task.id) ?? none
  const isAway = away.size > 0 && away.has(`${student.user_id}.${task.id}`) ? cellElsewhere(mine) : undefined
  if (isAway) return isAway
  const cell = cellOf(task, mine, joined.get(task.guild_id) ?? 0, now)
  return task.channel === 'online'
    ? cell
    : enteredCellOf(
        entered.find(({ task_id }) => task_id === task.id),
        cell,
      )
}

const nothing: Counted = { cell: null, percent: null }

/** The cells of a student in some tasks of a column; the one that counts. */
const shownOf = (member: Member, tasks: readonly GradedTask[], done: Done, now: number) =>
  ownOf(tasks.map((task) => ({ task, counted: cellIn(member, task, done, now) })))

/**
 * The cell of a student who did the task in a class they have left since: nothing is expected of them in the class they
 * are in now, and what they did there would stand nowhere.
 */
const leftBehind = (member: Member, tasks: readonly GradedTask[], done: Done, now: number) => {
  const left = tasks.filter(
    ({ id, guild_id, channel }) => channel === 'online' && !member.joined.has(guild_id) && done.rounds.has(id),
  )
  return shownOf(member, left, done, now)
}

const rowOf = (member: Member, columns: readonly Column[], done: Done, now: number): GridRow => {
  const cells: GradeCell[] = []
  const counted = columns.map(({ members }, t) => {
    const here = members.filter(({ guild_id }) => member.joined.has(guild_id))
    const present = shownOf(member, here, done, now)
    const isAway = present?.counted.cell?.mark === 'elsewhere'
    const left = isAway ? leftBehind(member, members, done, now) : undefined
    const own = left?.counted.cell ? left : present
    if (!own) return nothing
    if (own.counted.cell) cells.push({ t, ...(members.length > 1 && { task_id: own.task.id }), ...own.counted.cell })
    return own.counted
  })
  const average = mean(counted.map(({ percent }) => percent))
  return { student: member.student, guild_ids: [...member.joined.keys()], average, cells, counted }
}

/** The task of a cell. */
export const taskOf = (columns: readonly Column[], { t, task_id }: Pick<GradeCell, 't' | 'task_id'>): number =>
  task_id ?? columns[t]?.id ?? 0

/** The students who work on one of these tasks in another class; queried only where a task was given to several. */
const awayIn = async (db: Db, guild_ids: readonly number[], columns: readonly Column[]): Promise<ReadonlySet<string>> =>
  columns.every(({ set_id }) => set_id === null)
    ? new Set()
    : new Set((await elsewhereIn(db, guild_ids)).map(({ user_id, task_id }) => `${user_id}.${task_id}`))

const columnsOf = (tasks: readonly GradedTask[]): Column[] => {
  const columns = new Map<number, GradedTask[]>()
  for (const task of tasks) {
    const place = task.set_id ?? -task.id
    columns.set(place, [...(columns.get(place) ?? []), task])
  }
  return [...columns.values()].flatMap((members) => {
    const [first] = members
    return first ? [{ id: first.id, set_id: first.set_id, title: first.title, members }] : []
  })
}

/** Each student once, with the guilds they are in. */
const membersOf = (rows: readonly GradedStudent[], guild_ids: readonly number[]): Member[] => {
  const places = new Map(guild_ids.map((id, place) => [id, place]))
  const place = ({ guild_id }: GradedStudent): number => places.get(guild_id) ?? 0
  return [...Map.groupBy(rows, ({ user_id }) => user_id).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { guild_id: _, joined_at: __, ...student } = first
    const inOrder = own.length === 1 ? own : own.toSorted((one, other) => place(one) - place(other))
    return [{ student, joined: new Map(inOrder.map(({ guild_id, joined_at }) => [guild_id, joined_at ?? 0])) }]
  })
}

const isMeant = (student: Student, { keyword = '', class_name }: Selection): boolean => {
  if (class_name !== undefined && student.class_name !== class_name) return false
  const word = keyword.trim().toLowerCase()
  return (
    word === '' ||
    [student.nickname, student.real_name, student.student_no ?? ''].some((text) => text.toLowerCase().includes(word))
  )
}

/** Whether the result of a cell is not released; an entered 缺 or 免做 can be held as well as a number. */
export const isHeld = ({ mark, entered }: GradeCell): boolean => entered?.held ?? mark === 'held'

/** Whether a cell is of this kind. */
export const isOf = (cell: GradeCell, having: NonNullable<Selection['having']>): boolean =>
  having === 'late' ? cell.late : having === 'held' ? isHeld(cell) : cell.mark === having

/** Whether a student has a cell of this kind. */
export const has = ({ cells }: GridRow, having: NonNullable<Selection['having']>): boolean =>
  cells.some((cell) => isOf(cell, having))

/** The rows of these students in their order, some at a time. */
async function* rowsOf(
  db: Db,
  guild_ids: readonly number[],
  { columns, members, now }: { columns: readonly Column[]; members: readonly Member[]; now: number },
): AsyncGenerator<GridRow[]> {
  // Most guilds have no offline task; for them entered results are not queried.
  const hasOffline = columns.some(({ members: tasks }) => tasks.some(({ channel }) => channel === 'offline'))
  const away = await awayIn(db, guild_ids, columns)
  const step = atOnce(columns.length)
  for (let at = 0; at < members.length; at += step) {
    const some = members.slice(at, at + step)
    const user_ids = some.map(({ student }) => student.user_id)
    const byStudent = Map.groupBy(await gradedRows(db, guild_ids, user_ids), ({ user_id }) => user_id)
    const typed = hasOffline ? await enteredRows(db, guild_ids, user_ids) : []
    const typedFor = Map.groupBy(typed, ({ user_id }) => user_id)
    yield some.map((member) => {
      const { user_id } = member.student
      const rounds = roundsByTask(byStudent.get(user_id) ?? [])
      return rowOf(member, columns, { rounds, entered: typedFor.get(user_id) ?? [], away }, now)
    })
    await pause()
  }
}

/**
 * The students and tasks of some guilds for the screen; the caller applies `having`, because it counts first. Students
 * are read and assembled in batches: on SQLite a query blocks the process, and a whole grid at once would block it for
 * a third of a second.
 */
export const gridOf = async (
  db: Db,
  guild_ids: readonly number[],
  selection: Selection,
  now: number,
): Promise<Grid> => {
  if (guild_ids.length === 0) return { columns: [], rows: [], classes: [] }
  const students = membersOf(await gradedStudents(db, guild_ids), guild_ids)
  const columns = columnsOf(await gradedTasks(db, guild_ids, selection, MAX_TASKS))
  const members = students.filter(({ student }) => isMeant(student, selection))
  const rows: GridRow[] = []
  for await (const some of rowsOf(db, guild_ids, { columns, members, now })) rows.push(...some)
  const classes = [...new Set(students.map(({ student: { class_name } }) => class_name))]
    .filter((name) => name !== '')
    .toSorted(byClassName)
  return { columns, rows, classes }
}

/**
 * The whole grid of some guilds, for exports: all students by guild and student number, and all tasks or those of the
 * `most` newest columns. The rows come in batches and are never in memory together.
 */
export const wholeGrid = async (
  db: Db,
  guild_ids: readonly number[],
  selection: Selection,
  { now, most }: { now: number; most?: number },
): Promise<{ columns: Column[]; rows: AsyncIterable<GridRow[]> }> => {
  const places = new Map(guild_ids.map((id, place) => [id, place]))
  const placeOf = ({ joined }: Member): number => places.get([...joined.keys()][0] ?? 0) ?? 0
  const members = membersOf(await allGradedStudents(db, guild_ids), guild_ids)
    .filter(({ student }) => isMeant(student, selection))
    .toSorted(
      (one, other) =>
        placeOf(one) - placeOf(other) ||
        byText(one.student.student_no ?? '', other.student.student_no ?? '') ||
        one.student.user_id - other.student.user_id,
    )
  const columns = columnsOf(await gradedTasks(db, guild_ids, selection, most))
  return { columns, rows: rowsOf(db, guild_ids, { columns, members, now }) }
}

const collator = new Intl.Collator('zh-CN', { numeric: true })
const byText = (one: string, other: string): number => collator.compare(one, other)
const nameOf = ({ student }: GridRow): string => student.real_name || student.nickname
// Rows without a number come last in either direction.
const byNumber = (one: number | null, other: number | null, sign: number): number =>
  one === null || other === null ? (one === null ? 1 : 0) - (other === null ? 1 : 0) : (one - other) * sign

export type Order = Pick<Input<typeof gradesAdmin.grid>, 'sort' | 'sort_task' | 'descending'>

/** Rows in the order asked for; equal ones by student number, then by id. */
export const sorted = (
  { rows, columns }: Grid,
  { sort = 'student_no', sort_task, descending = false }: Order,
  /** In display order. */
  guild_ids: readonly number[] = [],
): GridRow[] => {
  const sign = descending ? -1 : 1
  const at = columns.findIndex(({ members }) => members.some(({ id }) => id === sort_task))
  const places = new Map(guild_ids.map((id, place) => [id, place]))
  const placeOf = ({ guild_ids: own }: GridRow): number => places.get(own[0] ?? 0) ?? 0
  const compare: Record<NonNullable<Order['sort']>, (one: GridRow, other: GridRow) => number> = {
    student_no: (one, other) => byText(one.student.student_no ?? '', other.student.student_no ?? '') * sign,
    name: (one, other) => byText(nameOf(one), nameOf(other)) * sign,
    class: (one, other) => byClassName(one.student.class_name ?? '', other.student.class_name ?? '') * sign,
    guild: (one, other) => (placeOf(one) - placeOf(other)) * sign,
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
