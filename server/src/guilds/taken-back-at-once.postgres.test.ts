import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { meeting } from '../testing/meeting.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aPersonIn } from './factory.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('an announcement that two teachers take back at once is taken back, and neither hears that it is too late', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const teacher = async () =>
    school.as(await aPersonIn(db, { guild_id: guild.id, role: 'teacher' }), { audience: 'admin', role: 'teacher' })
  const [one, other] = [await teacher(), await teacher()]
  const { id } = await one(announcementsAdmin.save, { guild_id: guild.id, title: '明天停课', content: '下周补。' })
  const held = (holder: typeof db) =>
    holder.selectFrom('announcements').select('id').where('id', '=', id).forUpdate().execute()
  const takeBack = (as: typeof one) => () => as(announcementsAdmin.takeBack, { guild_id: guild.id, id })
  expect(await meeting(db, held, [takeBack(one), takeBack(other)])).toEqual(['done', 'done'])
  expect((await one(announcementsAdmin.list, { guild_id: guild.id })).list).toMatchObject([{ id, taken_back: true }])
})
