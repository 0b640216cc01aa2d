import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { totals } from '../ledger/store.ts'
import { messageRoutes } from '../messages/routes.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { findWork } from '../works/gallery-store.ts'
import { discussionAdminRoutes } from './routes.admin.ts'
import { discussionRoutes } from './routes.ts'

let school: School
let guild: { id: number; name: string }
let task: Task

beforeEach(async () => {
  school = await testApp({ authenticate, features: [messageRoutes, discussionRoutes, discussionAdminRoutes] })
  guild = await aGuild(school.app.db)
  task = await aTask(school.app.db, { guild_id: guild.id })
})
afterEach(() => school.close())

const student = async () => {
  const person = await aUser(school.app.db)
  await aMember(school.app.db, { guild_id: guild.id, user_id: person.id })
  return { ...person, send: school.as(person) }
}
const staff = async (role: 'teacher' | 'assistant' = 'teacher', switches: object = {}) => {
  const person = await aUser(school.app.db, { roles: [role] })
  await aMember(school.app.db, { guild_id: guild.id, user_id: person.id, role, ...switches })
  return { ...person, send: school.as(person, { audience: 'admin', role }) }
}
type Student = Awaited<ReturnType<typeof student>>

const say = (who: Student, content: string, more: object = {}) =>
  who.send(discussions.create, { task_id: task.id, content, ...more })
const read = async (who: Student) => (await who.send(discussions.list, { task_id: task.id })).list
const report = (who: Student, id: number, target: 'discussion' | 'submit' = 'discussion') =>
  who.send(discussions.report, { target, id, reason: 'abuse', note: '骂人' })
const box = async (who: { id: number }) =>
  (await school.as(who)(messages.list, {})).list.map(({ title, content }) => `${title}：${content}`)
const countOf = async () =>
  (
    await school.app.db
      .selectFrom('tasks')
      .select('discussion_count')
      .where('id', '=', task.id)
      .executeTakeFirstOrThrow()
  ).discussion_count
test('a report hides a post from who reported; three people’s from everybody, until a teacher keeps it', async () => {
  const [author, ...others] = await Promise.all(Array.from({ length: 5 }, () => student()))
  const teacher = await staff()
  const { id } = await say(author!, '这道题太难了，写不出来')
  expect(await reasonOf(report(author!, id))).toBe('SELF')
  for (let times = 0; times < 3; times += 1) expect(await report(others[0]!, id)).toEqual({ reported: true })
  expect([(await read(others[0]!)).length, (await read(others[3]!)).length]).toEqual([0, 1])
  await report(others[1]!, id)
  await report(others[2]!, id)
  expect([(await read(others[3]!)).length, (await read(author!)).length, await countOf()]).toEqual([0, 0, 0])
  expect(await reasonOf(others[3]!.send(discussions.like, { discussion_id: id }))).toBe('NOT_FOUND')
  const { list } = await teacher.send(discussionsAdmin.reports, {})
  expect(list).toMatchObject([
    {
      target_id: id,
      people: 3,
      status: 'open',
      writer: { nickname: author!.nickname },
      reports: [{ reason: 'abuse', note: '骂人' }, {}, {}],
    },
  ])
  expect(await teacher.send(discussionsAdmin.decide, { id: list[0]!.id, decision: 'keep' })).toEqual({
    status: 'kept',
    answered: 3,
  })
  expect([(await read(others[3]!)).length, (await read(others[0]!)).length, await countOf()]).toEqual([1, 0, 1])
  expect((await teacher.send(discussionsAdmin.reports, {})).list).toEqual([])
  expect((await teacher.send(discussionsAdmin.reports, { status: 'decided' })).list).toMatchObject([
    { status: 'kept', people: 3 },
  ])
})

test('a teacher hides a reported reply: its author is told why and loses what it earned; restoring gives it back', async () => {
  const [author, asker] = [await student(), await student()]
  const teacher = await staff()
  const question = await say(asker, '哪里可以借相机？')
  const reply = await say(author, '自己去买一个不就行了，问什么', { parent_id: question.id })
  const before = (await totals(school.app.db, author.id)).experience
  await asker.send(discussions.markAnswer, { discussion_id: reply.id })
  await report(asker, reply.id)
  const { list } = await teacher.send(discussionsAdmin.reports, { guild_id: guild.id })
  expect(list[0]?.context).toBe('哪里可以借相机？')
  expect(await reasonOf(teacher.send(discussionsAdmin.decide, { id: list[0]!.id, decision: 'hide' }))).toBe('INVALID')
  for (let times = 0; times < 2; times += 1)
    await teacher.send(discussionsAdmin.decide, { id: list[0]!.id, decision: 'hide', reason: '请友善一点' })
  expect((await read(asker)).map(({ reply_count, replies }) => [reply_count, replies.length])).toEqual([[0, 0]])
  expect((await box(author)).filter((line) => line.startsWith('你的发言'))).toEqual([
    '你的发言被隐藏了：「自己去买一个不就行了，问什么」：请友善一点',
  ])
  expect((await totals(school.app.db, author.id)).experience).toBe(before - 2)
  await teacher.send(discussionsAdmin.restore, { discussion_id: reply.id })
  expect((await totals(school.app.db, author.id)).experience).toBe(before)
  expect([await countOf(), (await read(author))[0]?.reply_count]).toEqual([2, 1])
})

test('a hidden question takes its replies from sight and from the counts', async () => {
  const [asker, replier] = [await student(), await student()]
  const teacher = await staff()
  const { id: parent_id } = await say(asker, '有没有标准答案？')
  const reply = await say(replier, '没有', { parent_id })
  expect(await teacher.send(discussionsAdmin.hide, { discussion_id: parent_id, reason: '不要求答案' })).toEqual({
    visibility: 'hidden',
  })
  expect([await read(replier), await countOf()]).toEqual([[], 0])
  expect(await reasonOf(replier.send(discussions.edit, { discussion_id: reply.id, content: '有' }))).toBe('NOT_FOUND')
  expect(await reasonOf(say(replier, '再说一句', { parent_id }))).toBe('NOT_FOUND')
  await replier.send(discussions.remove, { discussion_id: reply.id })
  await teacher.send(discussionsAdmin.restore, { discussion_id: parent_id })
  expect([(await read(replier)).length, await countOf()]).toEqual([1, 1])
})

test('a reported work goes from its reporter’s sight at once, from everybody’s after three people, and its author hears of a decision to hide it', async () => {
  const { db } = school.app
  const [author, ...others] = await Promise.all(Array.from({ length: 4 }, () => student()))
  const teacher = await staff()
  await db.updateTable('tasks').set({ status: 'closed' }).where('id', '=', task.id).execute()
  const row = await anEnrolment(db, task, { user_id: author!.id, state: 'passed' })
  const work = await aSubmission(db, row, { status: 'released', share: 'guild', title: '不该发的图' })
  const shown = (who: Student) => findWork(db, work.id, { user_id: who.id, now: school.app.clock() })
  expect([await shown(others[0]!), await shown(others[1]!)].map((one) => one?.id)).toEqual([work.id, work.id])
  await report(others[0]!, work.id, 'submit')
  await report(others[0]!, work.id, 'submit')
  expect([await shown(others[0]!), await shown(others[1]!)].map((one) => one?.id)).toEqual([undefined, work.id])
  for (const who of others) await report(who, work.id, 'submit')
  expect(
    (await db.selectFrom('submissions').select('hidden').where('id', '=', work.id).executeTakeFirst())?.hidden,
  ).toBe(true)
  const { list } = await teacher.send(discussionsAdmin.reports, {})
  expect(list).toMatchObject([{ target: 'submit', target_id: work.id, people: 3, context: '不该发的图' }])
  await teacher.send(discussionsAdmin.decide, { id: list[0]!.id, decision: 'hide', reason: '照片里有同学的脸' })
  expect(await box(author!)).toEqual(['你的作品不再公开展示：「不该发的图」：照片里有同学的脸'])
  // What the page of the work says beside it.
  const hidden = await db.selectFrom('submissions').select('hidden_reason').where('id', '=', work.id).execute()
  expect(hidden).toEqual([{ hidden_reason: '照片里有同学的脸' }])
})

test('a post or a work that three people report at the same moment is hidden from everybody', async () => {
  const { db } = school.app
  const [author, ...others] = await Promise.all(Array.from({ length: 4 }, () => student()))
  for (const who of others) await read(who)
  for (let times = 0; times < 3; times += 1) {
    const { id } = await say(author!, `这道题太难了，第 ${times} 次`)
    await Promise.all(others.map((who) => report(who, id)))
    expect(await read(author!)).toEqual([])
  }
  const row = await anEnrolment(db, task, { user_id: author!.id, state: 'passed' })
  const work = await aSubmission(db, row, { status: 'released', share: 'guild' })
  await Promise.all(others.map((who) => report(who, work.id, 'submit')))
  const found = await db.selectFrom('submissions').select('hidden').where('id', '=', work.id).executeTakeFirst()
  expect(!!found?.hidden).toBe(true)
})

test('staff see who wrote what, also behind an anonymous post, and what it said before', async () => {
  const author = await student()
  const teacher = await staff()
  await school.app.db
    .updateTable('users')
    .set({ real_name: '司徒静怡', student_no: '20260317' })
    .where('id', '=', author.id)
    .execute()
  const { id: discussion_id } = await say(author, '原来的话', { anonymous: true })
  await author.send(discussions.edit, { discussion_id, content: '现在的话' })
  const { list } = await teacher.send(discussionsAdmin.list, { task_id: task.id })
  expect(list).toMatchObject([
    {
      anonymous: true,
      author: { anonymous: true },
      writer: { real_name: '司徒静怡', student_no: '20260317' },
      edit_count: 1,
    },
  ])
  expect(await teacher.send(discussionsAdmin.history, { discussion_id })).toMatchObject([{ content: '原来的话' }])
})

test('staff reply with name and badge, and the question leaves their list', async () => {
  const asker = await student()
  const teacher = await staff()
  const question = await say(asker, '要不要写出假设？')
  const todo = () =>
    school.app.db.selectFrom('messages').select(['kind', 'user_id']).where('type', '=', 'todo').execute()
  expect(await todo()).toEqual([{ kind: 'discussion.waiting', user_id: teacher.id }])
  const key = 'one-key-of-staff'
  for (let times = 0; times < 2; times += 1)
    expect(
      await teacher.send(discussionsAdmin.reply, {
        task_id: task.id,
        parent_id: question.id,
        content: '要，写在最前面。',
        key,
      }),
    ).toMatchObject({
      author: { badge: 'teacher', nickname: teacher.nickname },
    })
  expect(await todo()).toEqual([])
  expect((await read(asker))[0]).toMatchObject({ reply_count: 1, replies: [{ author: { badge: 'teacher' } }] })
  expect(await box(asker)).toEqual([`${teacher.nickname}回复了你：要，写在最前面。`])
})

test('a teacher pins a question, marks an answer, and locks the discussion for students alone', async () => {
  const [asker, replier] = [await student(), await student()]
  const teacher = await staff()
  const first = await say(asker, '先读这一条')
  await say(asker, '后来的一条')
  const reply = await say(replier, '读了', { parent_id: first.id })
  await teacher.send(discussionsAdmin.pin, { discussion_id: first.id, pinned: true })
  await teacher.send(discussionsAdmin.markAnswer, { discussion_id: reply.id, answer: true })
  expect((await read(asker))[0]).toMatchObject({ id: first.id, pinned: true, replies: [{ is_answer: true }] })
  expect(await reasonOf(teacher.send(discussionsAdmin.pin, { discussion_id: reply.id, pinned: true }))).toBe(
    'NOT_FOUND',
  )
  await teacher.send(discussionsAdmin.lock, { task_id: task.id, locked: true })
  expect(await teacher.send(discussionsAdmin.settings, { task_id: task.id })).toEqual({
    task: task.title,
    locked: true,
    post_first: false,
  })
  expect(await reasonOf(say(asker, '还能写吗'))).toBe('DISCUSSION_CLOSED')
  await teacher.send(discussionsAdmin.reply, { task_id: task.id, content: '讨论到此为止，结论在上面。' })
  await teacher.send(discussionsAdmin.lock, { task_id: task.id, locked: false })
  await say(asker, '现在可以了')
})

test('with the rule “post first”, classmates’ posts show after one’s own', async () => {
  const [first, second] = [await student(), await student()]
  const teacher = await staff()
  const theirs = await say(first, '我读第一章的问题是……')
  await teacher.send(discussionsAdmin.postFirst, { task_id: task.id, post_first: true })
  const before = await second.send(discussions.list, { task_id: task.id })
  expect([before.post_first, before.list]).toEqual([true, []])
  expect(await reasonOf(second.send(discussions.like, { discussion_id: theirs.id }))).toBe('NOT_FOUND')
  await say(second, '我的问题是……')
  const after = await second.send(discussions.list, { task_id: task.id })
  expect([after.post_first, after.list.length]).toEqual([false, 2])
})

test('an assistant without the switch reads and replies, and decides nothing; with it they do', async () => {
  const asker = await student()
  const [plain, able] = [await staff('assistant'), await staff('assistant', { can_moderate: true })]
  const { id: discussion_id } = await say(asker, '这里有问题吗？')
  await report(await student(), discussion_id)
  await plain.send(discussionsAdmin.reply, { task_id: task.id, parent_id: discussion_id, content: '没有问题' })
  expect(await reasonOf(plain.send(discussionsAdmin.hide, { discussion_id, reason: '不合适' }))).toBe('ROLE')
  expect((await plain.send(discussionsAdmin.reports, {})).list).toEqual([])
  const [open] = (await able.send(discussionsAdmin.reports, {})).list
  expect(await reasonOf(plain.send(discussionsAdmin.decide, { id: open!.id, decision: 'keep' }))).toBe('ROLE')
  expect(await able.send(discussionsAdmin.decide, { id: open!.id, decision: 'keep' })).toMatchObject({ status: 'kept' })
})

test('a hidden or held post, and what stands below it, is for those who moderate: an assistant without the switch does not read it', async () => {
  const [asker, moderating, replier] = [
    await student(),
    await staff('assistant', { can_moderate: true }),
    await staff('assistant', { can_moderate: false }),
  ]
  const { id } = await say(asker, '这一句不该出现在这里。')
  const reply = await say(asker, '下面的一句补充。', { parent_id: id })
  const seen = async (who: typeof replier, more: object = {}) =>
    (await who.send(discussionsAdmin.list, { guild_id: guild.id, ...more })).list.map((post) => post.id)
  expect(await seen(replier)).toEqual([reply.id, id])
  await moderating.send(discussionsAdmin.hide, { discussion_id: id, reason: '伤人的话' })
  expect(await seen(replier)).toEqual([])
  expect(await seen(replier, { visibility: 'hidden' })).toEqual([])
  expect(await reasonOf(replier.send(discussionsAdmin.list, { parent_id: id }))).toBe('NOT_FOUND')
  expect(await seen(moderating)).toEqual([reply.id, id])
})
