import { rankings } from '@tongchuang/contract/rankings.ts'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { earn } from '../ledger/store.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import type { School } from './test-app.ts'

export type Person = { id: number }

type Fixture = { school: School; guild: { id: number } }

/** Students of a guild with results and experience, and what the rankings show of them. */
export const rankedClass = (at: () => Fixture) => {
  const follow = () => at().school.app.jobs.run('rankings.follow')
  const join = async (user: Person, where: { id: number } = at().guild) =>
    aMember(at().school.app.db, { guild_id: where.id, user_id: user.id, joined_at: at().school.clock.now() })
  const aStudent = async (nickname: string, given: object = {}): Promise<Person> => {
    const user = await aUser(at().school.app.db, { nickname, password_hash: '-', ...given })
    await join(user)
    return user
  }
  /** A teacher of the guild, who may read a ranking to its end. */
  const aTeacher = async (): Promise<Person> => {
    const user = await aUser(at().school.app.db)
    await aMember(at().school.app.db, { guild_id: at().guild.id, user_id: user.id, role: 'teacher' })
    return user
  }
  /** Tasks of equal weight. */
  const tasksOf = (count: number, where: { id: number } = at().guild): Promise<Task[]> =>
    Promise.all(Array.from({ length: count }, () => aTask(at().school.app.db, { guild_id: where.id })))
  /** Gives results released at this moment. */
  const give = async (user: Person, tasks: readonly Task[], percent: number): Promise<void> => {
    const released_at = at().school.clock.now()
    for (const task of tasks)
      await anEnrolment(at().school.app.db, task, {
        user_id: user.id,
        state: 'passed',
        percent_final: percent,
        released_at,
        accepted_at: released_at,
      })
  }
  /** A class of A and B, and three others who make the mean 80. */
  const aClass = async () => {
    const [A, B] = [await aStudent('阿依古丽'), await aStudent('周子墨')]
    const others = [await aStudent('苏晓禾'), await aStudent('王一'), await aStudent('丹增卓玛')]
    const tasks = await tasksOf(12)
    await give(A, tasks.slice(0, 3), 100)
    await give(B, tasks, 95)
    for (const other of others) await give(other, tasks.slice(0, 4), 60)
    await follow()
    return { A, B, others, tasks }
  }
  /** Experience for something done now; `source_id` tells what. */
  const gain = (user: Person, points: number, source_id: number): Promise<unknown> => {
    const source = { kind: 'pass', source_type: 'enrolment', source_id, guild_id: at().guild.id } as const
    return at()
      .school.app.db.transaction()
      .execute((db) =>
        earn(db, { ...source, user_id: user.id, now: at().school.clock.now(), zone: 'Asia/Shanghai', points }),
      )
  }
  const showAll = () => at().school.app.changeSettings({ rankings: 'site', ranking_values: true })
  const best = (user: Person, given: object = {}) =>
    at().school.as(user)(rankings.excellent, { guild_id: at().guild.id, ...given })
  const hardest = (user: Person, given: object = {}) =>
    at().school.as(user)(rankings.workHard, { guild_id: at().guild.id, ...given })
  return { follow, join, aStudent, aTeacher, tasksOf, give, aClass, gain, showAll, best, hardest }
}
