import { setImmediate as pause } from 'node:timers/promises'
import { sql, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { storedStrings } from '../db/stored-strings.ts'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { inChargeOf } from '../guilds/power-store.ts'
import { guildKey } from './guild-key.ts'
import type { Fixes, Line, Student } from './list-rules.ts'
import type { Judgement, Status } from './rules.ts'
import type { RosterRowTable } from './tables.ts'

export type RosterRow = Selectable<RosterRowTable>

// The batch size after which other work gets a turn: on SQLite a statement blocks the process.
const atOnce = 250

/** Keeps rows as they were read. */
export const insertRows = async (
  db: Db,
  import_id: number,
  rows: readonly Pick<RosterRow, 'line' | 'sheet' | 'place' | 'cells'>[],
): Promise<void> => {
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = rows.slice(at, at + atOnce).map((row) => ({ import_id, ...row }))
    await db.insertInto('roster_rows').values(some).execute()
    await pause()
  }
}

type ReadRow = Line & { sheet: number }

/**
 * The rows of an import as they were read, in the order of the file, some at a time: a list is never in memory as a
 * whole.
 */
export async function* rowsRead(db: Db, import_id: number, sheet: number | null): AsyncGenerator<ReadRow[]> {
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('roster_rows')
      .select(['line', 'sheet', 'place', 'cells', 'fixes'])
      .where('import_id', '=', import_id)
      .where('line', '>', after)
      .$if(sheet !== null, (query) => query.where('sheet', '=', sheet ?? 0))
      .orderBy('line')
      .limit(atOnce)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    yield rows.map(({ cells, fixes, ...row }) => ({
      ...row,
      cells: storedStrings(cells),
      fixes: storedValue(fixes),
    }))
    await pause()
  }
}

/** The next open rows; an undo starts from the last, because a row may build on an earlier one. */
export const openRows = (db: Db, import_id: number, limit: number, order: 'asc' | 'desc'): Promise<RosterRow[]> =>
  db
    .selectFrom('roster_rows')
    .selectAll()
    .where('import_id', '=', import_id)
    .where('is_done', '=', false)
    .orderBy('line', order)
    .limit(limit)
    .execute()

export const changeRow = async (
  db: Db,
  { import_id, line }: Pick<RosterRow, 'import_id' | 'line'>,
  changes: Updateable<RosterRowTable>,
): Promise<void> => {
  await db.updateTable('roster_rows').set(changes).where('import_id', '=', import_id).where('line', '=', line).execute()
}

/** Clears the outcome of the previous check before a new one is stored. */
export const forgetJudgements = async (db: Db, import_id: number): Promise<void> => {
  await db
    .updateTable('roster_rows')
    .set({ status: null, problem: '', is_done: true })
    .where('import_id', '=', import_id)
    .execute()
}

export type Judged = { row: ReadRow; student: Student; judgement: Judgement }

/** Stores the outcome of a check for some rows. */
export const judgeRows = async (db: Db, import_id: number, judged: readonly Judged[]): Promise<void> => {
  if (judged.length === 0) return
  const lines = judged.map(({ row }) => row.line)
  // Deletes and reinserts some hundred rows per statement instead of one update each.
  await db.deleteFrom('roster_rows').where('import_id', '=', import_id).where('line', 'in', lines).execute()
  const rows = judged.map(({ row, student, judgement: { status, problem, user_id } }) => {
    const { guild, sure: _sure, same_as: _same, ...said } = student
    return {
      ...{ import_id, ...said, sheet: row.sheet, guild_key: guildKey(guild) },
      cells: JSON.stringify(row.cells),
      fixes: JSON.stringify(row.fixes),
      ...{ status, problem: problem ? JSON.stringify(problem) : '', user_id },
      is_done: status === 'bad' || status === 'same',
    }
  })
  await db.insertInto('roster_rows').values(rows).execute()
}

/** The prefix of the problems alike to a given one; null where only an identical one is. */
type Likeness = (problem: string) => string | null

const isAlike = (problem: string, likenessOf: Likeness) => {
  const begins = likenessOf(problem)
  return begins === null
    ? sql<SqlBool>`problem = ${problem}`
    : sql<SqlBool>`substr(problem, 1, ${sql.lit(begins.length)}) = ${begins}`
}

/** A row, or with `alike` all rows with a problem like its own. */
export const rowsLike = async (
  db: Db,
  import_id: number,
  line: number,
  alike: boolean,
  likenessOf: Likeness,
): Promise<Pick<RosterRow, 'line' | 'fixes' | 'status' | 'problem'>[]> => {
  const rows = db
    .selectFrom('roster_rows')
    .select(['line', 'fixes', 'status', 'problem'])
    .where('import_id', '=', import_id)
  const one = await rows.where('line', '=', line).executeTakeFirst()
  if (!one || !alike || one.problem === '') return one ? [one] : []
  return rows.where(isAlike(one.problem, likenessOf)).orderBy('line').execute()
}

/** Stores the repairs of some rows. */
export const fixRows = async (
  db: Db,
  import_id: number,
  rows: readonly { line: number; fixes: Fixes }[],
): Promise<void> => {
  // Rows alike get the same repair, so there are few distinct texts, except where each answer contains a name.
  for (const [fixes, own] of Map.groupBy(rows, (row) => JSON.stringify(row.fixes)))
    for (let at = 0; at < own.length; at += atOnce)
      await db
        .updateTable('roster_rows')
        .set({ fixes })
        .where('import_id', '=', import_id)
        .where(
          'line',
          'in',
          own.slice(at, at + atOnce).map(({ line }) => line),
        )
        .execute()
}

/** The rows of these numbers, in lower case, that are not left out, in the order of the list. */
export const rowsOfNumbers = async (db: Db, import_id: number, keys: readonly string[]): Promise<RosterRow[]> => {
  if (keys.length === 0) return []
  return db
    .selectFrom('roster_rows')
    .selectAll()
    .where('import_id', '=', import_id)
    .where(sql<string>`lower(student_no)`, 'in', keys)
    .where('status', '<>', 'bad')
    .orderBy('line')
    .execute()
}

/** The number of rows in each status, and of rows already processed. */
export const countRows = async (
  db: Db,
  import_id: number,
): Promise<{ counts: Record<Status, number>; done: number }> => {
  const rows = await db
    .selectFrom('roster_rows')
    .select(['status', 'is_done', sql<number>`count(*)`.as('count')])
    .where('import_id', '=', import_id)
    .groupBy(['status', 'is_done'])
    .execute()
  const counts = { new: 0, joins: 0, invited: 0, changed: 0, same: 0, bad: 0 }
  let done = 0
  for (const { status, is_done, count } of rows) {
    if (status) counts[status] += Number(count)
    if (is_done && status) done += Number(count)
  }
  return { counts, done }
}

type RowFilter = { status?: Status | undefined; guild?: string | undefined; reader?: Actor | undefined }

/** The rows a check judged, in the order of the file; with `reader`, only of people this user is in charge of now. */
export const listRows = (db: Db, import_id: number, { status, guild, reader }: RowFilter, request: PageRequest) =>
  pageOf(
    db,
    db
      .selectFrom('roster_rows')
      .select([
        'line',
        'sheet',
        'place',
        'student_no',
        'real_name',
        'class_name',
        'gender',
        'email',
        'status',
        'problem',
      ])
      .select(['role', 'guild_key', 'user_id', 'did'])
      .where('import_id', '=', import_id)
      .where('status', 'is not', null)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? null))
      .$if(guild !== undefined, (query) => query.where('guild_key', '=', guild ?? ''))
      .$if(reader !== undefined, (query) => query.where(inChargeOf(reader!, 'roster_rows.user_id'))),
    [{ field: 'line', direction: 'asc' }],
    request,
  )

/** The number of rows of an import with each of these problems or one like it. */
export const countAlike = async (
  db: Db,
  import_id: number,
  problems: readonly string[],
  likenessOf: Likeness,
): Promise<Map<string, number>> => {
  if (problems.length === 0) return new Map()
  const all = db.selectFrom('roster_rows').where('import_id', '=', import_id)
  const count = sql<number>`count(*)`.as('count')
  const same = await all.select(['problem', count]).where('problem', 'in', problems).groupBy('problem').execute()
  const counts = new Map(same.map((row) => [row.problem, Number(row.count)]))
  for (const [begins, own] of Map.groupBy(problems, likenessOf)) {
    if (begins === null) continue
    const { count: alike } = await all.select(count).where(isAlike(begins, likenessOf)).executeTakeFirstOrThrow()
    for (const problem of own) counts.set(problem, Number(alike))
  }
  return counts
}

/** The number of new accounts that are not for students. */
export const countNewStaff = async (db: Db, import_id: number): Promise<number> => {
  const { count } = await db
    .selectFrom('roster_rows')
    .select(sql<number>`count(*)`.as('count'))
    .where('import_id', '=', import_id)
    .where('status', '=', 'new')
    .where('role', '<>', 'student')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The first rows of a sheet, or of all, as they were read. */
export const firstRows = async (
  db: Db,
  import_id: number,
  sheet: number | null,
  limit: number,
): Promise<{ line: number; cells: string[] }[]> => {
  const rows = await db
    .selectFrom('roster_rows')
    .select(['place', 'cells'])
    .where('import_id', '=', import_id)
    .$if(sheet !== null, (query) => query.where('sheet', '=', sheet ?? 0))
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows.map(({ place, cells }) => ({ line: place, cells: storedStrings(cells) }))
}

/** The row at a place of a sheet; empty where there is none. */
export const rowAt = async (db: Db, import_id: number, sheet: number, place: number): Promise<string[]> => {
  const row = await db
    .selectFrom('roster_rows')
    .select('cells')
    .where('import_id', '=', import_id)
    .where('sheet', '=', sheet)
    .where('place', '=', place)
    .executeTakeFirst()
  return row ? storedStrings(row.cells) : []
}

/** Those of these users whose accounts a list has created so far. */
export const madeByList = async (db: Db, import_id: number, user_ids: readonly number[]): Promise<Set<number>> => {
  if (user_ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('roster_rows')
    .select('user_id')
    .where('import_id', '=', import_id)
    .where('user_id', 'in', user_ids)
    .where('status', '=', 'new')
    .where('is_done', '=', true)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id ?? 0))
}
