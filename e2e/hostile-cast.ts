import type { Call, Output } from '@tongchuang/contract/call.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { CallFailed, type Send } from '@tongchuang/contract/sender.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { newTyping } from './hostile-typing.ts'
import type { School } from './start-school.ts'

/** The accounts of a sample school that type, the data they find there, and the typing itself. */
export type Cast = Awaited<ReturnType<typeof castOf>>

export const castOf = async (school: School) => {
  const typing = newTyping()
  const [teacher, admin, student] = [
    await school.asStaff('teacher'),
    await school.asStaff('admin'),
    await school.asStudent('student'),
  ]

  /** Makes a call with the first of the given inputs that it accepts. */
  const say = async <C extends Call>(send: Send, call: C, ...given: Record<string, unknown>[]): Promise<Output<C>> => {
    let refused: unknown = new Error(`the sample school has nothing for ${call.path}`)
    for (const one of given) {
      try {
        return await send(call, ...([typing.typedInto(call, one)] as never))
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        refused = new Error(`${call.path} ${JSON.stringify(one)}: ${error.reason} ${error.message}`)
      }
    }
    throw refused
  }

  const mine = (await student(tasks.listByGuild, { limit: 100 })).list
  const shared = (await teacher(guildSettings.list, { limit: 100 })).list.find(({ id }) =>
    mine.some(({ guild_id }) => guild_id === id),
  )
  const students = (await admin(peopleAdmin.list, { ...(shared && { guild_id: shared.id }), limit: 100 })).list
  const [classmate, another] = students.filter(({ username }) => username !== 'student')
  if (!shared || !classmate || !another)
    throw new Error('the sample school has no guild of its first teacher with its first student and two mates')
  const [mate, third] = [await school.asStudent(classmate.username), await school.asStudent(another.username)]
  const guild_id = shared.id
  const inState = (...states: string[]) => mine.filter(({ state }) => states.includes(state))

  return { school, typing, say, teacher, admin, student, mate, third, classmate, students, guild_id, inState }
}
