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
 * Makes other transactions that write about the same thing wait until this one ends. Call it before counting what the
 * message shows: on PostgreSQL two concurrent transactions do not see each other's rows, and the second would store a
 * wrong count. On SQLite transactions never run concurrently.
 */
export const holdAbout = async (db: Db, about: string): Promise<void> => {
  if (isPostgres(db)) await holding(db, { about })
}

/** Corrects the data of a `todo` for everybody who has it; it is no news, so its read state stays. */
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

/** Every `todo` of a kind, in all boxes. */
export const listTodos = async <K extends MessageKind>(
  db: Db,
  kind: K,
): Promise<{ about: string; user_id: number; data: MessageData[K] }[]> =>
  (await todos(db, { kind })).map((row) => ({ ...row, data: JSON.parse(row.data) as MessageData[K] }))

/**
 * Closes the `todo` messages of a person about a thing that is done. Those about `about` are deleted; those about
 * `aside` are only taken out of the box, so that undoing can restore them. Usually there are none, and this is one
 * statement.
 */
export const closeTodos = async (
  db: Db,
  { about, aside, user_id, now }: { about: string; aside: string; user_id: number; now: number },
): Promise<void> => {
  // Deleting the messages also deletes their waiting letters.
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
