import { discussions } from '@tongchuang/contract/discussions.ts'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { totals } from '../ledger/store.ts'
import type { School } from './test-app.ts'

type Speaker = { send: School['send'] }
type Fixture = { school: School; guild: { id: number }; task: { id: number } }

/** Helpers for members of a guild who write under a task. */
export const talk = (at: () => Fixture) => {
  const member = async (given: { nickname?: string; role?: 'student' | 'assistant' | 'teacher' } = {}) => {
    const { role = 'student', ...user } = given
    const person = await aUser(at().school.app.db, user)
    const { id: member_id } = await aMember(at().school.app.db, { guild_id: at().guild.id, user_id: person.id, role })
    return { ...person, member_id, send: at().school.as(person) }
  }
  /** Somebody who acts for the guild on the admin site. */
  const staff = async (
    role: 'teacher' | 'assistant' = 'teacher',
    { can_moderate, ...user }: { can_moderate?: boolean; nickname?: string } = {},
  ) => {
    const { school, guild } = at()
    const person = await aUser(school.app.db, { roles: [role], ...user })
    const given = { guild_id: guild.id, user_id: person.id, role, ...(can_moderate && { can_moderate }) }
    const { id: member_id } = await aMember(school.app.db, given)
    return { ...person, member_id, send: school.as(person, { audience: 'admin', role }) }
  }
  const say = (who: Speaker, content: string, more: object = {}) =>
    who.send(discussions.create, { task_id: at().task.id, content, ...more })
  const read = (who: Speaker, more: object = {}) => who.send(discussions.list, { task_id: at().task.id, ...more })
  const experience = async (who: { id: number }) => (await totals(at().school.app.db, who.id)).experience
  const countOf = async () =>
    (
      await at()
        .school.app.db.selectFrom('tasks')
        .select('discussion_count')
        .where('id', '=', at().task.id)
        .executeTakeFirstOrThrow()
    ).discussion_count
  return { member, staff, say, read, experience, countOf }
}
