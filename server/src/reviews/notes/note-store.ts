import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { pageOf, type Page, type PageRequest } from '../../db/paging.ts'
import type { Db } from '../../db/schema.ts'
import type { NoteThreadTable, SubmissionNoteTable } from '../tables.ts'

export type StoredNote = Selectable<SubmissionNoteTable>
export type NoteThread = Selectable<NoteThreadTable>
export type Between = { task_id: number; student_id: number }

/** The newest round of a task with a released result for a student; notes are written under it. */
export const answeredEnrolment = (db: Db, { task_id, student_id }: Between): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('enrolments')
    .select('enrolments.id')
    .where('enrolments.task_id', '=', task_id)
    .where('enrolments.user_id', '=', student_id)
    .where(
      sql<SqlBool>`exists (select 1 from results where results.enrolment_id = enrolments.id and results.status in ('released', 'replaced'))`,
    )
    .orderBy('enrolments.round', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The threads of a task whose students wait for an answer. */
export const threadsThatWait = (db: Db, task_id: number) =>
  db
    .selectFrom('note_threads')
    .select(['task_id', 'student_id', 'guild_id'])
    .where('task_id', '=', task_id)
    .where('waiting_since', 'is not', null)
    .orderBy('student_id')
    .execute()

/** The ids of the notes under the results of a task, and the students who have a thread there. */
export const notesAbout = async (db: Db, task_id: number): Promise<{ notes: number[]; student_ids: number[] }> => {
  const threads = await db.selectFrom('note_threads').select('student_id').where('task_id', '=', task_id).execute()
  const notes = await db.selectFrom('submission_notes').select('id').where('task_id', '=', task_id).execute()
  return { notes: notes.map(({ id }) => id), student_ids: threads.map(({ student_id }) => student_id) }
}

/** The notes under the results of a task that were deleted or hidden. */
export const notesPutAway = (db: Db, task_id: number): Promise<Pick<StoredNote, 'id' | 'deleted_at' | 'hidden_at'>[]> =>
  db
    .selectFrom('submission_notes')
    .select(['id', 'deleted_at', 'hidden_at'])
    .where('task_id', '=', task_id)
    .where((where) => where.or([where('deleted_at', 'is not', null), where('hidden_at', 'is not', null)]))
    .execute()

/** Whether a user is a student of a guild now. */
export const isStudentOf = async (db: Db, guild_id: number, user_id: number): Promise<boolean> =>
  (await db
    .selectFrom('guild_members')
    .select('id')
    .where('guild_id', '=', guild_id)
    .where('user_id', '=', user_id)
    .where('status', '=', 'member')
    .where('role', '=', 'student')
    .executeTakeFirst()) !== undefined

/** A thread; undefined where nobody has begun one. */
export const findThread = (db: Db, { task_id, student_id }: Between): Promise<NoteThread | undefined> =>
  db
    .selectFrom('note_threads')
    .selectAll()
    .where('task_id', '=', task_id)
    .where('student_id', '=', student_id)
    .executeTakeFirst()

/** Locks a thread until the transaction ends, creating it where there is none, so that changes to it are serialized. */
export const holdThread = (
  db: Db,
  { task_id, student_id, guild_id }: Between & { guild_id: number },
): Promise<NoteThread> =>
  db
    .insertInto('note_threads')
    .values({ task_id, student_id, guild_id, waiting_since: null })
    .onConflict((conflict) => conflict.columns(['task_id', 'student_id']).doUpdateSet({ guild_id }))
    .returningAll()
    .executeTakeFirstOrThrow()

const standing = (db: Db, { task_id, student_id }: Between) =>
  db
    .selectFrom('submission_notes')
    .where('task_id', '=', task_id)
    .where('student_id', '=', student_id)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)

/**
 * Recomputes since when a thread waits for staff: since its student's first note after the last one that staff wrote or
 * settled.
 */
export const restand = async (db: Db, thread: NoteThread): Promise<number | null> => {
  const last = await standing(db, thread)
    .select(sql<number | null>`max(id)`.as('id'))
    .where('role', '<>', 'student')
    .executeTakeFirst()
  const behind = Math.max(Number(last?.id ?? 0), thread.settled_id)
  const first = await standing(db, thread)
    .select('created_at')
    .where('role', '=', 'student')
    .where('id', '>', behind)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const waiting_since = first ? first.created_at : null
  await db
    .updateTable('note_threads')
    .set({ waiting_since })
    .where('task_id', '=', thread.task_id)
    .where('student_id', '=', thread.student_id)
    .execute()
  return waiting_since
}

/** Records that staff consider the notes up to one as needing no answer. */
export const settleThread = async (db: Db, { task_id, student_id }: Between, seen: number): Promise<void> => {
  await db
    .updateTable('note_threads')
    .set({ settled_id: seen })
    .where('task_id', '=', task_id)
    .where('student_id', '=', student_id)
    .where('settled_id', '<', seen)
    .execute()
}

/** Writes a note; undefined where its key was used before. */
export const insertNote = (
  db: Db,
  note: Omit<Insertable<SubmissionNoteTable>, 'id'>,
): Promise<StoredNote | undefined> =>
  db
    .insertInto('submission_notes')
    .values(note)
    .onConflict((conflict) => conflict.columns(['author_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** The note an author sent with a key. */
export const noteByKey = (db: Db, author_id: number, key: string): Promise<StoredNote | undefined> =>
  db
    .selectFrom('submission_notes')
    .selectAll()
    .where('author_id', '=', author_id)
    .where('key', '=', key)
    .executeTakeFirst()

/** A note, whether or not it is deleted or hidden. */
export const findNote = (db: Db, id: number): Promise<StoredNote | undefined> =>
  db.selectFrom('submission_notes').selectAll().where('id', '=', id).executeTakeFirst()

/** Changes a note. */
export const updateNote = async (db: Db, id: number, set: Updateable<SubmissionNoteTable>): Promise<void> => {
  await db.updateTable('submission_notes').set(set).where('id', '=', id).execute()
}

/** The reader of a thread: its student, who does not see hidden notes or notes they reported, or staff. */
export type NoteReader = { user_id: number; isStaff: boolean }

const reported = (by: number) =>
  sql<SqlBool>`n.id in (select mine.target_id from reports as mine where mine.reporter_id = ${by} and mine.target = 'note')`

const readable = (db: Db, reader: NoteReader) => {
  const shown = db
    .selectFrom('submission_notes as n')
    .innerJoin('users', 'users.id', 'n.author_id')
    .selectAll('n')
    .select(['users.nickname', 'users.real_name', 'users.avatar_file_id', 'users.head'])
    .select([
      sql<number>`case when exists (select 1 from submission_notes as later where later.task_id = n.task_id
        and later.student_id = n.student_id and later.id > n.id and later.deleted_at is null
        and (case when later.role = 'student' then 1 else 0 end) <> (case when n.role = 'student' then 1 else 0 end))
        then 1 else 0 end`.as('is_answered'),
      sql<number>`case when exists (select 1 from reports where reports.target = 'note' and reports.target_id = n.id)
        then 1 else 0 end`.as('is_reported'),
    ])
    .where('n.deleted_at', 'is', null)
  return reader.isStaff
    ? shown
    : shown.where('n.hidden_at', 'is', null).where((where) => where.not(reported(reader.user_id)))
}

/** A note as its readers see it. */
export type NoteRow = Awaited<ReturnType<ReturnType<typeof readable>['executeTakeFirstOrThrow']>>

/** The notes of a thread, newest first, page by page. */
export const listNotes = (
  db: Db,
  { task_id, student_id }: Between,
  reader: NoteReader,
  page: PageRequest,
): Promise<Page<NoteRow>> =>
  pageOf(
    db,
    readable(db, reader).where('n.task_id', '=', task_id).where('n.student_id', '=', student_id),
    [{ field: 'id', column: 'n.id', direction: 'desc' }],
    page,
  )

/** One note as a reader sees it; undefined where it is not visible to them. */
export const showNote = (db: Db, id: number, reader: NoteReader): Promise<NoteRow | undefined> =>
  readable(db, reader).where('n.id', '=', id).executeTakeFirst()

/**
 * Removes notes deleted before a given time, 500 at most, and returns their ids; reported ones stay until staff have
 * decided.
 */
export const sweepNotes = async (db: Db, before: number): Promise<number[]> => {
  const old = await db
    .selectFrom('submission_notes')
    .select('id')
    .where('deleted_at', '<', before)
    .where(
      sql<SqlBool>`not exists (select 1 from reports where reports.target = 'note' and reports.target_id = submission_notes.id and reports.status = 'open')`,
    )
    .orderBy('deleted_at')
    .limit(500)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('submission_notes').where('id', 'in', ids).execute()
  return ids
}

/** Removes all notes under a student’s results. */
export const eraseNotes = async (db: Db, student_id: number): Promise<void> => {
  await db.deleteFrom('submission_notes').where('student_id', '=', student_id).execute()
  await db.deleteFrom('note_threads').where('student_id', '=', student_id).execute()
}
