import type { Db } from '../db/schema.ts'
import { atOnce, paged } from './paged.ts'

/** The user's appeals, and the replies of staff. */
export const ownAppeals = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('appeals as a')
      .innerJoin('enrolments as e', 'e.id', 'a.enrolment_id')
      .innerJoin('tasks', 'tasks.id', 'e.task_id')
      .select(['a.id', 'tasks.title as task', 'a.status', 'a.reopened', 'a.text', 'a.answer'])
      .select(['a.created_at', 'a.answered_at'])
      .where('a.user_id', '=', user_id)
      .where('a.id', '>', after)
      .orderBy('a.id')
      .limit(atOnce)
      .execute(),
  )

/** The user's requests for more time, and the replies of staff. */
export const ownExtensionRequests = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('extension_requests as r')
      .innerJoin('tasks', 'tasks.id', 'r.task_id')
      .select(['r.id', 'tasks.title as task', 'r.status', 'r.reason', 'r.wanted_until', 'r.answer', 'r.until'])
      .select(['r.created_at', 'r.answered_at'])
      .where('r.user_id', '=', user_id)
      .where('r.id', '>', after)
      .orderBy('r.id')
      .limit(atOnce)
      .execute(),
  )

/** The user's own released results of offline tasks, including earlier ones. */
export const ownEnteredResults = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('results as r')
      .innerJoin('enrolments as e', 'e.id', 'r.enrolment_id')
      .innerJoin('tasks', 'tasks.id', 'e.task_id')
      .select(['r.id', 'tasks.title as task', 'r.status', 'r.decision', 'r.score', 'r.percent_final'])
      .select(['r.text as feedback', 'r.released_at'])
      .where('e.user_id', '=', user_id)
      .where('r.submission_id', 'is', null)
      .where('r.status', 'in', ['released', 'replaced'])
      .where('r.released_at', 'is not', null)
      .where('r.id', '>', after)
      .orderBy('r.id')
      .limit(atOnce)
      .execute(),
  )

/** The reports of the user, in their own words. */
export const ownReports = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('reports as r')
      .innerJoin('guilds', 'guilds.id', 'r.guild_id')
      .select(['r.id', 'guilds.name as guild', 'r.target', 'r.reason', 'r.note', 'r.status', 'r.created_at'])
      .where('r.reporter_id', '=', user_id)
      .where('r.id', '>', after)
      .orderBy('r.id')
      .limit(atOnce)
      .execute(),
  )

/** The user's feedback on assistants, sealed or not; only in the file of its author. */
export const ownFeedback = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('assistant_feedback as f')
      .innerJoin('guilds', 'guilds.id', 'f.guild_id')
      .innerJoin('guild_members as gm', 'gm.id', 'f.member_id')
      .innerJoin('users as assistant', 'assistant.id', 'gm.user_id')
      .select(['f.id', 'guilds.name as guild', 'assistant.nickname as assistant', 'f.period', 'f.rating', 'f.comment'])
      .select(['f.named', 'f.created_at', 'f.updated_at'])
      .where('f.user_id', '=', user_id)
      .where('f.id', '>', after)
      .orderBy('f.id')
      .limit(atOnce)
      .execute(),
  )

const feedbackBefore = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('assistant_feedback_edits as before')
      .innerJoin('assistant_feedback as f', 'f.id', 'before.feedback_id')
      .select(['before.id', 'f.id as feedback', 'before.comment as content', 'before.rating', 'before.replaced_at'])
      .where('f.user_id', '=', user_id)
      .where('before.id', '>', after)
      .orderBy('before.id')
      .limit(atOnce)
      .execute(),
  )

const postsBefore = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('discussion_edits as before')
      .innerJoin('discussions as d', 'd.id', 'before.discussion_id')
      .select(['before.id', 'd.id as post', 'before.content', 'before.replaced_at'])
      .where('d.user_id', '=', user_id)
      .where('d.deleted_at', 'is', null)
      .where('before.id', '>', after)
      .orderBy('before.id')
      .limit(atOnce)
      .execute(),
  )

/** Earlier versions of the user's posts and feedback, from before they were changed. */
export const ownEarlierWords = async function* (db: Db, user_id: number): AsyncGenerator<object> {
  yield* postsBefore(db, user_id)
  yield* feedbackBefore(db, user_id)
}

/** The user's requests to delete the account, with their reasons and the replies. */
export const ownDeletionRequests = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('deletion_requests')
      .select(['id', 'status', 'reason', 'answer', 'created_at', 'answered_at', 'erase_at'])
      .where('user_id', '=', user_id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute(),
  )

/** The files the user uploaded, by name, wherever they were used. */
export const ownFiles = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('files')
      .select(['id', 'name', 'purpose', 'mime', 'size', 'created_at'])
      .where('owner_id', '=', user_id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute(),
  )
