import { discussions } from '@tongchuang/contract/discussions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authenticate } from '../accounts/sessions.ts'
import { aFile } from '../files/factory.ts'
import { aGuild } from '../guilds/factory.ts'
import { messageRoutes } from '../messages/routes.ts'
import { aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { discussionRoutes } from './routes.ts'
import { talk } from '../testing/talk.ts'

let school: School
let guild: { id: number }
let task: Task
const MINUTE = 60_000

beforeEach(async () => {
  school = await testApp({ authenticate, features: [messageRoutes, discussionRoutes] })
  guild = await aGuild(school.app.db)
  task = await aTask(school.app.db, { guild_id: guild.id })
})
afterEach(() => school.close())
const { member, say, read, countOf } = talk(() => ({ school, guild, task }))

test('a student asks, another replies to the reply, and everybody reads one thread of two levels', async () => {
  const [asker, replier, third] = [await member({ nickname: '林雨桐' }), await member(), await member()]
  const question = await say(asker, '三天的数据里有一天下雨，要不要**去掉**？')
  expect(question).toMatchObject({
    parent_id: null,
    author: { nickname: '林雨桐', mine: true },
    can: { edit: true, delete: true, report: false },
  })
  expect(question.content_html).toContain('<strong>去掉</strong>')
  const reply = await say(replier, '先留着，再算一遍。', { parent_id: question.id })
  const below = await say(third, '两次结果差多少？', { parent_id: reply.id })
  expect(below.parent_id).toBe(question.id)
  const { list, count, unanswered } = await read(asker)
  expect(list.map(({ id, replies, reply_count }) => [id, replies.map((one) => one.id), reply_count])).toEqual([
    [question.id, [reply.id, below.id], 2],
  ])
  expect([count, unanswered]).toEqual([3, 0])
  expect(list[0]?.replies[0]).toMatchObject({
    author: { badge: null, mine: false },
    can: { edit: false, delete: false, answer: true, report: true },
  })
})

test('more than three replies are paged behind the first three, none twice', async () => {
  const [asker, replier] = [await member(), await member({ role: 'teacher' })]
  const question = await say(asker, '点名器怎么保证关掉再开不重复？')
  const ids: number[] = []
  for (let at = 0; at < 6; at += 1) ids.push((await say(replier, `第 ${at} 个办法`, { parent_id: question.id })).id)
  const [thread] = (await read(asker)).list
  const rest = await read(asker, { parent_id: question.id, after: thread?.replies_next, limit: 2 })
  const last = await read(asker, { parent_id: question.id, after: rest.next })
  expect([...(thread?.replies ?? []), ...rest.list, ...last.list].map(({ id }) => id)).toEqual(ids)
  expect(last.next).toBeNull()
})

test('questions come newest, by heat, or those nobody answered; a page goes on where it ended', async () => {
  const [asker, fan] = [await member(), await member()]
  const posts = []
  for (const content of ['第一个问题', '第二个问题', '第三个问题']) posts.push(await say(asker, content))
  const [first, second, third] = posts.map(({ id }) => id)
  await fan.send(discussions.like, { discussion_id: first! })
  await say(fan, '我来答', { parent_id: first! })
  const ids = async (more: object) => (await read(fan, more)).list.map(({ id }) => id)
  expect(await ids({})).toEqual([third, second, first])
  expect(await ids({ sort: 'hot' })).toEqual([first, third, second])
  expect(await ids({ sort: 'unanswered' })).toEqual([third, second])
  const page = await read(fan, { sort: 'hot', limit: 1 })
  expect(await ids({ sort: 'hot', after: page.next })).toEqual([third, second])
})

test('the same key gives the same post, ten times at once too; another text under it is refused', async () => {
  const asker = await member()
  const key = 'a-key-of-the-page'
  const answers = await Promise.all(Array.from({ length: 5 }, () => say(asker, '会不会发两遍？', { key })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await countOf()).toBe(1)
  expect(await reasonOf(say(asker, '换一句话', { key }))).toBe('KEY_REUSED')
  // A key belongs to one user.
  expect((await say(await member(), '会不会发两遍？', { key })).id).not.toBe(answers[0]?.id)
})

test('five posts a minute and twenty an hour; the same words within ten minutes are refused', async () => {
  const asker = await member()
  for (let at = 0; at < 20; at += 1) {
    if (at > 0 && at % 5 === 0) {
      expect(await reasonOf(say(asker, '再来一条'))).toBe('TOO_FAST')
      school.clock.move(MINUTE)
    }
    await say(asker, `第 ${at} 条`)
  }
  school.clock.move(MINUTE)
  expect(await reasonOf(say(asker, '第二十一条'))).toBe('TOO_FAST')
  school.clock.move(60 * MINUTE)
  await say(asker, '重复的话')
  expect(await reasonOf(say(asker, '重复的话'))).toBe('DUPLICATE')
  await say(await member(), '重复的话')
  school.clock.move(11 * MINUTE)
  await say(asker, '重复的话')
})

test('a text is 1 to 2,000 characters by code points and shows something', async () => {
  const asker = await member()
  expect((await say(asker, '😀'.repeat(2000))).content).toHaveLength(4000)
  expect(await reasonOf(say(asker, '😀'.repeat(2001)))).toBe('INVALID')
  for (const content of [' \n ', '<p></p>', '\u200b'])
    expect(await reasonOf(say(asker, content)), content).toBe('EMPTY')
  expect((await say(asker, '# 标题\n<script>alert(1)</script>')).content_html).toBe(
    '<p><strong>标题</strong></p>\n<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
})

test('deleting: without replies a post goes, with replies it reads deleted, and both can be undone', async () => {
  const [asker, replier] = [await member(), await member()]
  const question = await say(asker, '打包带走的同学也在队里，要不要分开数？')
  const reply = await say(replier, '分开数更清楚', { parent_id: question.id })
  await asker.send(discussions.remove, { discussion_id: question.id })
  const [thread] = (await read(replier)).list
  expect(thread).toMatchObject({
    deleted: true,
    content: '',
    content_html: '',
    author: { anonymous: true },
    replies: [{ id: reply.id }],
  })
  expect(await countOf()).toBe(1)
  await replier.send(discussions.remove, { discussion_id: reply.id })
  expect((await read(replier)).list).toEqual([])
  await replier.send(discussions.remove, { discussion_id: reply.id, undo: true })
  await asker.send(discussions.remove, { discussion_id: question.id, undo: true })
  expect((await read(replier)).list).toMatchObject([{ deleted: false, content: question.content, reply_count: 1 }])
  expect(await countOf()).toBe(2)
  for (const id of [reply.id, question.id])
    await (id === reply.id ? replier : asker).send(discussions.remove, { discussion_id: id })
  school.clock.move(11 * MINUTE)
  expect(await reasonOf(asker.send(discussions.remove, { discussion_id: question.id, undo: true }))).toBe('NOT_FOUND')
  for (let times = 0; times < 2; times += 1) await school.app.jobs.run('discussions.sweep')
  expect(await school.app.db.selectFrom('discussions').selectAll().execute()).toEqual([])
})

test('a post is changed within 15 minutes, with its history; nobody else’s is', async () => {
  const [asker, other] = [await member(), await member()]
  const { id: discussion_id } = await say(asker, '写错了一个字')
  expect(await asker.send(discussions.edit, { discussion_id, content: '写对了' })).toMatchObject({
    content: '写对了',
    edited_at: expect.any(String),
  })
  expect(await reasonOf(other.send(discussions.edit, { discussion_id, content: '我来改' }))).toBe('NOT_FOUND')
  school.clock.move(16 * MINUTE)
  expect(await refusal(asker.send(discussions.edit, { discussion_id, content: '太晚了' }))).toMatchObject({
    reason: 'EDIT_OVER',
    message: '发出15分钟后不能再改，可以删除，或再写一条',
  })
  expect(await school.app.db.selectFrom('discussion_edits').select('content').execute()).toEqual([
    { content: '写错了一个字' },
  ])
})

test('an archived guild and a task not yet open are read only; a closed task stays open for posts', async () => {
  const [asker, fan] = [await member(), await member()]
  const set = (status: 'open' | 'closed' | 'scheduled', open_at: number | null = null) =>
    school.app.db.updateTable('tasks').set({ status, open_at }).where('id', '=', task.id).execute()
  await set('closed')
  const { id: discussion_id } = await say(asker, '交完了还想问一句')
  await set('scheduled', school.clock.now() + MINUTE)
  expect(await reasonOf(say(asker, '还没开始'))).toBe('DISCUSSION_CLOSED')
  await set('open')
  await school.app.db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', guild.id).execute()
  expect((await read(asker)).closed).toBe('archived')
  expect(await reasonOf(say(asker, '已经归档'))).toBe('ARCHIVED')
  expect(await reasonOf(fan.send(discussions.like, { discussion_id }))).toBe('ARCHIVED')
})

test('pictures of a post are its author’s own, and others get the re-encoded ones', async () => {
  const [asker, other] = [await member(), await member()]
  const own = await aFile(school.app.db, { owner_id: asker.id, kind: 'image', mime: 'image/png' })
  const foreign = await aFile(school.app.db, { owner_id: other.id, kind: 'image', mime: 'image/png' })
  expect(await reasonOf(say(asker, `看图 ![](/api/files/${foreign.id})`))).toBe('FILE')
  await say(asker, `看图 ![表](/api/files/${own.id})`)
  const [post] = (await read(other)).list
  expect(post?.content_html).toMatch(new RegExp(`<img src="/api/files/${own.id}\\?signature=[^"]+" alt="表"`))
})
