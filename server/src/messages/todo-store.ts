import { sql } from 'kysely'
import { compiled } from '../db/compiled.ts'
import { isPostgres } from '../db/connection.ts'
import type { Db } from '../db/schema.ts'
import { sayUnread } from '../live.ts'
import type { MessageData, MessageKind } from './message-data.ts'

const holding = compiled<{ about: string }, unknown>((db, value) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${value('about')}, 0))`.as('held')),
)

/**
 * Has whoever tells of the same thing wait until this transaction is over. Called before it is counted what is told: of
 * two who count at once on PostgreSQL neither sees what the other writes, and what the second tells would stand. On
 * SQLite nobody else is in a transaction.
 */
export const holdAbout = async (db: Db, about: string): Promise<void> => {
  if (isPostgres(db)) await holding(db, { about })
}

/** Corrects what a `todo` says, for everybody who has it: no news, it stays read. */
export const restateTodo = async <K extends MessageKind>(
  db: Db,
  { kind, about, data }: { kind: K; about: string; data: MessageData[K] },
): Promise<void> => {
  await db
    .updateTable('messages')
    .set({ data: JSON.stringify(data) })
    .where('about', '=', about)
    .where('kind', '=', kind)
    .execute()
}

const todos = compiled<{ kind: string }, { about: string; user_id: number; data: string }>((db, value) =>
  db
    .selectFrom('messages')
    .select(['about', 'user_id', 'data'])
    .where('type', '=', 'todo')
    .where('kind', '=', value('kind')),
)

/** Everything of a kind that asks for something, in all boxes. */
export const listTodos = async <K extends MessageKind>(
  db: Db,
  kind: K,
): Promise<{ about: string; user_id: number; data: MessageData[K] }[]> =>
  (await todos(db, { kind })).map((row) => ({ ...row, data: JSON.parse(row.data) as MessageData[K] }))

/**
 * Removes what asks somebody for something, as it is done: of `aside` the rows stay out of sight since then, to come back where
 * that is undone. One statement where nobody asked for it, which is nearly always.
 */
export const closeTodos = async (
  db: Db,
  { about, aside, user_id, now }: { about: string; aside: string; user_id: number; now: number },
): Promise<void> => {
  // With the letters that wait for them.
  const closed = await db
    .deleteFrom('messages')
    .where('about', 'in', [about, aside])
    .where('type', '=', 'todo')
    .where('user_id', '=', user_id)
    .returningAll()
    .execute()
  const kept = closed.filter((row) => row.about === aside)
  if (kept.length > 0)
    await db
      .insertInto('messages')
      .values(kept.map((row) => ({ ...row, id: undefined, removed_at: row.removed_at ?? now })))
      .execute()
  if (closed.length > 0) await sayUnread(db, [user_id])
}
