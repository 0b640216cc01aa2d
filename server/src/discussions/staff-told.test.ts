import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { talk } from '../testing/talk.ts'

let school: School
let guild: { id: number }
let task: Task

beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db)
  task = await aTask(school.app.db, { guild_id: guild.id, title: '食堂排队' })
})
afterEach(() => school.close())
const { member, staff, say } = talk(() => ({ school, guild, task }))
type Staff = { send: School['send'] }
const reply = (who: Staff, parent_id: number, content: string) =>
  who.send(discussionsAdmin.reply, { task_id: task.id, parent_id, content })
/** The admin site’s messages about the discussion, except the waiting questions. */
const box = async (who: Staff) =>
  (await who.send(messagesAdmin.list, {})).list.filter(({ kind }) => kind !== 'discussion.waiting')
const saysIn = async (who: Staff) => (await box(who)).map(({ title, content }) => [title, content])
/** The thread that a page of the admin site shows behind a link to a post. */
const threadBehind = async (who: Staff, link: string | null) => {
  const { pathname, searchParams } = new URL(link ?? '', 'https://school.example')
  const [guild_id, post_id] = [Number(searchParams.get('guild')), Number(searchParams.get('post'))]
  expect(pathname).toBe(adminPaths.moderation('posts'))
  return (await who.send(discussionsAdmin.list, { guild_id, post_id })).list
}

test('a teacher and an assistant read on the admin site who replied to them, and the link opens the thread', async () => {
  const [teacher, assistant] = [await staff('teacher'), await staff('assistant')]
  const student = await member({ nickname: '欧阳思源' })
  const question = await say(student, '要写多少字？')
  const answer = await reply(assistant, question.id, '八百字就够。')
  await say(student, '包括标题吗？', { parent_id: answer.id })
  const [told] = await box(assistant)
  expect(told).toMatchObject({
    kind: 'post.replied',
    topic: 'reply',
    guild: { id: guild.id },
    title: '欧阳思源回复了你',
    subTitle: '食堂排队',
    content: '包括标题吗？',
    unread: true,
  })
  expect((await threadBehind(assistant, told!.link)).map(({ id }) => id)).toEqual([question.id])
  expect(await saysIn(teacher)).toEqual([])
  await school.app.db.insertInto('user_roles').values({ user_id: assistant.id, role: 'student' }).execute()
  expect((await school.as(assistant)(messages.list, {})).list).toEqual([])
})

test('a teacher who is named reads so on the admin site, and of a classmate without a name no name', async () => {
  const teacher = await staff('teacher', { nickname: '陈老师' })
  const student = await member()
  await school.app.db.updateTable('guilds').set({ anonymous_allowed: true }).where('id', '=', guild.id).execute()
  const mentions = [teacher.member_id]
  const question = await say(student, '@陈老师 可以晚交吗', { mentions, anonymous: true })
  const changed = await say(student, '再问一句')
  await student.send(discussions.edit, { discussion_id: changed.id, content: '@陈老师 再问一句', mentions })
  expect(await saysIn(teacher)).toEqual([
    [`${student.nickname}提到了你`, '@陈老师 再问一句'],
    ['一位同学提到了你', '@陈老师 可以晚交吗'],
  ])
  const links = (await box(teacher)).map(({ link }) => link)
  expect((await threadBehind(teacher, links[1] ?? null)).map(({ id }) => id)).toEqual([question.id])
})

test('an administrator who replied is told of what follows, and an assistant whose reply helped reads that it did', async () => {
  const admin = await aUser(school.app.db, { roles: ['admin'] })
  const asAdmin = { send: school.as(admin, { audience: 'admin', role: 'admin' }) }
  const assistant = await staff('assistant')
  const student = await member()
  const question = await say(student, '数据从哪里来？')
  const first = await reply(asAdmin, question.id, '学校的开放数据。')
  const second = await reply(assistant, question.id, '也可以自己数。')
  await say(student, '在哪里下载？', { parent_id: first.id })
  await student.send(discussions.markAnswer, { discussion_id: second.id })
  expect(await saysIn(asAdmin)).toEqual([[`${student.nickname}回复了你`, '在哪里下载？']])
  expect(await saysIn(assistant)).toEqual([['你的回复被采纳', '也可以自己数。']])
})

test('staff who turned the topic off, or are no longer staff, are told nothing of replies', async () => {
  const [quiet, gone] = [await staff('teacher'), await staff('teacher')]
  const student = await member()
  const question = await say(student, '分组怎么分？')
  const replies = [await reply(quiet, question.id, '自己分。'), await reply(gone, question.id, '抽签也行。')]
  await quiet.send(messagesAdmin.change, { topics: [{ topic: 'reply', in_app: false, mail: 'never' }] })
  await school.app.db.updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', gone.id).execute()
  for (const { id: parent_id } of replies) await say(student, `好的，第 ${parent_id} 条`, { parent_id })
  expect([await saysIn(quiet), await saysIn(gone)]).toEqual([[], []])
})

test('an assistant whose post a teacher hides reads on the admin site why', async () => {
  const [teacher, assistant] = [await staff('teacher'), await staff('assistant')]
  const question = await say(await member(), '答案是什么？')
  const { id: discussion_id } = await reply(assistant, question.id, '答案是四十二。')
  await teacher.send(discussionsAdmin.hide, { discussion_id, reason: '先让同学自己想' })
  expect(await box(assistant)).toMatchObject([
    { kind: 'post.hidden', title: '你的发言被隐藏了', content: '「答案是四十二。」：先让同学自己想', link: null },
  ])
})
