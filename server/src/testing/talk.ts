import { discussions } from '@tongchuang/contract/discussions.ts'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { totals } from '../ledger/store.ts'
import type { School } from './test-app.ts'

type Speaker = { send: School['send'] }
type Place = { school: School; guild: { id: number }; task: { id: number } }

/** Helpers for members of a guild who write under a task. */
export const talk = (at: () => Place) => {
  const member = async (given: { nickname?: string; role?: 'student' | 'assistant' | 'teacher' } = {}) => {
    const { role = 'student', ...user } = given
    const person = await aUser(at().school.app.db, user)
    const { id: member_id } = await aMember(at().school.app.db, { guild_id: at().guild.id, user_id: person.id, role })
    return { ...person, member_id, send: at().school.as(person) }
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
  return { member, say, read, experience, countOf }
}
