import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { reminderOf } from '../enrolment/reminder.ts'

/** Something students of a guild are asked for. */
export type Asked = { about: string; user_id: number }

/**
 * What students are asked for in a guild: to mend a work, to hand in what is due, and what staff have reminded them of.
 */
export const listAskedIn = async (db: Db, guild_id: number): Promise<{ rows: Asked[]; reminders: Asked[] }> => {
  const box = db
    .selectFrom('messages')
    .select(['messages.about', 'messages.user_id'])
    .where('messages.type', '=', 'todo')
    .where('messages.removed_at', 'is', null)
  const rows = await box
    .innerJoin('enrolments as e', (join) => join.on(sql<SqlBool>`messages.about = 'enrolment:' || e.id`))
    .where('e.guild_id', '=', guild_id)
    .execute()
  const reminders = await box
    .innerJoin('tasks', (join) => join.on(sql<SqlBool>`messages.about = ${sql.lit(reminderOf)} || tasks.id`))
    .where('tasks.guild_id', '=', guild_id)
    .execute()
  return { rows, reminders }
}

/**
 * The rows of a guild whose student was asked for another version and has time for it, but whose message about it is
 * out of sight.
 */
export const listUnasked = (db: Db, guild_id: number, now: number) =>
  db
    .selectFrom('enrolments as e')
    .innerJoin('tasks', 'tasks.id', 'e.task_id')
    .innerJoin('messages', (join) => join.on(sql<SqlBool>`messages.about = 'enrolment:' || e.id`))
    .select(['e.id', 'e.user_id', 'e.task_id', 'e.guild_id', 'e.mark_count', 'tasks.title'])
    .select(({ ref }) => ref('e.return_due_at').$notNull().as('return_due_at'))
    .where('e.guild_id', '=', guild_id)
    .where('e.state', '=', 'returned')
    .where('e.return_due_at', '>', now)
    .where('tasks.status', '<>', 'trashed')
    .where('messages.kind', '=', 'submission.returned')
    .where('messages.removed_at', 'is not', null)
    .orderBy('e.id')
    .execute()
