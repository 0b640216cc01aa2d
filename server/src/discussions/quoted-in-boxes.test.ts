import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { talk } from '../testing/talk.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let guild: { id: number }
let task: Task

beforeEach(async () => {
  // No server listens there: mail stays in the outbox, where the tests read it.
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:9', baseUrl: 'https://school.example' } })
  school.clock.set('2026-10-12T05:00:00.000Z') // 13:00 in Shanghai
  guild = await aGuild(school.app.db)
  task = await aTask(school.app.db, { guild_id: guild.id })
})
afterEach(() => school.close())
const { member, say } = talk(() => ({ school, guild, task }))

type Person = Awaited<ReturnType<typeof member>>
const aTeacher = async () => {
  const person = await aUser(school.app.db, { roles: ['teacher'] })
  await aMember(school.app.db, { guild_id: guild.id, user_id: person.id, role: 'teacher' })
  return school.as(person, { audience: 'admin', role: 'teacher' })
}
const box = async (who: Person) =>
  (await who.send(messages.list, {})).list.map(({ content, status }) => `${status ? '' : '* '}${content}`)
const unread = async (who: Person) => (await who.send(messages.unread)).total
const read = (who: Person) => who.send(messages.read, {})

/** A question and a reply to it that also mentions another member, so two users are notified. */
const aReply = async (content: string) => {
  const [asker, named, writer] = [await member(), await member({ nickname: '欧阳思源' }), await member()]
  const question = await say(asker, '这一步怎么来的？')
  const reply = await say(writer, content, { parent_id: question.id, mentions: [named.member_id] })
  return { asker, named, writer, question, reply }
}

test('messages that quote a hidden post leave the boxes and the letter of the day, and return with it, read or unread as before', async () => {
  const { asker, named, reply } = await aReply('@欧阳思源 他家住在幸福路3号')
  const teacher = await aTeacher()
  const email = 'asker@school.example'
  await school.app.db
    .updateTable('users')
    .set({ email, email_key: email, email_confirmed: true })
    .where('id', '=', asker.id)
    .execute()
  await asker.send(profile.update, { notices: [{ topic: 'replies', in_app: true, mail: true }] })
  await say(named, '我也想知道', { parent_id: reply.id })
  const others = await box(asker)
  await read(named)
  await teacher(discussionsAdmin.hide, { discussion_id: reply.id, reason: '不要写别人的住址' })
  expect([await box(asker), await unread(asker)]).toEqual([['* 我也想知道'], 1])
  expect([await box(named), await unread(named)]).toEqual([[], 0])
  school.clock.set('2026-10-12T10:05:00.000Z') // 18:05
  await school.app.jobs.run('messages.letters')
  const letters = await school.app.db.selectFrom('mail_outbox').select('text').execute()
  expect(letters.map(({ text }) => text).join()).not.toContain('幸福路')
  await teacher(discussionsAdmin.restore, { discussion_id: reply.id })
  expect(await box(asker)).toEqual(others)
  expect(await box(named)).toEqual(['@欧阳思源 他家住在幸福路3号'])
})

test('a reported post leaves the reporter’s box for good, and all boxes after three reports until a teacher keeps it', async () => {
  const { asker, named, reply } = await aReply('@欧阳思源 你真笨')
  const teacher = await aTeacher()
  const [first, ...others] = [named, await member(), await member()]
  const report = { target: 'discussion', id: reply.id, reason: 'abuse' } as const
  await first!.send(discussions.report, report)
  expect([await box(asker), await box(named)]).toEqual([['* @欧阳思源 你真笨'], []])
  for (const who of others) await who.send(discussions.report, report)
  expect(await box(asker)).toEqual([])
  const { list } = await teacher(discussionsAdmin.reports, {})
  await teacher(discussionsAdmin.decide, { id: list[0]!.id, decision: 'keep' })
  expect([await box(asker), await box(named)]).toEqual([['* @欧阳思源 你真笨'], []])
})

test('messages about a deleted reply leave the boxes and return with it, except where they were cleared', async () => {
  const { asker, named, writer, reply } = await aReply('@欧阳思源 我发错了')
  await read(asker)
  await asker.send(messages.clear, {})
  school.clock.move(60_000)
  await writer.send(discussions.remove, { discussion_id: reply.id })
  expect(await box(named)).toEqual([])
  await writer.send(discussions.remove, { discussion_id: reply.id, undo: true })
  expect([await box(asker), await box(named)]).toEqual([[], ['* @欧阳思源 我发错了']])
})

test('messages about replies to a hidden question leave the boxes, and those of a reply deleted meanwhile do not return', async () => {
  const { asker, writer, question, reply } = await aReply('@欧阳思源 第一句')
  await say(writer, '第二句', { parent_id: question.id })
  const teacher = await aTeacher()
  await teacher(discussionsAdmin.hide, { discussion_id: question.id, reason: '不在这里问' })
  const why = '* 「这一步怎么来的？」：不在这里问'
  expect(await box(asker)).toEqual([why])
  school.clock.move(60_000)
  await writer.send(discussions.remove, { discussion_id: reply.id })
  await teacher(discussionsAdmin.restore, { discussion_id: question.id })
  expect(await box(asker)).toEqual(['* 第二句'])
})

test('messages quote a reply as it was last edited, except to readers who may not see its text', async () => {
  const { asker, named, writer, question, reply } = await aReply('@欧阳思源 答案是四十二')
  await school.app.db.updateTable('tasks').set({ post_first: true }).where('id', '=', task.id).execute()
  const silent = await member({ nickname: '端木' })
  const other = await say(writer, '@端木 我得五十', { parent_id: question.id, mentions: [silent.member_id] })
  await writer.send(discussions.edit, { discussion_id: reply.id, content: '@欧阳思源 答案是四十三' })
  await writer.send(discussions.edit, { discussion_id: other.id, content: '@端木 我得五十一' })
  expect((await box(asker)).at(-1)).toBe('* @欧阳思源 答案是四十三')
  expect(await box(named)).toEqual(['* @欧阳思源 答案是四十三'])
  expect(await box(silent)).toEqual(['* '])
})
