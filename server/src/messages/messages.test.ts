import { afterEach, beforeEach, expect, test } from 'vitest'
import { messages } from '@tongchuang/contract/messages.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { aUser } from '../accounts/factory.ts'
import { earn } from '../ledger/store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { sentencesOf } from './sentences.ts'
import { closeAbout, notify } from './store.ts'
import { unreadOfAll } from './unread-store.ts'

let school: School
let student: { id: number }
beforeEach(async () => {
  school = await testApp()
  student = await aUser(school.app.db)
})
afterEach(() => school.close())

type Given = { user_id?: number | number[]; type?: 'message' | 'notice' | 'todo'; task?: string; about?: string }
const tell = ({ user_id = student.id, type = 'notice', task = '春天', about = '' }: Given = {}) =>
  notify(school.app.db, {
    user_id,
    type,
    kind: 'task.published',
    data: { task, guild: '诗社' },
    link: '/square/index',
    about,
    now: school.clock.now(),
  })

test('a student reads messages newest first, in the language asked for', async () => {
  await tell({ task: '一' })
  school.clock.move(60_000)
  await tell({ task: '二', type: 'todo' })
  const { list, total, next } = await school.as(student)(messages.list, {})
  expect([total, next]).toEqual([2, null])
  expect(list).toMatchObject([
    {
      type: 'todo',
      kind: 'task.published',
      title: '新任务',
      subTitle: '诗社',
      content: '二',
      status: 0,
      avatar: null,
      link: '/square/index',
      time: '2026-10-12T01:01:00.000Z',
    },
    { type: 'notice', content: '一', time: '2026-10-12T01:00:00.000Z' },
  ])
  expect(
    (await school.as(student, { language: 'en-US' })(messages.list, { type: 'todo' })).list.map(({ title }) => title),
  ).toEqual(['New task'])
})

test('a long box is read page after page', async () => {
  for (let at = 1; at <= 25; at += 1) await tell({ task: String(at) })
  const send = school.as(student)
  const first = await send(messages.list, { limit: 10 })
  const second = await send(messages.list, { limit: 10, after: first.next! })
  const third = await send(messages.list, { limit: 10, page: 3 })
  const contents = [first, second, third].flatMap(({ list }) => list.map(({ content }) => Number(content)))
  expect(contents).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at))
})

test('reading and clearing touch one’s own rows only, and only those read are cleared', async () => {
  const other = await aUser(school.app.db)
  await tell({ user_id: [student.id, other.id, student.id], type: 'message' })
  await tell({ type: 'todo' })
  const [send, theirs] = [school.as(student), school.as(other)]
  expect(await send(messages.unread)).toEqual({ message: 1, notice: 0, todo: 1, total: 2, any: true })
  const foreign = (await theirs(messages.list, {})).list[0]!.id
  expect(await send(messages.read, { ids: [foreign] })).toEqual({ unread: 2 })
  expect(await theirs(messages.unread)).toMatchObject({ total: 1 })
  expect(await send(messages.clear, {})).toEqual({ removed: 0 })
  const own = (await send(messages.list, { type: 'message' })).list[0]!.id
  expect(await send(messages.read, { ids: [own, foreign] })).toEqual({ unread: 1 })
  expect(await send(messages.read, {})).toEqual({ unread: 0 })
  expect(await send(messages.clear, { type: 'message' })).toEqual({ removed: 1 })
  expect((await send(messages.list, {})).list.map(({ type, status }) => [type, status])).toEqual([['todo', 1]])
  expect(await theirs(messages.unread)).toMatchObject({ message: 1 })
})

test('a box too full to count says so much for each type, and the others keep their own number', async () => {
  const send = school.as(student)
  for (let at = 0; at < 103; at += 1) await tell({ type: 'message' })
  await tell({ type: 'todo' })
  expect(await send(messages.unread)).toEqual({ message: 100, notice: 0, todo: 1, total: 101, any: true })
  expect((await unreadOfAll(school.app.db, 'student', [student.id])).get(student.id)).toEqual({
    message: 100,
    notice: 0,
    todo: 1,
  })
  expect(await send(profile.get)).toMatchObject({ unread: 100 })
})

test('a to-do goes from the box when it is done, for one person or for all', async () => {
  const other = await aUser(school.app.db)
  for (const about of ['submission:1', 'submission:2'])
    await tell({ user_id: [student.id, other.id], type: 'todo', about })
  await tell({ about: 'submission:1' })
  await closeAbout(school.app.db, 'submission:1', other.id)
  const left = async (of: { id: number }) => (await school.as(of)(messages.list, {})).total
  expect([await left(student), await left(other)]).toEqual([3, 1])
  await closeAbout(school.app.db, 'submission:1')
  expect([await left(student), await left(other)]).toEqual([2, 1])
})

test('a whole school is told in one go', async () => {
  const { db } = school.app
  const people = Array.from({ length: 4_500 }, (_, at) => ({
    username: `u${at}`,
    username_key: `u${at}`,
    nickname: 'u',
    created_at: 0,
  }))
  const ids: number[] = []
  for (let at = 0; at < people.length; at += 1_500)
    ids.push(
      ...(
        await db
          .insertInto('users')
          .values(people.slice(at, at + 1_500))
          .returning('id')
          .execute()
      ).map(({ id }) => id),
    )
  await tell({ user_id: ids })
  await tell({ user_id: [] })
  const { count } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(4_500)
})

test('a new level is told once', async () => {
  const { db, events } = school.app
  const award = {
    user_id: student.id,
    kind: 'pass',
    source_type: 'enrolment',
    source_id: 1,
    points: 30,
    guild_id: 1,
    now: school.clock.now(),
    zone: 'Asia/Shanghai',
  } as const
  await db.transaction().execute((db) => earn(db, award))
  await events.drain()
  await events.drain()
  expect((await school.as(student)(messages.list, {})).list).toMatchObject([
    { title: '升到2级', content: '你现在是「学徒」了' },
  ])
})

test('times in notices are in the school’s time zone, and a notice of an unknown kind shows its name', () => {
  const data = { task: '春天', due_at: '2026-10-12T12:00:00.000Z' }
  expect(sentencesOf('task.due_soon', data, { language: 'zh-CN', zone: 'Asia/Shanghai' }).subTitle).toContain('20:00')
  expect(sentencesOf('task.due_soon', data, { language: 'en-US', zone: 'UTC' })).toMatchObject({
    title: 'Due soon',
    content: '春天',
  })
  expect(sentencesOf('from.the.future', {}, { language: 'zh-CN', zone: 'UTC' })).toEqual({
    title: 'from.the.future',
    subTitle: '',
    content: '',
  })
})
