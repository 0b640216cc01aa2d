import { setImmediate as pause } from 'node:timers/promises'
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { storedStrings } from '../../../db/stored-strings.ts'
import { pageOf, type PageRequest } from '../../../db/paging.ts'
import type { Db } from '../../../db/schema.ts'
import type { EnteredImportRowTable, EnteredImportTable } from '../../tables.ts'
import type { Status } from './import-rules.ts'

export type EnteredImport = Selectable<EnteredImportTable>
export type ImportRow = Selectable<EnteredImportRowTable>

// Rows per statement.
const atOnce = 200

/** Keeps a table as it was read. */
export const insertImport = async (
  db: Db,
  values: Omit<Insertable<EnteredImportTable>, 'id'>,
  rows: readonly { line: number; cells: string }[],
): Promise<number> => {
  const { id } = await db.insertInto('entered_imports').values(values).returning('id').executeTakeFirstOrThrow()
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = rows.slice(at, at + atOnce).map(({ line, cells }) => ({
      import_id: id,
      line,
      cells,
      text: null,
      base: null,
      status: null,
      user_id: null,
      word: null,
      score: null,
      seen: null,
      before: null,
      done_version: null,
    }))
    await db.insertInto('entered_import_rows').values(some).execute()
    await pause()
  }
  return id
}

/** An import with its task, its guild and its author. */
export const findImport = (db: Db, id: number) =>
  db
    .selectFrom('entered_imports as i')
    .innerJoin('tasks as t', 't.id', 'i.task_id')
    .innerJoin('guilds as g', 'g.id', 't.guild_id')
    .innerJoin('users as u', 'u.id', 'i.created_by')
    .selectAll('i')
    .select(['t.title as task_title', 't.max_score', 't.guild_id', 'g.name as guild_name', 'u.nickname'])
    .where('i.id', '=', id)
    .executeTakeFirst()

export type FoundImport = NonNullable<Awaited<ReturnType<typeof findImport>>>

/**
 * Moves an import out of one of the given states; false where it is in none of them, so of two concurrent requests one
 * succeeds.
 */
export const moveImport = async (
  db: Db,
  id: number,
  from: readonly EnteredImport['state'][],
  changes: Updateable<EnteredImportTable>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('entered_imports')
    .set(changes)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** All rows, in the order of the file. */
export const allRows = (db: Db, import_id: number): Promise<ImportRow[]> =>
  db.selectFrom('entered_import_rows').selectAll().where('import_id', '=', import_id).orderBy('line').execute()

/** Rewrites rows, 200 per statement. */
export const putRows = async (db: Db, import_id: number, rows: readonly ImportRow[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = rows.slice(at, at + atOnce)
    const lines = some.map(({ line }) => line)
    await db.deleteFrom('entered_import_rows').where('import_id', '=', import_id).where('line', 'in', lines).execute()
    await db.insertInto('entered_import_rows').values(some).execute()
    await pause()
  }
}

/** The first rows as they were read. */
export const firstRows = async (db: Db, import_id: number, limit: number): Promise<string[][]> => {
  const rows = await db
    .selectFrom('entered_import_rows')
    .select('cells')
    .where('import_id', '=', import_id)
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows.map(({ cells }) => storedStrings(cells))
}

/** The number of rows in each status, of rows with a choice that take the table's value, and of written cells. */
export const countRows = async (db: Db, import_id: number) => {
  const counts: Record<Status, number> = { new: 0, changed: 0, same: 0, ask: 0, released: 0, bad: 0 }
  let [taken, written] = [0, 0]
  const rows = await db
    .selectFrom('entered_import_rows')
    .select(['status', sql<number>`count(*)`.as('rows'), sql<number>`count(done_version)`.as('written')])
    .select(sql<number>`count(case when taken then 1 end)`.as('taken'))
    .where('import_id', '=', import_id)
    .where('status', 'is not', null)
    .groupBy('status')
    .execute()
  for (const row of rows) {
    if (row.status) counts[row.status] = Number(row.rows)
    if (row.status === 'ask') taken = Number(row.taken)
    written += Number(row.written)
  }
  return { counts, taken, written }
}

/** A page of the rows in one status, with the current content of their cells and who typed it. */
export const listRows = (db: Db, { id, task_id }: { id: number; task_id: number }, status: Status, page: PageRequest) =>
  pageOf(
    db,
    db
      .selectFrom('entered_import_rows as r')
      .leftJoin('users as student', 'student.id', 'r.user_id')
      .leftJoin('entered_results as e', (join) =>
        join.onRef('e.user_id', '=', 'r.user_id').on('e.task_id', '=', task_id),
      )
      .leftJoin('users as typist', 'typist.id', 'e.entered_by')
      .select(['r.line', 'r.student_no', 'r.typed', 'r.status', 'r.problem', 'r.word', 'r.score', 'r.taken'])
      .select(['student.real_name', 'student.nickname', 'typist.nickname as by'])
      .select(['e.word as now_word', 'e.score as now_score', 'e.entered_at'])
      .where('r.import_id', '=', id)
      .where('r.status', '=', status),
    [{ field: 'line', column: 'r.line', direction: 'asc' }],
    page,
  )

/** Students whose cells an undo left unchanged, 1,000 at most. */
export const leftRows = (db: Db, import_id: number) =>
  db
    .selectFrom('entered_import_rows as r')
    .innerJoin('users', 'users.id', 'r.user_id')
    .select(['r.student_no', 'users.real_name', 'users.nickname'])
    .where('r.import_id', '=', import_id)
    .where('r.was_left', '=', true)
    .orderBy('r.line')
    .limit(1_000)
    .execute()

/** The students of a guild with their numbers and names. */
export const studentsIn = (db: Db, guild_id: number) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select(['gm.user_id', 'users.student_no', 'users.real_name'])
    .where('gm.guild_id', '=', guild_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .limit(5_000)
    .execute()

/** Empties the rows about a person whose data is to be erased, including rows that only name them. */
export const eraseImportRows = async (db: Db, user_id: number): Promise<void> => {
  await db
    .updateTable('entered_import_rows')
    .set({ cells: '[]', student_no: '', typed: '', text: null, before: null, done_version: null })
    .where(
      sql<SqlBool>`(user_id = ${user_id} or (student_no <> '' and student_no in (select users.student_no from users where users.id = ${user_id} union all select users.real_name from users where users.id = ${user_id})))`,
    )
    .execute()
}
