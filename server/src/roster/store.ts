import { setImmediate as pause } from 'node:timers/promises'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { inChargeOf } from '../guilds/power-store.ts'
import type { Judgement, Known, Student, Status } from './rules.ts'
import type { RosterImportTable, RosterRowTable } from './tables.ts'

export type RosterImport = Selectable<RosterImportTable>
export type RosterRow = Selectable<RosterRowTable>

// Others get their turn after so many rows: on SQLite a statement holds the process.
const atOnce = 250

/** Keeps a list as it was read. */
export const insertImport = async (
  db: Db,
  values: Insertable<RosterImportTable>,
  rows: readonly { line: number; cells: string }[],
): Promise<number> => {
  const { id } = await db.insertInto('roster_imports').values(values).returning('id').executeTakeFirstOrThrow()
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = rows.slice(at, at + atOnce).map(({ line, cells }) => ({ import_id: id, line, cells }))
    await db.insertInto('roster_rows').values(some).execute()
    await pause()
  }
  return id
}

/** An import somebody may see: their own, or any for administrators. */
export const findImport = (
  db: Db,
  id: number,
  viewer: { user_id: number; is_admin: boolean },
): Promise<(RosterImport & Names) | undefined> =>
  imports(db, viewer).selectAll('i').where('i.id', '=', id).executeTakeFirst()

type Names = { guild_name: string | null; nickname: string }

const imports = (db: Db, { user_id, is_admin }: { user_id: number; is_admin: boolean }) =>
  db
    .selectFrom('roster_imports as i')
    .innerJoin('users as u', 'u.id', 'i.created_by')
    .leftJoin('guilds as g', 'g.id', 'i.guild_id')
    .select(['g.name as guild_name', 'u.nickname'])
    .$if(!is_admin, (query) => query.where('i.created_by', '=', user_id))

export const listImports = (db: Db, viewer: { user_id: number; is_admin: boolean }, request: PageRequest) =>
  pageOf(
    db,
    imports(db, viewer).select(['i.id', 'i.state', 'i.file_name', 'i.row_count', 'i.created_at']),
    [{ field: 'id', column: 'i.id', direction: 'desc' }],
    request,
  )

/** Moves an import on, where it still is in one of these states. */
export const moveImport = async (
  db: Db,
  id: number,
  from: readonly RosterImport['state'][],
  changes: Updateable<RosterImportTable>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('roster_imports')
    .set(changes)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Imports that are under way, for whichever process does them. */
export const openImports = (db: Db): Promise<RosterImport[]> =>
  db
    .selectFrom('roster_imports')
    .selectAll()
    .where('state', 'in', ['applying', 'undoing'])
    .orderBy('id')
    .limit(20)
    .execute()

/** All rows of an import, in the order of the file. */
export const allRows = (db: Db, import_id: number): Promise<Pick<RosterRow, 'line' | 'cells'>[]> =>
  db.selectFrom('roster_rows').select(['line', 'cells']).where('import_id', '=', import_id).orderBy('line').execute()

/** The next rows to be gone through. */
export const openRows = (db: Db, import_id: number, limit: number): Promise<RosterRow[]> =>
  db
    .selectFrom('roster_rows')
    .selectAll()
    .where('import_id', '=', import_id)
    .where('is_done', '=', false)
    .orderBy('line')
    .limit(limit)
    .execute()

export const changeRow = async (
  db: Db,
  { import_id, line }: Pick<RosterRow, 'import_id' | 'line'>,
  changes: Updateable<RosterRowTable>,
): Promise<void> => {
  await db.updateTable('roster_rows').set(changes).where('import_id', '=', import_id).where('line', '=', line).execute()
}

/** Begins to go through the rows anew: for an undo, those where something was done. */
export const reopenRows = async (db: Db, import_id: number): Promise<void> => {
  await db
    .updateTable('roster_rows')
    .set({ is_done: false })
    .where('import_id', '=', import_id)
    .where('did', 'is not', null)
    .execute()
}

/** Writes what a check found; rows it does not speak of, like the heads of columns, are nothing to do. */
export const judgeRows = async (
  db: Db,
  import_id: number,
  judged: readonly { student: Student; judgement: Judgement }[],
): Promise<void> => {
  const own = db.selectFrom('roster_rows').select(['line', 'cells']).where('import_id', '=', import_id)
  const cells = new Map((await own.execute()).map((row) => [row.line, row.cells]))
  const spokenOf = new Set(judged.map(({ student }) => student.line))
  const others = [...cells.keys()].filter((line) => !spokenOf.has(line))
  if (others.length > 0)
    await db
      .updateTable('roster_rows')
      .set({ status: null, problem: '', is_done: true })
      .where('import_id', '=', import_id)
      .where('line', 'in', others)
      .execute()
  await pause()
  for (let at = 0; at < judged.length; at += atOnce) {
    const some = judged.slice(at, at + atOnce)
    const lines = some.map(({ student }) => student.line)
    // A row in one statement with some hundred others instead of one update each.
    await db.deleteFrom('roster_rows').where('import_id', '=', import_id).where('line', 'in', lines).execute()
    const rows = some.map(({ student, judgement: { status, problem, user_id } }) => ({
      import_id,
      ...student,
      cells: cells.get(student.line) ?? '[]',
      status,
      problem: problem ? JSON.stringify(problem) : '',
      user_id,
      is_done: status === 'bad' || status === 'same',
    }))
    await db.insertInto('roster_rows').values(rows).execute()
    await pause()
  }
}

/** How many rows have each status, and how many have been gone through. */
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
    if (is_done) done += Number(count)
  }
  return { counts, done }
}

export const listRows = (db: Db, import_id: number, status: Status | undefined, request: PageRequest) =>
  pageOf(
    db,
    db
      .selectFrom('roster_rows')
      .select(['line', 'student_no', 'real_name', 'class_name', 'gender', 'email', 'status', 'problem'])
      .where('import_id', '=', import_id)
      .where('status', 'is not', null)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? null)),
    [{ field: 'line', direction: 'asc' }],
    request,
  )

/** The first rows as they were read. */
export const firstRows = async (db: Db, import_id: number, limit: number): Promise<string[][]> => {
  const rows = await db
    .selectFrom('roster_rows')
    .select('cells')
    .where('import_id', '=', import_id)
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows.map(({ cells }) => JSON.parse(cells) as string[])
}

/** Students whom an undo left as they are. */
export const leftRows = (db: Db, import_id: number): Promise<Pick<RosterRow, 'student_no' | 'real_name'>[]> =>
  db
    .selectFrom('roster_rows')
    .select(['student_no', 'real_name'])
    .where('import_id', '=', import_id)
    .where('was_left', '=', true)
    .orderBy('line')
    .limit(1_000)
    .execute()

/** Who has one of these numbers or user names, whether they are in the guild and in whose charge; by number or name in lower case. */
export const knownPeople = async (
  db: Db,
  numbers: readonly string[],
  guild_id: number | null,
  importer: Actor,
): Promise<Map<string, Known>> => {
  const known = new Map<string, Known>()
  for (let at = 0; at < numbers.length; at += atOnce) {
    const some = numbers.slice(at, at + atOnce)
    const keys = some.map((number) => number.toLowerCase())
    const rows = await db
      .selectFrom('users as u')
      .select(['u.id', 'u.username_key', 'u.student_no', 'u.real_name', 'u.organization_name', 'u.gender', 'u.status'])
      .select(['u.email', 'u.email_given'])
      .select((eb) => [
        eb
          .exists(
            eb
              .selectFrom('user_roles as r')
              .select('r.user_id')
              .whereRef('r.user_id', '=', 'u.id')
              .where('r.role', '<>', 'student'),
          )
          .as('is_staff'),
        inGuild(guild_id).as('in_guild'),
        sql<number>`case when ${inChargeOf(importer, 'u.id')} then 1 else 0 end`.as('in_charge'),
      ])
      .where((eb) => eb.or([eb('u.student_no', 'in', some), eb('u.username_key', 'in', keys)]))
      .execute()
    for (const { username_key, in_guild, in_charge, is_staff, status, email_given, ...row } of rows) {
      const person = {
        ...row,
        email_given: Boolean(email_given),
        is_staff: Boolean(is_staff),
        is_disabled: status === 'disabled',
        in_guild: in_guild === 1,
        in_charge: in_charge === 1,
      }
      // The number goes before the name: an account may be called what another is numbered.
      if (!known.has(username_key)) known.set(username_key, person)
      if (row.student_no !== null) known.set(row.student_no.toLowerCase(), person)
    }
    await pause()
  }
  return known
}

const inGuild = (guild_id: number | null) => sql<number>`case when exists (
  select 1 from guild_members gm where gm.guild_id = ${guild_id ?? 0} and gm.user_id = u.id and gm.status = 'member') then 1 else 0 end`

/** Whether a student has begun to work in a guild. */
export const hasWorked = async (db: Db, guild_id: number, user_id: number): Promise<boolean> =>
  (await db
    .selectFrom('enrolments')
    .select('id')
    .where('guild_id', '=', guild_id)
    .where('user_id', '=', user_id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** How many more a guild has room for. */
export const placesLeft = async (db: Db, guild_id: number): Promise<number> => {
  const { capacity, member_count } = await db
    .selectFrom('guilds')
    .select(['capacity', 'member_count'])
    .where('id', '=', guild_id)
    .executeTakeFirstOrThrow()
  return capacity === null ? Infinity : capacity - member_count
}
