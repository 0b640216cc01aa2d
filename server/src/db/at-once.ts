import { Transaction, type ConnectionProvider } from 'kysely'
import { withConnection } from './connection.ts'
import type { Db, Schema } from './schema.ts'

/** PostgreSQL: the error of a statement in a transaction that had already failed. It does not tell the cause. */
const isFollowing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02'

/**
 * Kysely sends a statement of a transaction only after the previous one is answered; this transaction sends them
 * immediately.
 */
const unqueued = async (db: Db): Promise<Db> => {
  const connection = await withConnection(db, async (one) => one)
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
  const executor = db.getExecutor().withConnectionProvider(provider)
  // The transaction needs only its executor, because it never begins or ends another.
  const unasked = {} as never
  return new Transaction<Schema>({ executor, config: unasked, driver: unasked, dialect: unasked })
}

/**
 * Runs several functions side by side, usually in one transaction: statements that do not wait for each other’s answers
 * are sent together, which on PostgreSQL takes one round trip instead of several. Their first statements are sent in
 * the given order. It ends when all have ended, even if one failed: nothing is sent after the rollback.
 */
export const atOnce = async <R extends readonly unknown[]>(
  db: Db,
  works: readonly [...{ [I in keyof R]: (db: Db) => Promise<R[I]> }],
): Promise<R> => {
  const open = db.isTransaction ? await unqueued(db) : db
  const begun = works.map((work) => work(open))
  const outcomes = await Promise.allSettled(begun)
  const errors = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (errors.length > 0) throw errors.find((error) => !isFollowing(error)) ?? errors[0]
  return (await Promise.all(begun)) as unknown as R
}
