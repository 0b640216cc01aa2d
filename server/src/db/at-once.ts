import { Transaction, type ConnectionProvider } from 'kysely'
import { withConnection } from './connection.ts'
import type { Db, Schema } from './schema.ts'

/** PostgreSQL: an earlier statement of this transaction failed. Says that of this one, and not why. */
const isFollowing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02'

/** Kysely sends a statement of a transaction once the one before is answered; through this they go as they come. */
const unqueued = async (db: Db): Promise<Db> => {
  const connection = await withConnection(db, async (one) => one)
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
  const executor = db.getExecutor().withConnectionProvider(provider)
  // A transaction asks for nothing but its executor, as it begins and ends no other.
  const unasked = {} as never
  return new Transaction<Schema>({ executor, config: unasked, driver: unasked, dialect: unasked })
}

/**
 * Several works side by side, as a rule of one transaction: statements that do not wait for each other’s answers travel together, which
 * on PostgreSQL is one way to the database instead of several. Their first statements are sent in the order they stand in.
 * It ends when all have ended, also where one failed: nothing is sent behind the rollback.
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
