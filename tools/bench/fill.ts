import { aSession, aUser } from '../../server/src/accounts/factory.ts'
import type { Db } from '../../server/src/db/schema.ts'
import { aGuild, aMember } from '../../server/src/guilds/factory.ts'
import { anEnrolment, aTask } from '../../server/src/tasks/factory.ts'
import type { Place } from './messages.ts'

const STUDENTS = 200
const TASKS = 40

/** One guild whose students have accepted all of its tasks. */
export const fill = async (db: Db): Promise<{ guild_id: number; tokens: string[]; places: Place[] }> => {
  const guild = await aGuild(db, { name: '测速公会' })
  const tasks = []
  for (let i = 0; i < TASKS; i += 1)
    tasks.push(
      await aTask(db, { guild_id: guild.id, title: `第 ${i + 1} 个任务`, due_at: Date.now() + (i + 1) * 86_400_000 }),
    )
  const tokens: string[] = []
  const places: Place[] = []
  for (let i = 0; i < STUDENTS; i += 1) {
    const user = await aUser(db, { nickname: `学生 ${i + 1}` })
    await aMember(db, { guild_id: guild.id, user_id: user.id })
    const token = await aSession(db, user)
    tokens.push(token)
    for (const task of tasks) {
      await anEnrolment(db, task, { user_id: user.id })
      places.push({ token, task_id: task.id })
    }
  }
  return { guild_id: guild.id, tokens, places }
}
