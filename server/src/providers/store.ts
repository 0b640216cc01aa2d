import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { LoginProviderTable } from './tables.ts'

/** How many providers a school can have. */
export const mostProviders = 10

export type ProviderRow = Selectable<LoginProviderTable>

/** The providers by id, 10 at most. */
export const listProviders = (db: Db): Promise<ProviderRow[]> =>
  db.selectFrom('login_providers').selectAll().orderBy('id').limit(mostProviders).execute()

/** One provider, enabled or not. */
export const findProvider = (db: Db, id: number): Promise<ProviderRow | undefined> =>
  db.selectFrom('login_providers').selectAll().where('id', '=', id).executeTakeFirst()

/** How many people log in with each provider. */
export const countLinked = async (db: Db): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('identities')
    .select(({ fn }) => ['provider_id', fn.countAll<number>().as('count')])
    .groupBy('provider_id')
    .execute()
  return new Map(rows.map(({ provider_id, count }) => [provider_id, Number(count)]))
}

/** Inserts a provider. */
export const addProvider = (db: Db, row: Insertable<LoginProviderTable>): Promise<{ id: number; version: number }> =>
  db.insertInto('login_providers').values(row).returning(['id', 'version']).executeTakeFirstOrThrow()

/** Changes a provider based on the version that was read; undefined if another save came first. */
export const changeProvider = (
  db: Db,
  id: number,
  version: number,
  changes: Updateable<LoginProviderTable>,
): Promise<{ id: number; version: number } | undefined> =>
  db
    .updateTable('login_providers')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(['id', 'version'])
    .executeTakeFirst()

/** Removes a provider; its identities and visits go with it. False where there is none. */
export const removeProvider = async (db: Db, id: number): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('login_providers').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Records whether a provider responds; the time at which it stopped responding is kept. */
export const noteAnswering = async (db: Db, id: number, answers: boolean, now: number): Promise<void> => {
  await db
    .updateTable('login_providers')
    .set((eb) => ({ asked_at: now, down_since: answers ? null : eb.fn.coalesce('down_since', eb.val(now)) }))
    .where('id', '=', id)
    .execute()
}
