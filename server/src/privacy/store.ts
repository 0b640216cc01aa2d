import { sql, type Selectable, type SqlBool } from 'kysely'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import type { DataExportTable, DeletionRequestTable } from './tables.ts'

export type DataExport = Selectable<DataExportTable>
export type DeletionRequest = Selectable<DeletionRequestTable>

/** The last export a person requested. */
export const lastExport = (db: Db, user_id: number): Promise<DataExport | undefined> =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Requests an export. */
export const askExport = async (db: Db, user_id: number, now: number): Promise<void> => {
  await db
    .insertInto('data_exports')
    .values({ user_id, status: 'waiting', created_at: now, finished_at: null })
    .execute()
}

/** An export by id. */
export const findExport = (db: Db, id: number): Promise<DataExport | undefined> =>
  db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst()

/** Exports in a state that they reached before a given time, oldest first. */
export const exportsWith = (
  db: Db,
  status: DataExport['status'],
  before: number,
  limit: number,
): Promise<DataExport[]> =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('status', '=', status)
    .where(({ fn }) => fn.coalesce('finished_at', 'created_at'), '<=', before)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Stores the outcome of an export; false if it is gone. */
export const setExport = async (
  db: Db,
  id: number,
  change: Partial<Pick<DataExport, 'status' | 'key' | 'size' | 'finished_at'>>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db.updateTable('data_exports').set(change).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a person's ready exports before the given one as gone, because only the last is shown; returns their keys. */
export const dropEarlierExports = async (
  db: Db,
  { id, user_id }: Pick<DataExport, 'id' | 'user_id'>,
): Promise<string[]> => {
  const earlier = await db
    .selectFrom('data_exports')
    .select('key')
    .where('user_id', '=', user_id)
    .where('id', '<', id)
    .where('status', '=', 'ready')
    .execute()
  await db
    .updateTable('data_exports')
    .set({ status: 'gone', key: '' })
    .where('user_id', '=', user_id)
    .where('id', '<', id)
    .where('status', '=', 'ready')
    .execute()
  return earlier.map(({ key }) => key)
}

/** The last request of a person. */
export const lastRequest = (db: Db, user_id: number): Promise<DeletionRequest | undefined> =>
  db
    .selectFrom('deletion_requests')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Locks a person's deletion request that can still be answered or called off until the transaction ends, and returns
 * its current state: of two administrators the second sees what the first decided. Call it before locking the account,
 * which both write.
 */
export const holdRequest = (db: Db, user_id: number): Promise<DeletionRequest | undefined> =>
  db
    .updateTable('deletion_requests')
    .set((to) => ({ status: to.ref('status') }))
    .where('user_id', '=', user_id)
    .where('status', 'in', ['open', 'approved'])
    .returningAll()
    .executeTakeFirst()

/** Opens a request; false where one is open or approved already. */
export const openRequest = async (
  db: Db,
  { user_id, reason, now }: { user_id: number; reason: string; now: number },
): Promise<boolean> =>
  (await db
    .insertInto('deletion_requests')
    .values({
      user_id,
      status: 'open',
      reason,
      created_at: now,
      answered_by: null,
      answered_at: null,
      erase_at: null,
      erased_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

type Move = {
  user_id: number
  from: DeletionRequest['status'][]
  set: Partial<Omit<DeletionRequest, 'id' | 'user_id' | 'created_at'>>
}

/** Changes a person's request if it is in one of the states of `from`; returns whether there was one. */
export const moveRequest = async (db: Db, { user_id, from, set }: Move): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('deletion_requests')
    .set(set)
    .where('user_id', '=', user_id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The people whose data is due for erasure; never those whose account is open, for whatever reason. */
export const dueForErasure = async (db: Db, now: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('deletion_requests')
    .select('user_id')
    .where('status', '=', 'approved')
    .where('erase_at', '<=', now)
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('users.id').where('users.status', '=', 'disabled'))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export type Listed = Pick<DeletionRequest, 'reason' | 'erase_at'> & {
  id: number
  user_id: number
  username: string
  nickname: string
  real_name: string
  status: DeletionRequest['status']
  created_at: number
  last_login_at: number | null
}

/** Requests in a state, oldest first. */
export const listRequests = (db: Db, status: DeletionRequest['status'], page: PageRequest): Promise<Page<Listed>> =>
  pageOf(
    db,
    db
      .selectFrom('deletion_requests as d')
      .innerJoin('users as u', 'u.id', 'd.user_id')
      .select([
        'd.id',
        'd.user_id',
        'u.username',
        'u.nickname',
        'u.real_name',
        'd.status',
        'd.reason',
        'd.created_at',
        'd.erase_at',
        'u.last_login_at',
      ])
      .where('d.status', '=', status),
    [{ field: 'id', column: 'd.id', direction: 'asc' }],
    page,
  )

export type Unused = { id: number; username: string; nickname: string; real_name: string; last_login_at: number | null }

/**
 * Students' accounts that nobody has logged into since a given time, by id; without staff and accounts being deleted.
 */
export const listUnused = (db: Db, since: number, page: PageRequest): Promise<Page<Unused>> =>
  pageOf(
    db,
    db
      .selectFrom('users as u')
      .select(['u.id', 'u.username', 'u.nickname', 'u.real_name', 'u.last_login_at'])
      .where('u.status', '=', 'normal')
      .where(isUnused(since)),
    [{ field: 'id', column: 'u.id', direction: 'asc' }],
    page,
  )

const isUnused = (since: number) =>
  sql<SqlBool>`coalesce(u.last_login_at, u.created_at) < ${since}
    and not exists (select 1 from user_roles as r where r.user_id = u.id and r.role <> 'student')
    and not exists (select 1 from deletion_requests as d where d.user_id = u.id and d.status in ('open', 'approved', 'erased'))`

/** Whether an account is such an unused one. */
export const isUnusedSince = async (db: Db, user_id: number, since: number): Promise<boolean> =>
  (await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', user_id)
    .where('u.status', '=', 'normal')
    .where(isUnused(since))
    .executeTakeFirst()) !== undefined

/** Deletes the rows of a person's exports and returns the keys of their files. */
export const dropExports = async (db: Db, user_id: number): Promise<string[]> =>
  (await db.deleteFrom('data_exports').where('user_id', '=', user_id).returning('key').execute()).flatMap(({ key }) =>
    key === '' ? [] : [key],
  )

/** Clears the reasons in the requests of an erased person, including cancelled and refused ones. */
export const eraseRequests = async (db: Db, user_id: number): Promise<void> => {
  await db.updateTable('deletion_requests').set({ reason: '', answer: '' }).where('user_id', '=', user_id).execute()
}
