import { guilds } from '@tongchuang/contract/guilds.ts'
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

test.each(['takeBack', 'remove'] as const)(
  'a student who replies while the announcement goes (%s) hears that it is gone, and nobody is told of a reply to nothing',
  async (act) => {
    const { db } = school.app
    const guild = await aGuild(db)
    const lead = await aPersonIn(db, { guild_id: guild.id, role: 'teacher' })
    const student = await aPersonIn(db, { guild_id: guild.id, role: 'student' })
    const teacher = school.as(lead, { audience: 'admin', role: 'teacher' })
    const words = { title: '春游', content: '来不来？', takes_replies: true }
    const { id } = await teacher(announcementsAdmin.save, { guild_id: guild.id, ...words })
    const held = (holder: typeof db) =>
      holder.selectFrom('announcements').select('id').where('id', '=', id).forUpdate().execute()
    const goes = () => teacher(announcementsAdmin[act], { guild_id: guild.id, id })
    const reply = () => school.as(student)(guilds.replyToAnnouncement, { guild_id: guild.id, id, content: '我来' })
    expect(await meeting(db, held, [goes, reply])).toEqual(['done', 'NOT_FOUND'])
    const told = await db.selectFrom('messages').select('kind').where('user_id', '=', lead.id).execute()
    expect(told).toEqual([])
  },
)
