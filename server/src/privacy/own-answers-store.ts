import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import { isOverForAll } from '../tasks/questions/over-for-all.ts'
import { atOnce, paged } from './paged.ts'

/** The mended marks on the user's returned works, and who marked them as mended. */
export const ownMended = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('mended_marks as mm')
      .innerJoin('results', 'results.id', 'mm.result_id')
      .innerJoin('enrolments as e', 'e.id', 'results.enrolment_id')
      .innerJoin('tasks', 'tasks.id', 'e.task_id')
      .select(['mm.id', 'tasks.title as task', 'mm.kind', 'mm.place', 'mm.role', 'mm.mended_at'])
      .where('e.user_id', '=', user_id)
      .where('mm.id', '>', after)
      .orderBy('mm.id')
      .limit(atOnce)
      .execute(),
  )

/** The user's notes under their results, and the notes staff wrote back. */
export const ownNotes = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('submission_notes as n')
      .innerJoin('tasks', 'tasks.id', 'n.task_id')
      .leftJoin('files', 'files.id', 'n.file_id')
      .select(['n.id', 'tasks.title as task', 'n.role', 'n.content', 'n.created_at', 'n.edited_at'])
      .select(['files.name', 'files.upload_id'])
      .where('n.student_id', '=', user_id)
      .where('n.deleted_at', 'is', null)
      .where((where) => where.or([where('n.hidden_at', 'is', null), where('n.author_id', '=', user_id)]))
      .where('n.id', '>', after)
      .orderBy('n.id')
      .limit(atOnce)
      .execute(),
  )

/** The user's replies to announcements. */
export const ownReplies = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('announcement_replies as r')
      .innerJoin('announcements as a', 'a.id', 'r.announcement_id')
      .innerJoin('guilds', 'guilds.id', 'a.guild_id')
      .select(['a.id', 'guilds.name as guild', 'a.title as announcement', 'r.content', 'r.written_at'])
      .where('r.user_id', '=', user_id)
      .where('a.id', '>', after)
      .orderBy('a.id')
      .limit(atOnce)
      .execute(),
  )

/**
 * The area marks on the user's submitted pictures and documents, as far as they were released; x and y in turn, 0–1.
 */
export const ownAreas = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('area_marks as am')
      .innerJoin('results as r', 'r.id', 'am.result_id')
      .innerJoin('submissions as s', 's.id', 'am.submission_id')
      .innerJoin('tasks', 'tasks.id', 's.task_id')
      .select([
        'am.id',
        'tasks.title as task',
        's.version',
        'am.file_id',
        'am.page',
        'am.shape',
        'am.points',
        'am.text',
      ])
      .where('s.user_id', '=', user_id)
      .where('r.status', '=', 'released')
      .where('am.id', '>', after)
      .orderBy('am.id')
      .limit(atOnce)
      .execute(),
  )

/** The voices about the user’s works, as far as they were released: the words, and where the sound is. */
export const ownVoices = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('voices as v')
      .innerJoin('results as r', 'r.id', 'v.result_id')
      .innerJoin('submissions as s', 's.id', 'v.submission_id')
      .innerJoin('tasks', 'tasks.id', 's.task_id')
      .leftJoin('files', 'files.id', 'v.file_id')
      .select(['v.id', 'tasks.title as task', 's.version', 'v.seconds', 'v.text', 'files.public_key'])
      .where('s.user_id', '=', user_id)
      .where('r.status', '=', 'released')
      .where('v.id', '>', after)
      .orderBy('v.id')
      .limit(atOnce)
      .execute(),
  )

const questionRows = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('results as r')
      .innerJoin('submissions as s', 's.id', 'r.submission_id')
      .innerJoin('tasks', 'tasks.id', 's.task_id')
      .select(['r.id', 'tasks.id as task_id', 'tasks.set_id', 'tasks.title as task', 's.version', 'r.question_marks'])
      .where('s.user_id', '=', user_id)
      .where('r.status', '=', 'released')
      .where('r.decision', '!=', 'return')
      .where('r.question_marks', '!=', '[]')
      .where('r.id', '>', after)
      .orderBy('r.id')
      .limit(atOnce)
      .execute(),
  )

/**
 * The points of each question of the user’s released works, once nobody can submit any more: until then they would
 * reveal the key.
 */
export const ownQuestionPoints = async function* (db: Db, user_id: number, now: number): AsyncGenerator<object> {
  for await (const { task_id, set_id, question_marks, ...row } of questionRows(db, user_id))
    if (await isOverForAll(db, { id: task_id, set_id }, now)) yield { ...row, questions: storedValue(question_marks) }
}

/** The saved comments of the user as a reviewer. */
export const ownComments = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('saved_comments as c')
      .leftJoin('guilds', 'guilds.id', 'c.guild_id')
      .select(['c.id', 'c.text', 'guilds.name as shared_in', 'c.created_at'])
      .where('c.user_id', '=', user_id)
      .where('c.id', '>', after)
      .orderBy('c.id')
      .limit(atOnce)
      .execute(),
  )
