import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { hasClosed, ownDate } from '../../tasks/clock/clock-store.ts'

/**
 * Rows whose time ended before a moment and whose drafts are submitted automatically: by their own date, else with
 * their task.
 */
export const listToHandIn = (
  db: Db,
  before: number,
  after: number,
  limit: number,
): Promise<{ id: number; task_id: number; user_id: number }[]> =>
  db
    .selectFrom('enrolments as e')
    .innerJoin('tasks', 'tasks.id', 'e.task_id')
    .select(['e.id', 'e.task_id', 'e.user_id'])
    .where('e.id', '>', after)
    .where('e.state', 'in', ['doing', 'returned'])
    .where('e.draft_saved_at', 'is not', null)
    .where('tasks.submit_drafts', '=', true)
    .where('tasks.status', 'in', ['open', 'closed', 'archived'])
    .where(sql<SqlBool>`(${ownDate} <= ${before} or (${ownDate} is null and ${hasClosed(before)}))`)
    .orderBy('e.id')
    .limit(limit)
    .execute()
