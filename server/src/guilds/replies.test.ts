import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { eraseMemberships } from './erase-store.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember } from './factory.ts'

let school: School
let guild: { id: number }
let teacher: { id: number }
let lin: { id: number }
let zhou: { id: number }
beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  guild = await aGuild(db, { name: '数学建模组' })
  teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  lin = await aUser(db, { real_name: '林知夏' })
  zhou = await aUser(db)
  for (const { id: user_id } of [lin, zhou]) await aMember(db, { guild_id: guild.id, user_id })
})
afterEach(() => school.close())

const staff = () => school.as(teacher, { audience: 'admin', role: 'teacher' })
const announce = async (more: object = { takes_replies: true }) =>
  (
    await staff()(announcementsAdmin.save, {
      guild_id: guild.id,
      title: '周六外拍',
      content: '来不了的说一声',
      ...more,
    })
  ).id
const say = (id: number, content: string, who = lin) =>
  school.as(who)(guilds.replyToAnnouncement, { guild_id: guild.id, id, content })
const read = async (who = lin) => (await school.as(who)(catalog.classDetail, { guild_id: guild.id })).announcements[0]
const replies = async (id: number) =>
  (await staff()(announcementsAdmin.replies, { guild_id: guild.id, id })).list.map(({ student, content }) => [
    student.user_id,
    content,
  ])
const box = async () =>
  (await staff()(messagesAdmin.list, {})).list.map(({ topic, title, content, unread, link }) => [
    topic,
    title,
    content,
    unread,
    link,
  ])

test('a reply is read by staff and by whoever wrote it, changed in place, and told to the teachers as one notice', async () => {
  const id = await announce()
  expect(await read()).toMatchObject({ may_reply: true, reply: null })
  await say(id, '我来不了')
  expect(await reasonOf(say(id, ' \u200b '))).toBe('EMPTY')
  await say(id, '我来不了，在比赛')
  await say(id, '我晚到半小时')
  await say(id, '我去', zhou)
  expect(await read()).toMatchObject({ may_reply: true, reply: '我晚到半小时' })
  expect(await read(zhou)).toMatchObject({ reply: '我去' })
  expect((await replies(id)).toSorted()).toEqual(
    [
      [lin.id, '我晚到半小时'],
      [zhou.id, '我去'],
    ].toSorted(),
  )
  expect((await staff()(announcementsAdmin.list, { guild_id: guild.id })).list[0]).toMatchObject({
    takes_replies: true,
    replied: 2,
  })
  expect(await box()).toEqual([['reply', '公告有2条回复', '周六外拍', true, `/guilds/${guild.id}/announcements`]])
})

test('members who reply at the same moment are one notice that counts them all', async () => {
  const id = await announce()
  const class_ = [lin, zhou]
  for (let one = 0; one < 6; one += 1) {
    const student = await aUser(school.app.db)
    await aMember(school.app.db, { guild_id: guild.id, user_id: student.id })
    class_.push(student)
  }
  await Promise.all(class_.map((who) => say(id, '我去', who)))
  expect((await box()).map(([, title]) => title)).toEqual(['公告有8条回复'])
})

test('a reply that a student has sent in another window meanwhile is not replaced by an older page, which is told', async () => {
  const id = await announce()
  const said = (content: string, was: string, who = lin) =>
    school.as(who)(guilds.replyToAnnouncement, { guild_id: guild.id, id, content, was })
  await said('我来不了', '')
  expect(await said('我能来', '', zhou), 'a classmate’s reply is another one').toEqual({ reply: '我能来' })
  expect(await reasonOf(said('我来', ''))).toBe('CHANGED')
  expect(await reasonOf(said('', '我晚到'))).toBe('CHANGED')
  expect(await read()).toMatchObject({ reply: '我来不了' })
  expect(await said('我来不了', '')).toEqual({ reply: '我来不了' })
  expect(await said('我来', '我来不了')).toEqual({ reply: '我来' })
  expect(await said('', '我来')).toEqual({ reply: null })
})

test('a reply can be deleted, also after replies are closed, and the notice goes with the last one', async () => {
  const id = await announce()
  await say(id, '我来不了')
  await staff()(announcementsAdmin.save, {
    guild_id: guild.id,
    id,
    base_version: 0,
    content: '都来',
    takes_replies: false,
  })
  expect(await read()).toMatchObject({ may_reply: false, reply: '我来不了' })
  expect(await reasonOf(say(id, '还是来'))).toBe('NO_REPLIES')
  expect(await say(id, '')).toEqual({ reply: null })
  expect(await replies(id)).toEqual([])
  expect(await box()).toEqual([])
  expect(await read()).toMatchObject({ may_reply: false, reply: null })
})

test('replying is refused where it is not allowed, before publishing, after taking back, in an archived guild and to strangers', async () => {
  const closed = await announce({})
  expect(await reasonOf(say(closed, '我来不了'))).toBe('NO_REPLIES')
  const later = await announce({
    takes_replies: true,
    publish_at: new Date(school.clock.now() + 3_600_000).toISOString(),
  })
  expect(await reasonOf(say(later, '我来不了'))).toBe('NOT_FOUND')
  const id = await announce()
  const stranger = await aUser(school.app.db)
  expect(await reasonOf(say(id, '我来不了', stranger))).toBe('NOT_FOUND')
  const asTeacher = school.as(teacher)(guilds.replyToAnnouncement, { guild_id: guild.id, id, content: '好' })
  expect(await reasonOf(asTeacher)).toBe('ROLE')
  await say(id, '我来不了')
  await staff()(announcementsAdmin.takeBack, { guild_id: guild.id, id })
  expect(await reasonOf(say(id, '那我来'))).toBe('NOT_FOUND')
  expect(await box()).toEqual([])
  const last = await announce()
  await school.app.db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', guild.id).execute()
  expect(await reasonOf(say(last, '我来不了'))).toBe('ARCHIVED')
  expect(await read()).toMatchObject({ may_reply: false })
})

test('a sixth reply within a minute has to wait, and the fifth stays', async () => {
  const id = await announce()
  for (let at = 1; at <= 5; at += 1) await say(id, `第${at}次`)
  expect(await reasonOf(say(id, '第6次'))).toBe('TOO_FAST')
  expect(await replies(id)).toEqual([[lin.id, '第5次']])
})

test('a reply goes away with the account and with the announcement', async () => {
  const { db } = school.app
  const id = await announce()
  await say(id, '我来不了')
  await say(id, '我去', zhou)
  await db.transaction().execute((inner) => eraseMemberships(inner, lin.id))
  expect(await replies(id)).toEqual([[zhou.id, '我去']])
  await staff()(announcementsAdmin.remove, { guild_id: guild.id, id })
  expect(await db.selectFrom('announcement_replies').selectAll().execute()).toEqual([])
  expect(await box()).toEqual([])
})
