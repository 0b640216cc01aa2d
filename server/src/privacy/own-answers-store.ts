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
