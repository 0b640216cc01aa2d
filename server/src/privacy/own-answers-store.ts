import type { Db } from '../db/schema.ts'
import { atOnce, paged } from './paged.ts'

/** Which marks of one's own returned works are mended, and who said so. */
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

/** What one wrote under one's own results, and what staff wrote back. */
export const ownNotes = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('submission_notes as n')
      .innerJoin('tasks', 'tasks.id', 'n.task_id')
      .select(['n.id', 'tasks.title as task', 'n.role', 'n.content', 'n.created_at', 'n.edited_at'])
      .where('n.student_id', '=', user_id)
      .where('n.deleted_at', 'is', null)
      .where((where) => where.or([where('n.hidden_at', 'is', null), where('n.author_id', '=', user_id)]))
      .where('n.id', '>', after)
      .orderBy('n.id')
      .limit(atOnce)
      .execute(),
  )

/** What was marked on the pictures and documents one handed in, as far as it was released; x and y in turn, 0–1. */
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

/** What was said about one’s works, as far as it was released: the words, and where the sound is. */
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
