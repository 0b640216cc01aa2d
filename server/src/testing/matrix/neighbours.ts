import { sql } from 'kysely'
import { aSession } from '../../accounts/factory.ts'
import { putLink } from '../../calendar/store.ts'
import { allTables, type Table } from '../../db/all-tables.ts'
import type { Dialect } from '../../db/connection.ts'
import type { Db } from '../../db/schema.ts'
import { hashToken } from '../../http/session.ts'
import { askExport } from '../../privacy/store.ts'
import { firstBell } from '../test-app.ts'
import { aWorld } from './world.ts'

/** Adds a second world of unrelated people, each with everything an account can have. */
const addNeighbours = async (db: Db): Promise<void> => {
  const { people } = await aWorld(db)
  const created_at = firstBell
  const later = created_at + 86_400_000
  // By coincidence the neighbours have the same secret and recovery codes as existing people, where there are any.
  const { secret } = (await db.selectFrom('second_factors').select('secret').executeTakeFirst()) ?? {
    secret: 'kept secret',
  }
  const codes = await db.selectFrom('recovery_codes').select('code_hash').execute()
  for (const { id: user_id } of Object.values(people)) {
    await aSession(db, { id: user_id }, { now: created_at })
    await aSession(db, { id: user_id }, { audience: 'admin', role: 'teacher', now: created_at })
    const hash = hashToken(`a neighbour ${user_id}`)
    await db.insertInto('second_factors').values({ user_id, secret, confirmed_at: created_at, created_at }).execute()
    for (const { code_hash } of codes)
      await db.insertInto('recovery_codes').values({ user_id, code_hash, used_at: null }).execute()
    await db.insertInto('known_browsers').values({ user_id, browser_hash: hash, created_at }).execute()
    await db
      .insertInto('role_tickets')
      .values({ ticket_hash: hash, user_id, role: 'teacher', expires_at: later, used_at: null })
      .execute()
    await db
      .insertInto('login_challenges')
      .values({ challenge_hash: hash, user_id, role: 'teacher', expires_at: later, used_at: null })
      .execute()
    const nothing = { guild_id: null, task_id: null, submit_id: null, input: '{}' }
    await db
      .insertInto('audit_entries')
      .values({
        ...nothing,
        user_id,
        role: 'student',
        call: '/api/student/export',
        outcome: 'DONE',
        address: '127.0.0.1',
        at: created_at,
      })
      .execute()
    await db.insertInto('digest_days').values({ user_id, day: '2026-10-12' }).execute()
    const message = {
      user_id,
      type: 'notice',
      kind: 'work.hidden',
      data: '{}',
      link: null,
      created_at,
      removed_at: null,
    } as const
    await db
      .insertInto('messages')
      .values({ ...message, read_at: created_at })
      .execute()
    const { id: message_id } = await db
      .insertInto('messages')
      .values({ ...message, read_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('notice_letters').values({ message_id, user_id, immediate: false }).execute()
    await putLink(db, { user_id, nonce: hash, token_hash: hash, created_at }, true)
    await askExport(db, user_id, created_at)
    const refused = { status: 'refused', reason: '换了学校', answer: '先等学期结束', was_open: true } as const
    await db
      .insertInto('deletion_requests')
      .values({ user_id, ...refused, created_at, answered_at: later, answered_by: null, erase_at: null })
      .execute()
  }
}

type Rows = ReadonlyMap<string, string>

const rowsOf = async (
  { name, key }: Table,
  from: Db,
  isMeant: (row: Record<string, unknown>) => boolean = () => true,
): Promise<Rows> => {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(from)
  return new Map(
    rows.filter(isMeant).map((row) => [key.map((column) => String(row[column])).join('/'), JSON.stringify(row)]),
  )
}

const changesOf = async (watched: readonly { table: Table; rows: Rows }[], from: Db): Promise<string[]> => {
  const changed: string[] = []
  for (const { table, rows } of watched) {
    if (rows.size === 0) continue
    const now = await rowsOf(table, from)
    for (const [id, row] of rows)
      if (now.get(id) !== row) changed.push(`${table.name} ${id}: ${row} → ${now.get(id) ?? 'gone'}`)
  }
  return changed
}

// These tables count the likes, replies and answers of other people.
const counted = new Set(['discussions', 'submissions', 'ledger_totals'])

/** Watches the rows of other people, without counts: returns a function that reports which have changed. */
export const watchedOthers = async (
  db: Db,
  dialect: Dialect,
  user_id: number,
): Promise<(db: Db) => Promise<string[]>> => {
  const personal = (await allTables(db, dialect)).filter(
    ({ name, columns }) => !counted.has(name) && columns.some((column) => column.name === 'user_id'),
  )
  const watched: { table: Table; rows: Rows }[] = []
  for (const table of personal) watched.push({ table, rows: await rowsOf(table, db, (row) => row.user_id !== user_id) })
  return (from) => changesOf(watched, from)
}

/** Adds neighbours; returns a function that reports which of their rows have changed. */
export const watchedNeighbours = async (db: Db, dialect: Dialect): Promise<(db: Db) => Promise<string[]>> => {
  const tables = await allTables(db, dialect)
  const before = new Map<string, Rows>()
  for (const table of tables) before.set(table.name, await rowsOf(table, db))
  await addNeighbours(db)
  const theirs: { table: Table; rows: Rows }[] = []
  for (const table of tables) {
    const added = [...(await rowsOf(table, db))].filter(([id]) => !before.get(table.name)?.has(id))
    if (table.key.length > 0) theirs.push({ table, rows: new Map(added) })
  }
  return (from) => changesOf(theirs, from)
}
