import { sql, type Insertable, type Selectable, type SqlBool } from 'kysely'
import type { Value } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import type { AppealTable, ExtensionRequestTable } from './tables.ts'

export type AppealRow = Selectable<AppealTable>
export type ExtensionRow = Selectable<ExtensionRequestTable>

/** Writes an appeal, once per result; undefined where there is one already. */
export const addAppeal = (db: Db, appeal: Omit<Insertable<AppealTable>, 'id'>): Promise<AppealRow | undefined> =>
  db
    .insertInto('appeals')
    .values(appeal)
    .onConflict((conflict) => conflict.column('result_id').doNothing())
    .returningAll()
    .executeTakeFirst()

/** The newest appeal of an enrolment, as a part of another query. */
export const newestAppeal = (db: Db, enrolment_id: Value<number>) =>
  db.selectFrom('appeals').selectAll().where('enrolment_id', '=', enrolment_id).orderBy('id', 'desc').limit(1)

/** Whether a result was appealed. */
export const hasAppeal = async (db: Db, result_id: number): Promise<boolean> =>
  (await db.selectFrom('appeals').select('id').where('result_id', '=', result_id).executeTakeFirst()) !== undefined

/** Closes an open appeal; returns false where it was already answered. */
export const answerAppeal = async (
  db: Db,
  id: number,
  answer: {
    status: 'kept' | 'changed'
    reopened?: boolean
    answer: string
    answered_by: number | null
    answered_at: number
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('appeals')
    .set(answer)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const asked = ['id', 'guild_id', 'user_id'] as const

/** The unanswered appeals of a task. */
export const openAppeals = (db: Db, task_id: number) =>
  db
    .selectFrom('appeals')
    .select(asked)
    .where('enrolment_id', 'in', db.selectFrom('enrolments').select('id').where('task_id', '=', task_id))
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()

/** The unanswered requests for more time for a task. */
export const openExtensions = (db: Db, task_id: number) =>
  db
    .selectFrom('extension_requests')
    .select(asked)
    .where('task_id', '=', task_id)
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()

/** The ids of all appeals and requests for more time of a task, answered or not. */
export const askedAbout = async (db: Db, task_id: number): Promise<{ appeals: number[]; extensions: number[] }> => {
  const rows = db.selectFrom('enrolments').select('id').where('task_id', '=', task_id)
  const appeals = await db.selectFrom('appeals').select('id').where('enrolment_id', 'in', rows).execute()
  const extensions = await db.selectFrom('extension_requests').select('id').where('task_id', '=', task_id).execute()
  return { appeals: appeals.map(({ id }) => id), extensions: extensions.map(({ id }) => id) }
}

/**
 * The open appeals of these enrolments whose result no longer counts. `isAgain`: the student got another try, with the
 * reason staff gave for it; otherwise the student has been excused or recorded as missing.
 */
export const overtakenAppeals = async (
  db: Db,
  enrolment_ids: readonly number[],
): Promise<{ id: number; isAgain: boolean; reason: string | null }[]> => {
  if (enrolment_ids.length === 0) return []
  const rows = await db
    .selectFrom('appeals')
    .innerJoin('enrolments as e', 'e.id', 'appeals.enrolment_id')
    .select(['appeals.id', 'e.state'])
    .select(({ selectFrom }) =>
      selectFrom('enrolment_history as h')
        .select('h.reason')
        .whereRef('h.enrolment_id', '=', 'e.id')
        .where('h.action', '=', 'reopen')
        .orderBy('h.id', 'desc')
        .limit(1)
        .as('reason'),
    )
    .where('e.id', 'in', enrolment_ids)
    .where('appeals.status', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('e.state', 'in', ['excused', 'expired']),
        eb('e.reopened_from', 'in', ['passed', 'failed']),
        // The try after it has been decided as well.
        eb.exists(
          eb
            .selectFrom('results as newer')
            .select('newer.id')
            .whereRef('newer.enrolment_id', '=', 'e.id')
            .whereRef('newer.submission_id', '>', 'appeals.submission_id')
            .where('newer.status', '=', 'released'),
        ),
      ]),
    )
    .orderBy('appeals.id')
    .execute()
  return rows.map(({ id, state, reason }) => ({ id, isAgain: state !== 'excused' && state !== 'expired', reason }))
}

/** The open requests for more time of the students of these enrolments, with their current dates. */
export const overtakenRequests = async (db: Db, enrolment_ids: readonly number[]) =>
  enrolment_ids.length === 0
    ? []
    : db
        .selectFrom('extension_requests as asked')
        .innerJoin('enrolments as e', (join) =>
          join.onRef('e.task_id', '=', 'asked.task_id').onRef('e.user_id', '=', 'asked.user_id'),
        )
        .select(['asked.id', 'e.state', 'e.return_due_at', 'e.extended_until'])
        .where('e.id', 'in', enrolment_ids)
        .where('asked.status', '=', 'open')
        .orderBy('asked.id')
        .execute()

/** Inserts a request for more time, or updates the reason and date of the open one. */
export const askForTime = (
  db: Db,
  request: Omit<Insertable<ExtensionRequestTable>, 'id' | 'status'>,
): Promise<ExtensionRow> =>
  db
    .insertInto('extension_requests')
    .values({ ...request, status: 'open' })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'task_id'])
        // A literal, not a parameter: otherwise neither database recognizes the index.
        .where(sql<SqlBool>`status = 'open'`)
        .doUpdateSet({ reason: request.reason, wanted_until: request.wanted_until, created_at: request.created_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** The newest request of a student for a task, as a part of another query. */
export const newestRequest = (db: Db, task_id: Value<number>, user_id: Value<number>) =>
  db
    .selectFrom('extension_requests')
    .selectAll()
    .where('task_id', '=', task_id)
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .limit(1)

/** The newest request of a student for a task. */
export const requestOf = (db: Db, task_id: number, user_id: number): Promise<ExtensionRow | undefined> =>
  newestRequest(db, task_id, user_id).executeTakeFirst()

/** Closes an open request; returns false where it was already answered. */
export const answerRequest = async (
  db: Db,
  id: number,
  answer: {
    status: 'granted' | 'refused'
    answer: string
    until: number | null
    answered_by: number | null
    answered_at: number
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('extension_requests')
    .set(answer)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
