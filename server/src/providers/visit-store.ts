import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { ProviderVisitTable } from './tables.ts'

export type VisitRow = Selectable<ProviderVisitTable>

/** Records the start of a visit. */
export const addVisit = async (
  db: Db,
  row: Pick<
    Insertable<ProviderVisitTable>,
    | 'provider_id'
    | 'state_hash'
    | 'door'
    | 'user_id'
    | 'browser_hash'
    | 'redirect'
    | 'checks'
    | 'created_at'
    | 'expires_at'
  >,
): Promise<void> => {
  await db
    .insertInto('provider_visits')
    .values({
      ...row,
      answer: null,
      code_hash: null,
      code_expires_at: null,
      used_at: null,
      person: null,
      ticket_hash: null,
      ticket_expires_at: null,
      adopted_at: null,
    })
    .execute()
}

/** Records the return of a visit, once and only from its provider; undefined for anything else. */
export const noteReturn = (
  db: Db,
  given: {
    state_hash: string
    provider_id: number
    answer: string
    code_hash: string
    code_expires_at: number
    now: number
  },
): Promise<VisitRow | undefined> =>
  db
    .updateTable('provider_visits')
    .set({ answer: given.answer, code_hash: given.code_hash, code_expires_at: given.code_expires_at })
    .where('state_hash', '=', given.state_hash)
    .where('provider_id', '=', given.provider_id)
    .where('code_hash', 'is', null)
    .where('expires_at', '>', given.now)
    .returningAll()
    .executeTakeFirst()

/** The visit with a code. */
export const findByCode = (db: Db, code_hash: string): Promise<VisitRow | undefined> =>
  db.selectFrom('provider_visits').selectAll().where('code_hash', '=', code_hash).executeTakeFirst()

/** Uses the code of a visit; false if another request used it first. Also deletes the provider's answer. */
export const useVisit = async (db: Db, id: number, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('provider_visits')
    .set({ used_at: now, answer: null })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Stores the reported person until they have named their account here. */
export const keepPerson = async (
  db: Db,
  id: number,
  given: { person: string; ticket_hash: string; ticket_expires_at: number },
): Promise<void> => {
  await db.updateTable('provider_visits').set(given).where('id', '=', id).execute()
}

/** The visit with the ticket of a first log-in. */
export const findByTicket = (db: Db, ticket_hash: string): Promise<VisitRow | undefined> =>
  db.selectFrom('provider_visits').selectAll().where('ticket_hash', '=', ticket_hash).executeTakeFirst()

/** Uses the ticket of a visit; false if another request used it first. */
export const useTicketOf = async (db: Db, id: number, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('provider_visits')
    .set({ adopted_at: now, person: null })
    .where('id', '=', id)
    .where('adopted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes visits that expired an hour ago, which nobody can continue. */
export const sweepVisits = async (db: Db, now: number): Promise<void> => {
  await db
    .deleteFrom('provider_visits')
    .where('expires_at', '<', now - 3_600_000)
    .execute()
}
