import { discussions } from '@tongchuang/contract/discussions.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { aFile } from '../files/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { totals, wrongTotals } from '../ledger/store.ts'
import { messageRoutes } from '../messages/routes.ts'
import { aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { discussionRoutes } from './routes.ts'
import { memberIds } from './mention-store.ts'

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

const member = async (given: { nickname?: string; role?: 'student' | 'assistant' | 'teacher' } = {}) => {
  const { role = 'student', ...user } = given
  const person = await aUser(school.app.db, user)
  const { id: member_id } = await aMember(school.app.db, { guild_id: guild.id, user_id: person.id, role })
  return { ...person, member_id, send: school.as(person) }
}
type Member = Awaited<ReturnType<typeof member>>

const say = (who: Member, content: string, more: object = {}) =>
  who.send(discussions.create, { task_id: task.id, content, ...more })
const read = (who: Member, more: object = {}) => who.send(discussions.list, { task_id: task.id, ...more })
const experience = async (who: { id: number }) => (await totals(school.app.db, who.id)).experience
const countOf = async () =>
  (
    await school.app.db
      .selectFrom('tasks')
      .select('discussion_count')
      .where('id', '=', task.id)
      .executeTakeFirstOrThrow()
  ).discussion_count
test('a student asks, another replies to the reply, and everybody reads one thread of two levels', async () => {
  const [asker, helper, third] = [await member({ nickname: '林雨桐' }), await member(), await member()]
  const question = await say(asker, '三天的数据里有一天下雨，要不要**去掉**？')
  expect(question).toMatchObject({
    parent_id: null,
    author: { nickname: '林雨桐', mine: true },
    can: { edit: true, delete: true, report: false },
  })
  expect(question.content_html).toContain('<strong>去掉</strong>')
  const reply = await say(helper, '先留着，再算一遍。', { parent_id: question.id })
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
  const [asker, helper] = [await member(), await member({ role: 'teacher' })]
  const question = await say(asker, '点名器怎么保证关掉再开不重复？')
  const ids: number[] = []
  for (let at = 0; at < 6; at += 1) ids.push((await say(helper, `第 ${at} 个办法`, { parent_id: question.id })).id)
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
  // A key is one person's own.
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
  expect((await say(asker, '# 标题\n<script>alert(1)</script>')).content_html).toBe('<p><strong>标题</strong></p>')
})

test('likes: ten at once count once and earn once; taken back it is gone; one’s own is refused', async () => {
  const [author, fan] = [await member(), await member()]
  const { id: discussion_id } = await say(author, '两次结果我都放在附件里了')
  const before = await experience(author)
  expect(await reasonOf(author.send(discussions.like, { discussion_id }))).toBe('SELF')
  const answers = await Promise.all(Array.from({ length: 10 }, () => fan.send(discussions.like, { discussion_id })))
  expect(new Set(answers.map(({ like_count }) => like_count))).toEqual(new Set([1]))
  expect((await read(fan)).list).toMatchObject([{ liked: true, like_count: 1 }])
  expect((await read(await member())).list).toMatchObject([{ liked: false, like_count: 1 }])
  expect(await experience(author)).toBe(before + 1)
  expect(await fan.send(discussions.unlike, { discussion_id })).toEqual({ liked: false, like_count: 0 })
  expect(await fan.send(discussions.unlike, { discussion_id })).toEqual({ liked: false, like_count: 0 })
  expect(await experience(author)).toBe(before)
  expect(await fan.send(discussions.like, { discussion_id })).toEqual({ liked: true, like_count: 1 })
  expect(await experience(author)).toBe(before + 1)
  expect(await wrongTotals(school.app.db)).toEqual([])
})

test('the day limit of likes counts persons: ten earn, the eleventh does not, and clicks are no persons', async () => {
  const author = await member()
  const { id: discussion_id } = await say(author, '把已点到的名字存文件里')
  const before = await experience(author)
  const fans = await Promise.all(Array.from({ length: 11 }, () => member()))
  for (const name of ['like', 'unlike', 'like'] as const) await fans[0]!.send(discussions[name], { discussion_id })
  for (const fan of fans.slice(1)) await fan.send(discussions.like, { discussion_id })
  expect(await experience(author)).toBe(before + 10)
  expect((await read(author)).list[0]?.like_count).toBe(11)
})

test('posts of ten letters earn 2, five times a day; a deleted one gives it back', async () => {
  const asker = await member()
  await say(asker, '太短了')
  expect(await experience(asker)).toBe(1)
  const posts = []
  for (let at = 0; at < 6; at += 1) {
    school.clock.move(MINUTE)
    posts.push(await say(asker, `这一条有十个字以上，第 ${at} 条`))
  }
  expect(await experience(asker)).toBe(11)
  await asker.send(discussions.remove, { discussion_id: posts[0]!.id })
  expect(await experience(asker)).toBe(9)
})

test('deleting: without replies a post goes, with replies it reads deleted, and both can be undone', async () => {
  const [asker, helper] = [await member(), await member()]
  const question = await say(asker, '打包带走的同学也在队里，要不要分开数？')
  const reply = await say(helper, '分开数更清楚', { parent_id: question.id })
  await asker.send(discussions.remove, { discussion_id: question.id })
  const [thread] = (await read(helper)).list
  expect(thread).toMatchObject({
    deleted: true,
    content: '',
    content_html: '',
    author: { anonymous: true },
    replies: [{ id: reply.id }],
  })
  expect(await countOf()).toBe(1)
  await helper.send(discussions.remove, { discussion_id: reply.id })
  expect((await read(helper)).list).toEqual([])
  await helper.send(discussions.remove, { discussion_id: reply.id, undo: true })
  await asker.send(discussions.remove, { discussion_id: question.id, undo: true })
  expect((await read(helper)).list).toMatchObject([{ deleted: false, content: question.content, reply_count: 1 }])
  expect(await countOf()).toBe(2)
  for (const id of [reply.id, question.id])
    await (id === reply.id ? helper : asker).send(discussions.remove, { discussion_id: id })
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
  expect(await reasonOf(asker.send(discussions.edit, { discussion_id, content: '太晚了' }))).toBe('EDIT_OVER')
  expect(await school.app.db.selectFrom('discussion_edits').select('content').execute()).toEqual([
    { content: '写错了一个字' },
  ])
})

test('who asked marks the answer: its author earns 5 while the mark stands, and only one reply has it', async () => {
  const [asker, helper, other] = [await member(), await member(), await member()]
  const question = await say(asker, '哪一种误差更大？')
  const replies = [
    await say(helper, '第一种', { parent_id: question.id }),
    await say(other, '第二种', { parent_id: question.id }),
  ]
  const [one, two] = replies.map(({ id }) => id)
  const [before, after] = [await experience(helper), await experience(other)]
  expect(await reasonOf(helper.send(discussions.markAnswer, { discussion_id: one! }))).toBe('ROLE')
  for (let times = 0; times < 2; times += 1)
    expect(await asker.send(discussions.markAnswer, { discussion_id: one! })).toEqual({ is_answer: true })
  expect(await experience(helper)).toBe(before + 5)
  await asker.send(discussions.markAnswer, { discussion_id: two! })
  expect([await experience(helper), await experience(other)]).toEqual([before, after + 5])
  expect((await read(asker)).list[0]?.replies.map(({ id, is_answer }) => [id, is_answer])).toEqual([
    [two, true],
    [one, false],
  ])
  await asker.send(discussions.markAnswer, { discussion_id: two!, answer: false })
  expect(await experience(other)).toBe(after)
})

test('whom a post answers or names is told once; an anonymous writer is not named', async () => {
  const [asker, helper, named] = [
    await member(),
    await member({ nickname: '欧阳思源' }),
    await member({ nickname: '王一' }),
  ]
  const question = await say(asker, '谁算过平均数？')
  await say(helper, '问问 @王一 和 `@王一`', { parent_id: question.id, mentions: [named.member_id, asker.member_id] })
  const [thread] = (await read(asker)).list
  expect(thread?.replies[0]?.content_html).toContain('<b>@王一</b>')
  expect(thread?.replies[0]?.content_html).toContain('<code>@王一</code>')
  const box = async (who: Member) => (await who.send(messages.list, {})).list.map(({ title }) => title)
  expect([await box(asker), await box(named), await box(helper)]).toEqual([
    ['欧阳思源回复了你'],
    ['欧阳思源提到了你'],
    [],
  ])
  await school.app.db.updateTable('guilds').set({ anonymous_allowed: true }).where('id', '=', guild.id).execute()
  await say(helper, '不好意思问的问题', { parent_id: question.id, anonymous: true })
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

test('staff have badges, and whoever asked has one in their own thread', async () => {
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

test('a question that was deleted and is read for its replies is liked no more, and no deleted reply is its answer', async () => {
  const [asker, helper, other] = [await member(), await member(), await member()]
  const question = await say(asker, '两个班的数据能放在一起吗？')
  const replies = [
    await say(helper, '先分开算', { parent_id: question.id }),
    await say(other, '可以放在一起', { parent_id: question.id }),
  ]
  await other.send(discussions.remove, { discussion_id: replies[1]!.id })
  expect(await reasonOf(asker.send(discussions.markAnswer, { discussion_id: replies[1]!.id }))).toBe('NOT_FOUND')
  await asker.send(discussions.remove, { discussion_id: question.id })
  expect((await read(helper)).list).toMatchObject([{ deleted: true }])
  expect(await reasonOf(helper.send(discussions.like, { discussion_id: question.id }))).toBe('NOT_FOUND')
})

test('who has left the guild hears nothing of its discussions any more', async () => {
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
