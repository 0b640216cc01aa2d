import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember } from './factory.ts'

const none = { can_review: false, can_moderate: false, can_admit: false, can_see_grades: false }

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/**
 * A guild with two teachers and an assistant who reviews and sees grades, as a page that was opened shows their part.
 */
const aGuildWithAssistant = async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const [luo, chen] = [await aUser(db, { roles: ['teacher'] }), await aUser(db, { roles: ['teacher'] })]
  for (const { id: user_id } of [luo, chen]) await aMember(db, { guild_id: guild.id, user_id, role: 'teacher' })
  const assistant = await aUser(db, { roles: ['student', 'assistant'] })
  const seen = { ...none, role: 'assistant' as const, title: '课代表', can_review: true, can_see_grades: true }
  await aMember(db, { guild_id: guild.id, user_id: assistant.id, ...seen })
  const as = (user: { id: number }) => school.as(user, { audience: 'admin', role: 'teacher' })
  const saved = { guild_id: guild.id, who: assistant.username }
  const part = async () =>
    (await as(luo)(guildPeople.staff, { guild_id: guild.id })).find(({ user_id }) => user_id === assistant.id)
  return { guild, luo: as(luo), chen: as(chen), assistant, seen, saved, part }
}

test('a teacher who saves an assistant’s title on an outdated form gets CHANGED and restores no switch that a colleague turned off', async () => {
  const { luo, chen, seen, saved, part } = await aGuildWithAssistant()
  await chen(guildPeople.saveStaff, { ...saved, ...seen, can_see_grades: false, seen })
  expect(await reasonOf(luo(guildPeople.saveStaff, { ...saved, ...seen, title: '学习委员', seen }))).toBe('CHANGED')
  expect(await part()).toMatchObject({ title: '课代表', can_see_grades: false })
  const now = { ...seen, can_see_grades: false }
  await luo(guildPeople.saveStaff, { ...saved, ...now, title: '学习委员', seen: now })
  expect(await part()).toMatchObject({ title: '学习委员', can_see_grades: false })
})

test('saving a removed assistant from an outdated form neither restores nor invites them', async () => {
  const { guild, luo, chen, assistant, seen, saved, part } = await aGuildWithAssistant()
  const { db } = school.app
  await chen(guildPeople.removeStaff, { guild_id: guild.id, user_id: assistant.id })
  const head = school.as(await aUser(db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  expect(await reasonOf(head(guildPeople.saveStaff, { ...saved, ...seen, title: '组长', seen }))).toBe('CHANGED')
  expect(await reasonOf(luo(guildPeople.saveStaff, { ...saved, ...seen, title: '组长', seen }))).not.toBe('done')
  expect(await part()).toBeUndefined()
  expect(await db.selectFrom('guild_invitations').select('id').execute()).toEqual([])
})
