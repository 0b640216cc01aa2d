import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import type { School } from './test-app.ts'
import { aTask } from '../tasks/factory.ts'

/** The outcome of a call: `done`, or the reason for its refusal. */
export const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { reason?: string }) => error.reason ?? String(error),
  )

type Fixture = { school: School; guild: { id: number } }

/** Helpers for students who accept the tasks of a guild, and for reading the resulting rows. */
export const accepting = (at: () => Fixture) => {
  const db = () => at().school.app.db
  const aStudent = async () => {
    const student = await aUser(db())
    await aMember(db(), { guild_id: at().guild.id, user_id: student.id })
    return student
  }
  const task = (given: Partial<Parameters<typeof aTask>[1]> = {}) => aTask(db(), { guild_id: at().guild.id, ...given })
  const acceptedCount = async (id: number) =>
    (await db().selectFrom('tasks').select('accepted_count').where('id', '=', id).executeTakeFirstOrThrow())
      .accepted_count
  const rowsOf = (task_id: number) =>
    db()
      .selectFrom('enrolments')
      .select(['user_id', 'round', 'state'])
      .where('task_id', '=', task_id)
      .orderBy('id')
      .execute()
  return { db, aStudent, task, acceptedCount, rowsOf }
}
