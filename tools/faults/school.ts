import { randomUUID } from 'node:crypto'
import { aSession, aUser } from '../../server/src/accounts/factory.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import { aGuild, aMember } from '../../server/src/guilds/factory.ts'
import { aTask } from '../../server/src/tasks/factory.ts'

export type Person = { id: number; token: string }
export type School = {
  guild_id: number
  students: readonly Person[]
  teacher: Person
  admin: Person
  tasks: readonly { id: number; hold: boolean }[]
}

const day = 24 * 3_600_000

/** Creates a guild whose students have not begun any task, before any process opens the database. */
export const arrangeSchool = async (
  { url, dataDir }: { url: string | null; dataDir: string },
  { students = 16, tasks = 150 }: { students?: number; tasks?: number } = {},
): Promise<School> => {
  const database = await openDatabase({ url, dataDir })
  try {
    await migrate(database, { dataDir })
    return await database.db.transaction().execute(async (db) => {
      await database.unhurried(db)
      // The factories count from 1 in each process; random names keep the schools of one run apart.
      const name = () => `p${randomUUID().slice(0, 13)}`
      // Sessions begin tomorrow, so that a clock set ahead by a day logs nobody out.
      const now = Date.now() + day
      const guild = await aGuild(db, { max_doing: 100_000 })
      const members: Person[] = []
      for (let at = 0; at < students; at += 1) {
        const student = await aUser(db, { username: name() })
        await aMember(db, { guild_id: guild.id, user_id: student.id })
        members.push({ id: student.id, token: await aSession(db, student, { now }) })
      }
      const teacher = await aUser(db, { username: name(), roles: ['teacher'] })
      await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
      const admin = await aUser(db, { username: name(), roles: ['admin'] })
      const made = []
      for (let at = 0; at < tasks; at += 1) made.push(await aTask(db, { guild_id: guild.id, hold: at % 3 === 0 }))
      return {
        guild_id: guild.id,
        students: members,
        teacher: { id: teacher.id, token: await aSession(db, teacher, { audience: 'admin', role: 'teacher', now }) },
        admin: { id: admin.id, token: await aSession(db, admin, { audience: 'admin', role: 'admin', now }) },
        tasks: made.map(({ id, hold }) => ({ id, hold })),
      }
    })
  } finally {
    await database.close()
  }
}
