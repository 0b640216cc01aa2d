import { aUser, type GivenUser } from '../../accounts/factory.ts'
import type { Db } from '../../db/schema.ts'
import { aGuild, aMember, anInvitation } from '../../guilds/factory.ts'
import { guildWord } from './words.ts'

/** A person without a hashed password, because nobody here logs in with one. */
export const aPerson = (db: Db, given: GivenUser) => aUser(db, { password_hash: 'none', ...given })

export type People = Awaited<ReturnType<typeof peopleOf>>
export type Guilds = Awaited<ReturnType<typeof guildsOf>>

/** The people who make calls, and two whom calls are about: one was removed, one is pending. */
export const peopleOf = async (db: Db, now: number) => {
  const person = (given: GivenUser) => aPerson(db, given)
  const student = (nickname: string) => person({ nickname, created_at: now })
  const people = {
    owner: await student('林知夏'),
    mate: await student('周予安'),
    stranger: await student('沈星河'),
    teacher: await person({ nickname: '陈老师', roles: ['teacher'] }),
    other: await person({ nickname: '何老师', roles: ['teacher'] }),
    assistant: await person({ nickname: '助教甲', roles: ['assistant'] }),
    helper: await person({ nickname: '助教乙', roles: ['assistant'] }),
    admin: await person({ nickname: '管理员', roles: ['admin'] }),
  }
  const leaver = await student('已退出')
  const asker = await student('想加入')
  return { ...people, leaver, asker }
}

/** The hidden guild with its members, and a second guild. */
export const guildsOf = async (db: Db, people: People, now: number) => {
  const none = { can_review: false, can_moderate: false, can_admit: false, can_see_grades: false }
  const all = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }
  const guild = await aGuild(db, {
    name: `${guildWord}公会`,
    visibility: 'hidden',
    gallery: true,
    intro: guildWord,
    ranking_mode: 'top',
  })
  const elsewhere = await aGuild(db, { name: '另一公会', visibility: 'hidden' })
  const member = (user_id: number, given: object = {}) =>
    aMember(db, { guild_id: guild.id, user_id, created_at: now - 40 * 86_400_000, ...given })
  await member(people.owner.id)
  await member(people.mate.id)
  await member(people.teacher.id, { role: 'teacher' })
  const assistant = await member(people.assistant.id, { role: 'assistant', ...all })
  await member(people.helper.id, { role: 'assistant', ...none })
  await member(people.leaver.id, { status: 'removed' })
  // A former member counts as a stranger.
  await member(people.stranger.id, { status: 'left' })
  await member(people.other.id, { role: 'teacher', status: 'left' })
  await member(people.asker.id, { status: 'pending', joined_at: null })
  await aMember(db, { guild_id: elsewhere.id, user_id: people.stranger.id })
  await aMember(db, { guild_id: elsewhere.id, user_id: people.other.id, role: 'teacher' })
  await anInvitation(db, {
    guild_id: elsewhere.id,
    user_id: people.asker.id,
    invited_by: people.other.id,
    created_at: now,
  })
  return { guild, elsewhere, assistant }
}
