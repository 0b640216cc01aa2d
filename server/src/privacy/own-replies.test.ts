import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { eraseEverything } from './erase.ts'
import { ownReplies } from './own-answers-store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test('of somebody whose data goes no reply is counted at the bell of the teacher any more', async () => {
  const { db, database, events } = school.app
  const guild = await aGuild(db)
  const [teacher, lin, zhou] = [await aUser(db, { roles: ['teacher'] }), await aUser(db), await aUser(db)]
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  for (const { id: user_id } of [lin, zhou]) await aMember(db, { guild_id: guild.id, user_id })
  const staff = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const bell = async () => (await staff(messagesAdmin.list, {})).list.map(({ title }) => title)
  const announced = { guild_id: guild.id, title: '周六外拍', content: '来不了的说一声', takes_replies: true }
  const { id } = await staff(announcementsAdmin.save, announced)
  const said = { guild_id: guild.id, id, content: '我来不了' }
  for (const who of [lin, zhou]) await school.as(who)(guilds.replyToAnnouncement, said)
  const erase = (user_id: number) =>
    db
      .transaction()
      .execute((trx) => eraseEverything(trx, { dialect: database.dialect, events }, user_id, school.clock.now()))
  const told = [await bell()]
  for (const { id: user_id } of [lin, zhou]) {
    await erase(user_id)
    told.push(await bell())
  }
  expect(told).toEqual([['公告有2条回复'], ['公告有1条回复'], []])
})

test('one’s own data has what one replied to announcements, and nobody else’s', async () => {
  const { db } = school.app
  const guild = await aGuild(db, { name: '数学建模组' })
  const [teacher, lin, zhou] = [await aUser(db, { roles: ['teacher'] }), await aUser(db), await aUser(db)]
  for (const { id: user_id } of [lin, zhou]) await aMember(db, { guild_id: guild.id, user_id })
  const words = { title: '周六外拍', content: '来不了的说一声', content_html: '<p>来不了的说一声</p>' }
  const { id } = await db
    .insertInto('announcements')
    .values({ guild_id: guild.id, author_id: teacher.id, ...words, created_at: 1, published_at: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const said = (user_id: number, content: string) => ({ announcement_id: id, user_id, content, written_at: 2 })
  await db
    .insertInto('announcement_replies')
    .values([said(lin.id, '我来不了'), said(zhou.id, '我去')])
    .execute()
  const own: object[] = []
  for await (const row of ownReplies(db, lin.id)) own.push(row)
  expect(own).toEqual([{ id, guild: '数学建模组', announcement: '周六外拍', content: '我来不了', written_at: 2 }])
})
