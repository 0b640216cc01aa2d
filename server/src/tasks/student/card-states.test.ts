import { tasks, type TaskCard } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { earn } from '../../ledger/store.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment } from '../factory.ts'
import { listVisible } from './visible-store.ts'
import { studentTasks } from '../../testing/student-tasks.ts'

const hour = 3_600_000
const now = firstBell

let school: School
let guild: { id: number; name: string }
let student: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  school.clock.set(firstBell)
  guild = await aGuild(db())
  student = await aUser(db())
  await aMember(db(), { guild_id: guild.id, user_id: student.id })
})
afterAll(() => school.close())

const { db, task, held } = studentTasks(() => ({ school, guild, student }))

test('a card says what holds for this student', async () => {
  const first = await task({ title: '先做我' })
  await task({ title: '后做', requires: [first.id], capacity: 3, points: 50, difficulty: 2 })
  await held(
    'doing',
    { title: '延了', due_at: now - 2 * hour, close_at: now - hour },
    { extended_until: now + hour, draft_saved_at: now - 1 },
  )
  await held('doing', { title: '迟了', due_at: now - hour })
  await held('returned', { title: '退了' }, { return_due_at: now + hour, percent_final: 55, score: 55, mark_count: 3 })
  await held(
    'submitted',
    { title: '重开后交了' },
    { reopened_from: 'passed', percent_final: 70, score: 70, released_at: 5 },
  )
  await held('submitted', { title: '没批过' })
  await held('failed', { title: '零分' }, { percent_final: 0, score: 0 })
  await held('aborted', { title: '放弃了' }, { draft_saved_at: now - 1 })
  const { list } = await school.as(student)(tasks.listByGuild, { guild_id: guild.id })
  const card = (title: string): TaskCard => list.find((one) => one.title === title)!
  expect(card('后做')).toMatchObject({
    state: 'locked',
    lock: [{ reason: 'LOCKED', text: '先做我' }],
    capacity: 3,
    points: 50,
    difficulty: 2,
    score: null,
  })
  const until = new Date(now + hour).toISOString()
  expect(card('延了')).toMatchObject({
    state: 'doing',
    due_at: until,
    close_at: until,
    late: false,
    draft_saved_at: new Date(now - 1).toISOString(),
  })
  expect(card('迟了')).toMatchObject({ state: 'doing', late: true, close_at: null })
  expect(card('退了')).toMatchObject({ state: 'returned', score: null, percent_final: 55, mark_count: 3 })
  expect(card('重开后交了')).toMatchObject({ state: 'submitted', score: 70, percent_final: 70 })
  expect(card('没批过')).toMatchObject({ state: 'submitted', score: null, percent_final: null })
  expect(card('零分')).toMatchObject({ state: 'failed', score: 0, percent_final: 0 })
  expect(card('放弃了')).toMatchObject({ state: 'aborted', draft_saved_at: new Date(now - 1).toISOString() })
})

test('a level opens a task; too many at once leave it available, with the reason', async () => {
  await task({ title: '二级', min_level: 2 })
  const send = school.as(student)
  const state = async () => (await send(tasks.listByGuild, { guild_id: guild.id, keyword: '二级' })).list[0]
  expect(await state()).toMatchObject({ state: 'locked', lock: [{ reason: 'LEVEL', text: '2' }] })
  await earn(db(), {
    user_id: student.id,
    kind: 'featured',
    source_type: 'test',
    source_id: 1,
    guild_id: null,
    now,
    zone: 'Asia/Shanghai',
  })
  expect(await state()).toMatchObject({ state: 'available', lock: [] })
  for (let one = 0; one < 5; one += 1) await held('doing')
  expect(await state()).toMatchObject({ state: 'available', lock: [{ reason: 'TOO_MANY', text: '5' }] })
})

test('states follow the clock before any job has written them down', async () => {
  await held('doing', { title: '一', close_at: now + hour })
  await held('returned', { title: '二' }, { return_due_at: now + hour, percent_final: 60, score: 60 })
  await held(
    'returned',
    { title: '三' },
    { return_due_at: now + hour, percent_final: 90, score: 90, reopened_from: 'failed', released_at: 5 },
  )
  await task({ title: '四', close_at: now + hour })
  school.clock.move(hour)
  const { list } = await school.as(student)(tasks.listByGuild, { guild_id: guild.id })
  expect(Object.fromEntries(list.map(({ title, state }) => [title, state]))).toEqual({
    一: 'expired',
    二: 'passed',
    三: 'failed',
    四: 'expired',
  })
})

test('what a classmate does with a daily task, and what is open in a guild one has left, changes nothing', async () => {
  const daily = await held('doing', { title: '每天写', type: 'daily' })
  const classmate = await aUser(db())
  await aMember(db(), { guild_id: guild.id, user_id: classmate.id })
  for (const round of [1, 2]) await anEnrolment(db(), daily, { user_id: classmate.id, round })
  const [card] = (await school.as(student)(tasks.listByGuild, { guild_id: guild.id })).list
  expect(card).toMatchObject({ title: '每天写', state: 'doing' })
  await db().updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', student.id).execute()
  expect([await listVisible(db(), student.id, null), await listVisible(db(), student.id, guild.id)]).toEqual([[], []])
})
