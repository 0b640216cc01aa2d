import { studentTask } from '@tongchuang/contract/student-task.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { totals } from '../../ledger/store.ts'
import { refusal } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { acceptTask } from './accept.ts'
import { anEnrolment } from '../factory.ts'
import { accepting, outcome } from '../../testing/accepting.ts'

let school: School
let guild: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  school.clock.set(firstBell)
  guild = await aGuild(school.app.db)
})
afterAll(() => school.close())

const { db, aStudent, task, acceptedCount, rowsOf } = accepting(() => ({ school, guild }))

test('a student who accepts an open task is doing it', async () => {
  const [student, { id }] = [await aStudent(), await task()]
  const accepted = await school.as(student)(tasks.accept, { id })
  expect(accepted).toMatchObject({
    task_id: id,
    state: 'doing',
    round: 1,
    accepted_at: new Date(school.clock.now()).toISOString(),
  })
  expect(await acceptedCount(id)).toBe(1)
  const history = await db()
    .selectFrom('enrolment_history')
    .select(['action', 'from_state', 'to_state', 'actor_id'])
    .where('enrolment_id', '=', accepted.id)
    .execute()
  expect(history).toEqual([{ action: 'accept', from_state: 'available', to_state: 'doing', actor_id: student.id }])
})

test('a student who accepts from twenty tabs at once has one row, and every tab hears the same', async () => {
  const [student, { id }] = [await aStudent(), await task()]
  const send = school.as(student)
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(tasks.accept, { id })))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await rowsOf(id)).toEqual([{ user_id: student.id, round: 1, state: 'doing' }])
  expect(await acceptedCount(id)).toBe(1)
  expect((await totals(db(), student.id)).experience).toBe(1)
})

test('of two students who want the only place at once, one gets it and the other hears FULL', async () => {
  const [one, other, { id }] = [await aStudent(), await aStudent(), await task({ capacity: 1 })]
  const answers = await Promise.all([one, other].map((student) => outcome(school.as(student)(tasks.accept, { id }))))
  expect(answers.toSorted()).toEqual(['FULL', 'done'])
  expect(await rowsOf(id)).toHaveLength(1)
  expect(await acceptedCount(id)).toBe(1)
})

test.each([
  ['before it opens', { status: 'scheduled', open_at: firstBell + 3_600_000 }, 'NOT_OPEN'],
  ['at the very moment it closes', { close_at: firstBell }, 'CLOSED'],
  ['after staff closed it', { status: 'closed' }, 'CLOSED'],
  ['below its level', { min_level: 2 }, 'LEVEL'],
  ['while it is a draft', { status: 'draft' }, 'NOT_FOUND'],
  ['once it is in the bin', { status: 'trashed' }, 'NOT_FOUND'],
] as const)('nobody accepts a task %s', async (_when, given, reason) => {
  const [student, { id }] = [await aStudent(), await task(given)]
  expect(await outcome(school.as(student)(tasks.accept, { id }))).toBe(reason)
  expect(await rowsOf(id)).toEqual([])
})

test('a student who accepts too late hears that it is too late, and of no draft: there is none', async () => {
  const [student, { id }] = [await aStudent(), await task({ status: 'closed' })]
  expect((await refusal(school.as(student)(tasks.accept, { id }))).message).toBe('已停止提交')
})

test('a scheduled task is accepted once its time has come, before any job has run', async () => {
  const [student, { id }] = [await aStudent(), await task({ status: 'scheduled', open_at: school.clock.now() + 1000 })]
  expect(await outcome(school.as(student)(tasks.accept, { id }))).toBe('NOT_OPEN')
  school.clock.move(1000)
  expect(await outcome(school.as(student)(tasks.accept, { id }))).toBe('done')
})

test('a task asks for the tasks before it: passed or excused, and says which are missing', async () => {
  const [student, one, two] = [await aStudent(), await task({ title: '第一步' }), await task({ title: '第二步' })]
  const binned = await task({ title: '回收了的', status: 'trashed' })
  const last = await task({ requires: [one.id, two.id, binned.id] })
  const send = school.as(student)
  await anEnrolment(db(), one, { user_id: (await aStudent()).id, state: 'passed' })
  expect((await send(studentTask.detail, { id: last.id })).task.prerequisites).toEqual([
    { id: one.id, title: '第一步', passed: false },
    { id: two.id, title: '第二步', passed: false },
  ])
  expect(await refusal(send(tasks.accept, { id: last.id }))).toMatchObject({
    reason: 'LOCKED',
    data: { titles: ['第一步', '第二步'] },
  })
  await anEnrolment(db(), one, { user_id: student.id, state: 'passed' })
  expect(await refusal(send(tasks.accept, { id: last.id }))).toMatchObject({
    reason: 'LOCKED',
    data: { titles: ['第二步'] },
  })
  await anEnrolment(db(), two, { user_id: student.id, state: 'excused' })
  expect(await outcome(send(tasks.accept, { id: last.id }))).toBe('done')
})

test('a student takes on five tasks of a guild, returned ones not counted, even from six tabs at once', async () => {
  const [student, classmate] = [await aStudent(), await aStudent()]
  for (let one = 0; one < 5; one += 1) await anEnrolment(db(), await task(), { user_id: classmate.id })
  await anEnrolment(db(), await task(), {
    user_id: student.id,
    state: 'returned',
    return_due_at: school.clock.now() + 1000,
  })
  for (let one = 0; one < 4; one += 1) await anEnrolment(db(), await task(), { user_id: student.id })
  const more = [await task(), await task(), await task()]
  const answers = await Promise.all(more.map(({ id }) => outcome(school.as(student)(tasks.accept, { id }))))
  expect(answers.toSorted()).toEqual(['TOO_MANY', 'TOO_MANY', 'done'])
})

test('what has expired by the clock is no longer under way', async () => {
  const student = await aStudent()
  for (let one = 0; one < 5; one += 1)
    await anEnrolment(db(), await task({ close_at: school.clock.now() }), { user_id: student.id })
  const { id } = await task()
  expect(await outcome(school.as(student)(tasks.accept, { id }))).toBe('done')
})

test('a daily task has a round a day, each with a row of its own, up to its last', async () => {
  const [student, given] = [await aStudent(), await task({ type: 'daily', max_rounds: 2 })]
  const send = school.as(student)
  const first = await send(tasks.accept, { id: given.id })
  await db().updateTable('enrolments').set({ state: 'passed', released_at: 1 }).where('id', '=', first.id).execute()
  const next_at = '2026-10-12T16:00:00.000Z'
  expect(await refusal(send(tasks.accept, { id: given.id }))).toMatchObject({
    reason: 'COOLDOWN',
    data: { next_at, next_day: '2026-10-13' },
  })
  school.clock.set(next_at)
  expect(await Promise.all([send(tasks.accept, { id: given.id }), send(tasks.accept, { id: given.id })])).toMatchObject(
    [{ round: 2 }, { round: 2 }],
  )
  expect(await acceptedCount(given.id)).toBe(1)
  await db()
    .updateTable('enrolments')
    .set({ state: 'failed', released_at: 1 })
    .where('task_id', '=', given.id)
    .where('round', '=', 2)
    .execute()
  school.clock.move(5 * 24 * 3_600_000)
  expect(await refusal(school.as(student)(tasks.accept, { id: given.id }))).toMatchObject({
    reason: 'COOLDOWN',
    data: { next_at: null },
  })
})

test.each(['submitted', 'returned', 'passed', 'failed', 'expired', 'excused'] as const)(
  'a side task that is %s cannot be accepted',
  async (state) => {
    const [student, given] = [await aStudent(), await task()]
    await anEnrolment(db(), given, { user_id: student.id, state, return_due_at: school.clock.now() + 1000 })
    expect(await refusal(school.as(student)(tasks.accept, { id: given.id }))).toMatchObject({
      reason: 'STATE',
      data: { state },
    })
  },
)

test('staff of a guild accept no task there; strangers hear what they would of a task that is not there', async () => {
  const { id } = await task()
  const [assistant, stranger, left] = [await aUser(db()), await aUser(db()), await aUser(db())]
  await aMember(db(), { guild_id: guild.id, user_id: assistant.id, role: 'assistant' })
  await aMember(db(), { guild_id: guild.id, user_id: left.id, status: 'left' })
  expect(await outcome(school.as(assistant)(tasks.accept, { id }))).toBe('NOT_MEMBER')
  const absent = await refusal(school.as(stranger)(tasks.accept, { id: id + 1000 }))
  expect(absent.reason).toBe('NOT_FOUND')
  for (const someone of [stranger, left]) {
    for (const call of [tasks.accept, tasks.abort])
      expect(await refusal(school.as(someone)(call, { id }))).toEqual(absent)
  }
})

test('who leaves the guild while the task is being taken hears that there is none', async () => {
  const [student, { id }] = [await aStudent(), await task()]
  await db().updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', student.id).execute()
  const { levels } = await school.app.settings()
  const viewer = { user_id: student.id, now: school.clock.now(), zone: 'Asia/Shanghai', levels, coverOf: () => '' }
  const taken = db()
    .transaction()
    .execute((db) => acceptTask(db, id, viewer))
  expect(await outcome(taken)).toBe('NOT_FOUND')
  expect(await rowsOf(id)).toEqual([])
})
