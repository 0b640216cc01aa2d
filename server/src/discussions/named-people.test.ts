import { discussions } from '@tongchuang/contract/discussions.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { aGuild } from '../guilds/factory.ts'
import { messageRoutes } from '../messages/routes.ts'
import { aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { discussionRoutes } from './routes.ts'
import { memberIds } from './mention-store.ts'
import { talk } from '../testing/talk.ts'

let school: School
let guild: { id: number }
let task: Task

beforeEach(async () => {
  school = await testApp({ authenticate, features: [messageRoutes, discussionRoutes] })
  guild = await aGuild(school.app.db)
  task = await aTask(school.app.db, { guild_id: guild.id })
})
afterEach(() => school.close())
const { member, say, read, experience } = talk(() => ({ school, guild, task }))

test('the people a post answers or mentions are told once, without the name of an anonymous author', async () => {
  const [asker, replier, named] = [
    await member(),
    await member({ nickname: '欧阳思源' }),
    await member({ nickname: '王一' }),
  ]
  const question = await say(asker, '谁算过平均数？')
  await say(replier, '问问 @王一 和 `@王一`', { parent_id: question.id, mentions: [named.member_id, asker.member_id] })
  const [thread] = (await read(asker)).list
  expect(thread?.replies[0]?.content_html).toContain('<b>@王一</b>')
  expect(thread?.replies[0]?.content_html).toContain('<code>@王一</code>')
  const box = async (who: { send: School['send'] }) =>
    (await who.send(messages.list, {})).list.map(({ title }) => title)
  expect([await box(asker), await box(named), await box(replier)]).toEqual([
    ['欧阳思源回复了你'],
    ['欧阳思源提到了你'],
    [],
  ])
  await school.app.db.updateTable('guilds').set({ anonymous_allowed: true }).where('id', '=', guild.id).execute()
  await say(replier, '不好意思问的问题', { parent_id: question.id, anonymous: true })
  expect(await box(asker)).toEqual(['一位同学回复了你', '欧阳思源回复了你'])
})

test('anonymity is decided at writing: where it is allowed, and for good', async () => {
  const [asker, other, teacher] = [await member(), await member(), await member({ role: 'teacher' })]
  const allow = (anonymous_allowed: boolean) =>
    school.app.db.updateTable('guilds').set({ anonymous_allowed }).where('id', '=', guild.id).execute()
  await allow(false)
  expect(await reasonOf(say(asker, '可以不写名字吗？', { anonymous: true }))).toBe('NO_ANONYMOUS')
  await allow(true)
  expect((await read(asker)).anonymous_allowed).toBe(true)
  const post = await say(asker, '可以不写名字吗？', { anonymous: true })
  expect(post.author).toEqual({ anonymous: true, mine: true })
  expect(await reasonOf(say(teacher, '老师不行', { anonymous: true }))).toBe('NO_ANONYMOUS')
  await allow(false)
  const answer = await school.inject({
    method: 'GET',
    url: '/api/student/task_discussions',
    query: { task_id: String(task.id) },
    headers: { token: await school.signIn(other) },
  })
  expect(answer.json<{ data: { list: object[] } }>().data.list).toMatchObject([
    { author: { anonymous: true, mine: false } },
  ])
  expect(answer.body).not.toContain(asker.nickname)
})

test('staff have badges, and the author of a question has one in its thread', async () => {
  const [asker, teacher, assistant] = [
    await member(),
    await member({ role: 'teacher' }),
    await member({ role: 'assistant' }),
  ]
  const { id: parent_id } = await say(asker, '要写多少字？')
  for (const who of [teacher, assistant, asker]) await say(who, `我是${who.nickname}`, { parent_id })
  const [thread] = (await read(asker)).list
  expect(thread?.replies.map(({ author }) => ('badge' in author ? author.badge : null))).toEqual([
    'teacher',
    'assistant',
    'author',
  ])
  expect(await experience(teacher)).toBe(0)
})

test('a former member is told nothing of the guild’s discussions', async () => {
  const [asker, left] = [await member(), await member()]
  expect(await memberIds(school.app.db, guild.id)).toEqual([asker.id, left.id])
  await school.app.db.updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', left.id).execute()
  expect(await memberIds(school.app.db, guild.id)).toEqual([asker.id])
})

test('names to mention: members alone, staff first, found by a part of them', async () => {
  const [asker, , teacher] = [
    await member(),
    await member({ nickname: '丹增卓玛' }),
    await member({ nickname: '卓老师', role: 'teacher' }),
  ]
  await aUser(school.app.db, { nickname: '卓不凡' })
  const names = await asker.send(discussions.mentionable, { task_id: task.id, keyword: '卓' })
  expect(names.map(({ nickname }) => nickname)).toEqual([teacher.nickname, '丹增卓玛'])
})
