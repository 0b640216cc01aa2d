import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { storedValue } from '../../db/stored-json.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { totals } from '../../ledger/store.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment, aTask } from '../factory.ts'
import { applyOutcome, applyReturn, type Outcome } from './outcome.ts'
import type { Enrolment, Task } from '../rules.ts'
import { findEnrolment } from '../enrolment-store.ts'

const now = firstBell
const zone = 'Asia/Shanghai'

let school: School
let guild: { id: number }
let student: { id: number }
let teacher: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  guild = await aGuild(db())
  student = await aUser(db())
  teacher = await aUser(db(), { roles: ['teacher'] })
  await aMember(db(), { guild_id: guild.id, user_id: student.id })
})
afterAll(() => school.close())

const db = () => school.app.db
const release = async (
  task: Task,
  enrolment: Enrolment,
  percent: number | null,
  given: Partial<Outcome> = {},
): Promise<Enrolment> => {
  const decision = percent === null || percent >= task.pass_line ? 'pass' : 'fail'
  const outcome = {
    task,
    enrolment,
    decision,
    score: percent,
    percent_final: percent,
    actor_id: teacher.id,
    now,
    zone,
    ...given,
  } as const
  return db()
    .transaction()
    .execute((inner) => applyOutcome(inner, outcome))
}
const entries = () =>
  db()
    .selectFrom('ledger_entries')
    .select(['kind', 'points', 'before', 'after'])
    .where('user_id', '=', student.id)
    .where('ledger', '=', 'score')
    .orderBy('id')
    .execute()
const messages = async () =>
  (
    await db()
      .selectFrom('messages')
      .select(['kind', 'type', 'data', 'link'])
      .where('user_id', '=', student.id)
      .orderBy('id')
      .execute()
  ).map(({ data, ...rest }) => ({
    ...rest,
    ...storedValue(data),
  }))

test('released 70, appealed to 85, corrected to 60: the ledger says +70, +15, −25 and the sum is 60', async () => {
  const task = await aTask(db(), { guild_id: guild.id, points: 100, title: '大作业' })
  const first = await release(task, await anEnrolment(db(), task, { user_id: student.id, state: 'submitted' }), 70)
  const second = await release(task, first, 85, { correction: true })
  const last = await release(task, second, 60, { correction: true })
  expect(last).toMatchObject({ state: 'passed', score: 60, percent_final: 60 })
  expect(await entries()).toEqual([
    { kind: 'result', points: 70, before: 0, after: 70 },
    { kind: 'correction', points: 15, before: 70, after: 85 },
    { kind: 'correction', points: -25, before: 85, after: 60 },
  ])
  const link = `/square/task_detail/${guild.id}?task=${task.id}`
  expect(await messages()).toEqual([
    { kind: 'result.released', type: 'notice', link, task: '大作业', decision: 'pass', score: 70, max: 100 },
    { kind: 'result.corrected', type: 'notice', link, task: '大作业', before: 70, score: 85, max: 100 },
    { kind: 'result.corrected', type: 'notice', link, task: '大作业', before: 85, score: 60, max: 100 },
  ])
})

test('of a daily task the best round counts: 40, 25, 60 give 40, nothing, 20; effort counts for each that passed', async () => {
  const task = await aTask(db(), { guild_id: guild.id, type: 'daily', points: 100, difficulty: 2, pass_line: 20 })
  await anEnrolment(db(), task, { user_id: (await aUser(db())).id, state: 'passed', percent_final: 100 })
  for (const [index, percent] of [40, 25, 60].entries()) {
    await release(
      task,
      await anEnrolment(db(), task, { user_id: student.id, state: 'submitted', round: index + 1 }),
      percent,
    )
  }
  expect((await entries()).map(({ points }) => points)).toEqual([40, 20])
  expect(await totals(db(), student.id)).toMatchObject({ score: 60, experience: 3 * 20 })
})

test('passing after a return is an improvement, once', async () => {
  const task = await aTask(db(), { guild_id: guild.id, difficulty: 3 })
  const enrolment = await anEnrolment(db(), task, { user_id: student.id, state: 'submitted' })
  const given = { score: 50, percent_final: 50, mark_count: 2, return_due_at: now + 1000, actor_id: teacher.id, now }
  const returned = await db()
    .transaction()
    .execute((inner) => applyReturn(inner, { task, enrolment, ...given }))
  expect(returned).toMatchObject({
    state: 'returned',
    score: 50,
    percent_final: 50,
    released_at: null,
    mark_count: 2,
    return_due_at: now + 1000,
  })
  expect(await totals(db(), student.id)).toMatchObject({ score: 0, experience: 0 })
  const passed = await release(task, returned, 90, { from: ['returned'] })
  await release(task, passed, 95, { correction: true })
  expect(await totals(db(), student.id)).toMatchObject({ score: 95, experience: 30 + 5 })
  // The request for a revision is removed with it.
  expect((await messages()).map(({ kind }) => kind)).toEqual(['result.released', 'result.corrected'])
})

test('a student improves on a task whatever a classmate improved on before', async () => {
  const task = await aTask(db(), { guild_id: guild.id, difficulty: 3 })
  const classmate = await aUser(db())
  for (const { id: user_id } of [classmate, student]) {
    const enrolment = await anEnrolment(db(), task, { user_id, state: 'submitted' })
    const given = { score: 50, percent_final: 50, mark_count: 0, return_due_at: now + 1000, actor_id: teacher.id, now }
    const returned = await db()
      .transaction()
      .execute((inner) => applyReturn(inner, { task, enrolment, ...given }))
    await release(task, returned, 90, { from: ['returned'] })
    expect(await totals(db(), user_id)).toMatchObject({ score: 90, experience: 30 + 5 })
  }
})

test('a reopened work that is returned again keeps the result it may go back to', async () => {
  const task = await aTask(db(), { guild_id: guild.id })
  const enrolment = await anEnrolment(db(), task, {
    user_id: student.id,
    state: 'submitted',
    reopened_from: 'passed',
    score: 80,
    percent_final: 80,
    released_at: 5,
  })
  await applyReturn(db(), {
    task,
    enrolment,
    score: 30,
    percent_final: 30,
    mark_count: 0,
    return_due_at: now + 1000,
    actor_id: teacher.id,
    now,
  })
  expect(await findEnrolment(db(), enrolment.id)).toMatchObject({
    state: 'returned',
    score: 80,
    percent_final: 80,
    released_at: 5,
  })
})

test('a result without a number passes and writes no score', async () => {
  const task = await aTask(db(), { guild_id: guild.id })
  const row = await release(task, await anEnrolment(db(), task, { user_id: student.id, state: 'submitted' }), null)
  expect(row).toMatchObject({ state: 'passed', score: null, percent_final: null, released_at: now })
  expect(await entries()).toEqual([])
})

test('of two results released at once for one work, one counts', async () => {
  const task = await aTask(db(), { guild_id: guild.id })
  const enrolment = await anEnrolment(db(), task, { user_id: student.id, state: 'submitted' })
  const answers = await Promise.allSettled([release(task, enrolment, 70), release(task, enrolment, 90)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await entries()).toHaveLength(1)
})
