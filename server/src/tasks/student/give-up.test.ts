import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGuild } from '../../guilds/factory.ts'
import { totals } from '../../ledger/store.ts'
import { refusal } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment } from '../factory.ts'
import { latestEnrolment } from '../enrolment-store.ts'
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

const { db, aStudent, task, acceptedCount } = accepting(() => ({ school, guild }))

test('a place that is given up is free for the next student, who keeps it', async () => {
  const [one, other, { id }] = [await aStudent(), await aStudent(), await task({ capacity: 1 })]
  await school.as(one)(tasks.accept, { id })
  await school.as(one)(tasks.abort, { id, reason: '来不及' })
  await school.as(other)(tasks.accept, { id })
  expect(await outcome(school.as(one)(tasks.accept, { id }))).toBe('FULL')
  expect(await acceptedCount(id)).toBe(1)
})

test('a student who accepts and gives up twenty times has gained nothing but the day, and keeps the row', async () => {
  const [student, { id }] = [await aStudent(), await task()]
  const send = school.as(student)
  const first = await send(tasks.accept, { id })
  await db().updateTable('enrolments').set({ draft_saved_at: 5 }).where('id', '=', first.id).execute()
  for (let time = 0; time < 20; time += 1) {
    await send(tasks.abort, { id })
    await send(tasks.accept, { id })
  }
  expect(await totals(db(), student.id)).toMatchObject({ score: 0, experience: 1 })
  expect(await latestEnrolment(db(), id, student.id)).toMatchObject({ id: first.id, state: 'doing', draft_saved_at: 5 })
  expect(await acceptedCount(id)).toBe(1)
  const entries = await db()
    .selectFrom('ledger_entries')
    .select(['kind', 'points'])
    .where('user_id', '=', student.id)
    .execute()
  expect(entries).toEqual([{ kind: 'active_day', points: 1 }])
})

test('giving up twice counts once', async () => {
  const [student, { id }] = [await aStudent(), await task({ type: 'main' })]
  const send = school.as(student)
  await send(tasks.accept, { id })
  const given = await send(tasks.abort, { id, reason: '时间冲突' })
  expect(given.state).toBe('aborted')
  expect(await send(tasks.abort, { id, reason: '另一个理由' })).toEqual(given)
  expect(await latestEnrolment(db(), id, student.id)).toMatchObject({ abort_reason: '时间冲突' })
  expect(await acceptedCount(id)).toBe(0)
})

test('a student who gave up a returned work and accepts again has the dates of the task, not of the return', async () => {
  const [student, given] = [await aStudent(), await task()]
  const row = await anEnrolment(db(), given, {
    user_id: student.id,
    state: 'aborted',
    return_due_at: school.clock.now() - 1,
    version_count: 1,
    percent_final: 50,
  })
  expect((await school.as(student)(tasks.accept, { id: given.id })).id).toBe(row.id)
  expect(await latestEnrolment(db(), given.id, student.id)).toMatchObject({
    state: 'doing',
    return_due_at: null,
    version_count: 1,
  })
})

test.each([
  ['submitted', null],
  ['passed', null],
  ['expired', null],
  ['excused', null],
  ['returned', 'passed'],
  ['doing', 'expired'],
] as const)('a task that is %s (reopened from %s) cannot be given up', async (state, reopened_from) => {
  const [student, given] = [await aStudent(), await task()]
  await anEnrolment(db(), given, {
    user_id: student.id,
    state,
    reopened_from,
    return_due_at: school.clock.now() + 1000,
  })
  expect(await refusal(school.as(student)(tasks.abort, { id: given.id }))).toMatchObject({
    reason: 'STATE',
    data: { state },
  })
})

test('nobody gives up what they never took, or what has ended', async () => {
  const [student, open, closed] = [await aStudent(), await task(), await task({ close_at: school.clock.now() })]
  await anEnrolment(db(), closed, { user_id: student.id })
  expect(await refusal(school.as(student)(tasks.abort, { id: open.id }))).toMatchObject({
    reason: 'STATE',
    data: { state: 'available' },
  })
  expect(await refusal(school.as(student)(tasks.abort, { id: closed.id }))).toMatchObject({
    reason: 'STATE',
    data: { state: 'expired' },
  })
})
