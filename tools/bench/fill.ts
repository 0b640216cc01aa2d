import { aSession, aUser } from '../../server/src/accounts/factory.ts'
import type { Db } from '../../server/src/db/schema.ts'
import { aGuild, aMember } from '../../server/src/guilds/factory.ts'
import { aChapter, anEnrolment, aTask } from '../../server/src/tasks/factory.ts'
import type { HeldTask } from './messages.ts'

const STUDENTS = 200
const FEW = 20
const TASKS = 40

type Class = { guild_id: number; tokens: string[]; held: HeldTask[] }

/** One guild whose students have accepted all of its tasks. */
const aClass = async (
  db: Db,
  { name, students, chapters }: { name: string; students: number; chapters: number },
): Promise<Class> => {
  const guild = await aGuild(db, { name })
  const chapter_ids: number[] = []
  for (let at = 0; at < chapters; at += 1) chapter_ids.push((await aChapter(db, { guild_id: guild.id })).id)
  const tasks = []
  for (let i = 0; i < TASKS; i += 1)
    tasks.push(
      await aTask(db, {
        guild_id: guild.id,
        chapter_id: chapter_ids[i % chapters] ?? null,
        title: `第 ${i + 1} 个任务`,
        due_at: Date.now() + (i + 1) * 86_400_000,
      }),
    )
  const tokens: string[] = []
  for (let i = 0; i < students; i += 1) {
    const user = await aUser(db, { nickname: `学生 ${i + 1}` })
    await aMember(db, { guild_id: guild.id, user_id: user.id })
    const token = await aSession(db, user)
    tokens.push(token)
    for (const task of tasks) await anEnrolment(db, task, { user_id: user.id })
  }
  // Task by task: at the same moment many hand in the same task, and nobody two of theirs.
  const held = tasks.flatMap(({ id }) => tokens.map((token) => ({ token, task_id: id })))
  return { guild_id: guild.id, tokens, held }
}

/**
 * A guild with chapters, which most cases use; and a small one without, whose map depends on the state of its tasks.
 */
export const fill = async (db: Db): Promise<Class & { unordered: HeldTask[] }> => {
  const { held: unordered } = await aClass(db, { name: '没有章节的公会', students: FEW, chapters: 0 })
  return { ...(await aClass(db, { name: '测速公会', students: STUDENTS, chapters: 3 })), unordered }
}
