import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const aTeacher = async () => {
  const teacher = await aUser(school.app.db, { roles: ['teacher'] })
  return { ...teacher, send: school.as(teacher, { audience: 'admin', role: 'teacher' }) }
}

test('a teacher whose answer was lost and who makes the guild again has one, and one more with another name or key', async () => {
  const teacher = await aTeacher()
  const { send } = teacher
  const wanted = { name: '观鸟社', hue: 'science', join_policy: 'code', key: 'a-key-of-the-page' } as const
  const made = await Promise.all([1, 2].map(() => send(guildSettings.create, wanted)))
  made.push(await send(guildSettings.create, wanted))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(await send(guildPeople.staff, { guild_id: made[0]!.id })).toMatchObject([{ user_id: teacher.id }])
  const colleague = await aTeacher()
  const others = [
    await send(guildSettings.create, { ...wanted, name: '观鸟二社' }),
    await send(guildSettings.create, { ...wanted, key: 'another-key-of-the-page' }),
    await colleague.send(guildSettings.create, wanted),
  ]
  expect(new Set([made[0]!, ...others].map(({ id }) => id)).size).toBe(4)
  expect((await send(guildSettings.list, { keyword: '观鸟' })).list).toHaveLength(3)
})
