import { aGuild, aPersonIn } from '../guilds/factory.ts'
import { firstBell, type School } from './test-app.ts'
import { aTask } from '../tasks/factory.ts'

/** Two criteria whose weights add up to 100. */
export const criteria = [
  { label: '完整', description: '三处都写到', weight: 60 },
  { label: '清楚', description: '', weight: 40 },
]

/** A guild with a student, a teacher and an assistant, at the first bell. */
export const staffedGuild = async ({ app: { db }, clock }: School) => {
  clock.set(firstBell)
  const guild = await aGuild(db)
  const student = await aPersonIn(db, { guild_id: guild.id, role: 'student' })
  const teacher = await aPersonIn(db, { guild_id: guild.id, role: 'teacher' })
  const assistant = await aPersonIn(db, { guild_id: guild.id, role: 'assistant' })
  return { guild, student, teacher, assistant }
}

type Fixture = { school: School; guild: { id: number }; teacher: { id: number } }

/** Calls of guild staff who write tasks. */
export const taskWriting = (at: () => Fixture) => {
  const db = () => at().school.app.db
  const staff = (user = at().teacher, role: 'teacher' | 'assistant' | 'admin' = 'teacher') =>
    at().school.as(user, { audience: 'admin', role })
  const task = (given: Partial<Parameters<typeof aTask>[1]> = {}) => aTask(db(), { guild_id: at().guild.id, ...given })
  const kinds = async (user: { id: number }) =>
    (await db().selectFrom('messages').select('kind').where('user_id', '=', user.id).orderBy('id').execute()).map(
      ({ kind }) => kind,
    )
  return { db, staff, task, kinds }
}
