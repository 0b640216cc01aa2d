import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember } from './factory.ts'

let school: School
let guild: { id: number }
let student: { id: number }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db)
  student = await aUser(school.app.db)
  await aMember(school.app.db, { guild_id: guild.id, user_id: student.id })
})
afterEach(() => school.close())

const aTeacher = async () => {
  const teacher = await aUser(school.app.db, { roles: ['teacher'] })
  await aMember(school.app.db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const send = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const announce = async (given: object = {}) =>
    (await send(announcementsAdmin.save, { guild_id: guild.id, title: '周六外拍', content: '带相机', ...given })).id
  return { send, announce }
}
const told = async () =>
  (await school.as(student)(messages.list, { type: 'notice' })).list.map(({ content }) => content)

test('a class hears an announcement once whose teacher pressed again, because the answer was lost', async () => {
  const { announce } = await aTeacher()
  const ids = [...(await Promise.all([announce(), announce()])), await announce()]
  expect(new Set(ids).size).toBe(1)
  expect(await told()).toEqual(['周六外拍'])
  const at = new Date(school.clock.now() + 3_600_000).toISOString()
  const waiting = [await announce({ title: '明天', publish_at: at }), await announce({ title: '明天', publish_at: at })]
  expect(new Set(waiting).size).toBe(1)
})

test('an announcement that differs, comes from a colleague, was taken back, or is repeated later is another', async () => {
  const [{ announce, send }, colleague] = [await aTeacher(), await aTeacher()]
  const first = await announce()
  const others = [
    await announce({ content: '带相机和三脚架' }),
    await announce({ takes_replies: true }),
    await colleague.announce(),
  ]
  await send(announcementsAdmin.takeBack, { guild_id: guild.id, id: first })
  others.push(await announce())
  school.clock.move(10 * 60_000 + 1)
  others.push(await announce())
  expect(new Set([first, ...others]).size).toBe(6)
})
