import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aPersonIn } from '../guilds/factory.ts'
import { settleScore, totals } from '../ledger/store.ts'
import { refusal } from '../testing/refusal.ts'
import { firstBell, testApp, type School } from '../testing/test-app.ts'
import { anEnrolment, aTask } from './factory.ts'
import { latestEnrolment } from './enrolment-store.ts'
import { findTask } from './store.ts'

const hour = 3_600_000
const now = firstBell
const at = (after: number) => new Date(now + after).toISOString()
const reason = '请了病假'

let school: School
let guild: { id: number }
let student: { id: number }
let teacher: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  school.clock.set(firstBell)
  guild = await aGuild(db())
  student = await aMemberAs('student')
  teacher = await aMemberAs('teacher')
})
afterAll(() => school.close())

const db = () => school.app.db
const aMemberAs = (role: 'student' | 'assistant' | 'teacher') => aPersonIn(db(), { guild_id: guild.id, role })
const staff = (user: { id: number }, role: 'teacher' | 'assistant' | 'admin' = 'teacher') =>
  school.as(user, { audience: 'admin', role })
const task = (given: Partial<Parameters<typeof aTask>[1]> = {}) => aTask(db(), { guild_id: guild.id, ...given })
const mine = (task_id: number) => latestEnrolment(db(), task_id, student.id)
const kinds = async (user: { id: number }) =>
  (await db().selectFrom('messages').select('kind').where('user_id', '=', user.id).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

test('a teacher opens a draft: students hear of it once and can take it', async () => {
  const { id } = await task({ status: 'draft' })
  expect(await staff(teacher)(tasksAdmin.open, { id })).toMatchObject({
    id,
    status: 'open',
    open_at: at(0),
    close_at: null,
  })
  await staff(teacher)(tasksAdmin.open, { id, close_at: at(hour) })
  expect(await kinds(student)).toEqual(['task.published'])
  expect(await school.as(student)(tasks.accept, { id })).toMatchObject({ state: 'doing' })
})

test('a teacher closes a task: what is under way expires, and opening it again finds its dates', async () => {
  const { id } = await task({ due_at: now + hour, close_at: now + 2 * hour })
  await anEnrolment(db(), { id, guild_id: guild.id }, { user_id: student.id })
  expect(await staff(teacher)(tasksAdmin.close, { id })).toMatchObject({
    status: 'closed',
    due_at: at(hour),
    close_at: at(0),
  })
  expect(await staff(teacher)(tasksAdmin.close, { id })).toMatchObject({ status: 'closed' })
  const { list } = await school.as(student)(tasks.listByGuild, { guild_id: guild.id })
  expect(list).toMatchObject([{ state: 'expired' }])
  await school.app.jobs.run('tasks.expire')
  expect((await mine(id))?.state).toBe('expired')
  expect(await staff(teacher)(tasksAdmin.open, { id })).toMatchObject({
    status: 'open',
    due_at: at(hour),
    close_at: at(2 * hour),
  })
  expect(await refusal(staff(teacher)(tasksAdmin.open, { id, close_at: at(1) }))).toMatchObject({ reason: 'INVALID' })
  expect(await refusal(staff(teacher)(tasksAdmin.open, { id, close_at: at(-1) }))).toMatchObject({ reason: 'INVALID' })
})

test('more time stands for due and close, also for those whose task has expired or who never took it', async () => {
  const { id } = await task({ type: 'main', due_at: now - 2 * hour, close_at: now - hour })
  const other = await aMemberAs('student')
  await anEnrolment(db(), { id, guild_id: guild.id }, { user_id: student.id, state: 'expired' })
  const rows = await staff(teacher)(tasksAdmin.extend, {
    task_id: id,
    user_ids: [other.id, student.id],
    reason,
    until: at(hour),
  })
  expect(rows.map(({ user_id, state, extended_until }) => [user_id, state, extended_until])).toEqual([
    [student.id, 'doing', at(hour)],
    [other.id, 'doing', at(hour)],
  ])
  const { list } = await school.as(other)(tasks.listByGuild, { guild_id: guild.id })
  expect(list).toMatchObject([{ state: 'doing', due_at: at(hour), close_at: at(hour), late: false }])
  expect(await refusal(school.as(other)(tasks.abort, { id }))).toMatchObject({ reason: 'STATE' })
  expect(await kinds(student)).toEqual(['task.extended'])
  school.clock.move(hour + 60_000)
  await school.app.jobs.run('tasks.expire')
  expect((await mine(id))?.state).toBe('expired')
})

test('more time after a return moves the date of the return', async () => {
  const { id } = await task()
  await anEnrolment(
    db(),
    { id, guild_id: guild.id },
    { user_id: student.id, state: 'returned', return_due_at: now + 1 },
  )
  await staff(teacher)(tasksAdmin.extend, { task_id: id, user_ids: [student.id], reason, until: at(hour) })
  expect(await mine(id)).toMatchObject({ state: 'returned', return_due_at: now + hour })
})

test('a passed work is opened again with its result kept; it cannot be given up, and goes back when time passes', async () => {
  const { id } = await task()
  await anEnrolment(
    db(),
    { id, guild_id: guild.id },
    { user_id: student.id, state: 'passed', score: 80, percent_final: 80, released_at: 5 },
  )
  const [row] = await staff(teacher)(tasksAdmin.reopen, {
    task_id: id,
    user_ids: [student.id],
    reason,
    due_at: at(hour),
  })
  expect(row).toMatchObject({ state: 'returned', return_due_at: at(hour) })
  const list = async () => (await school.as(student)(tasks.listByGuild, { guild_id: guild.id })).list
  expect(await list()).toMatchObject([{ state: 'returned', score: 80, due_at: at(hour) }])
  expect(await refusal(school.as(student)(tasks.abort, { id }))).toMatchObject({
    reason: 'STATE',
    data: { state: 'returned' },
  })
  expect(await kinds(student)).toEqual(['task.reopened'])
  school.clock.move(hour)
  expect(await list()).toMatchObject([{ state: 'passed', score: 80 }])
})

test.each(['doing', 'submitted', 'aborted', 'excused'] as const)(
  'a task that is %s is not opened again',
  async (state) => {
    const { id } = await task()
    await anEnrolment(db(), { id, guild_id: guild.id }, { user_id: student.id, state })
    const answer = await refusal(
      staff(teacher)(tasksAdmin.reopen, { task_id: id, user_ids: [student.id], reason, due_at: at(hour) }),
    )
    expect(answer).toMatchObject({ reason: 'STATE', data: { state, user_id: student.id } })
  },
)

test('excusing works from any state and for those who never took it; the score goes, the effort stays', async () => {
  const { id, title } = await task({ capacity: 2 })
  const [passed, doing, never] = [student, await aMemberAs('student'), await aMemberAs('student')]
  await anEnrolment(db(), { id, guild_id: guild.id }, { user_id: passed.id, state: 'passed', percent_final: 80 })
  await settleScore(db(), {
    user_id: passed.id,
    source_type: 'task',
    source_id: id,
    guild_id: guild.id,
    target: 80,
    kind: 'result',
    memo: title,
    now,
    zone: 'Asia/Shanghai',
  })
  await anEnrolment(db(), { id, guild_id: guild.id }, { user_id: doing.id })
  const user_ids = [passed, doing, never].map((one) => one.id)
  const rows = await staff(teacher)(tasksAdmin.excuse, { task_id: id, user_ids, reason })
  expect(rows.map(({ state }) => state)).toEqual(['excused', 'excused', 'excused'])
  expect(await staff(teacher)(tasksAdmin.excuse, { task_id: id, user_ids, reason })).toEqual([])
  expect(await totals(db(), passed.id)).toMatchObject({ score: 0 })
  expect((await findTask(db(), id))?.accepted_count).toBe(0)
  for (const one of [passed, doing, never]) expect(await kinds(one)).toEqual(['task.excused'])
  expect((await school.as(passed)(tasks.listByGuild, { guild_id: guild.id })).list).toMatchObject([
    { state: 'excused', score: null, percent_final: null },
  ])
})

test('staff who reopen a task for several students, or excuse them, do so for all of them or for none', async () => {
  const { id } = await task()
  const stranger = await aUser(db())
  await anEnrolment(db(), { id, guild_id: guild.id }, { user_id: student.id, state: 'passed' })
  const other = await aMemberAs('student')
  const send = staff(teacher)
  expect(
    await refusal(send(tasksAdmin.excuse, { task_id: id, user_ids: [student.id, stranger.id], reason })),
  ).toMatchObject({ reason: 'NOT_FOUND' })
  expect(
    await refusal(send(tasksAdmin.reopen, { task_id: id, user_ids: [student.id, other.id], reason, due_at: at(hour) })),
  ).toMatchObject({ reason: 'STATE' })
  expect((await mine(id))?.state).toBe('passed')
  expect(await kinds(student)).toEqual([])
})

test('teachers of the guild and administrators lead; assistants hear ROLE, everybody else that there is no such task', async () => {
  const { id } = await task()
  const [assistant, elsewhere, admin] = [
    await aMemberAs('assistant'),
    await aUser(db(), { roles: ['teacher'] }),
    await aUser(db(), { roles: ['admin'] }),
  ]
  const calls = (send: ReturnType<typeof staff>, task_id: number) => [
    send(tasksAdmin.open, { id: task_id }),
    send(tasksAdmin.close, { id: task_id }),
    send(tasksAdmin.extend, { task_id, user_ids: [student.id], reason, until: at(hour) }),
    send(tasksAdmin.reopen, { task_id, user_ids: [student.id], reason, due_at: at(hour) }),
    send(tasksAdmin.excuse, { task_id, user_ids: [student.id], reason }),
  ]
  const refused = await Promise.all(calls(staff(assistant, 'assistant'), id).map(refusal))
  expect(refused.map((answer) => answer.reason)).toEqual(['ROLE', 'ROLE', 'ROLE', 'ROLE', 'ROLE'])
  const absent = await Promise.all(calls(staff(elsewhere), id + 10_000).map(refusal))
  expect(new Set(absent.map((answer) => answer.reason))).toEqual(new Set(['NOT_FOUND']))
  expect(await Promise.all(calls(staff(elsewhere), id).map(refusal))).toEqual(absent)
  expect(await staff(admin, 'admin')(tasksAdmin.close, { id })).toMatchObject({ status: 'closed' })
})

test('staff list the tasks of their guilds, newest first; a guild that is not theirs is not there', async () => {
  const other = await aGuild(db())
  const [draft, open] = [await task({ status: 'draft' }), await task()]
  await aTask(db(), { guild_id: other.id })
  const send = staff(teacher)
  expect((await send(tasksAdmin.list, {})).list.map(({ id }) => id)).toEqual([open.id, draft.id])
  expect((await send(tasksAdmin.list, { guild_id: guild.id, status: 'draft' })).list).toMatchObject([
    { id: draft.id, status: 'draft' },
  ])
  expect(await refusal(send(tasksAdmin.list, { guild_id: other.id }))).toMatchObject({ reason: 'NOT_FOUND' })
})

test('of a task in the bin nobody is given time, reopened or excused, and no student hears of it', async () => {
  const { id } = await task({ due_at: now - 2 * hour, close_at: now - hour })
  await anEnrolment(db(), { id, guild_id: guild.id }, { user_id: student.id, state: 'expired' })
  await db().updateTable('tasks').set({ status: 'trashed', trashed_from: 'closed' }).where('id', '=', id).execute()
  const given = { task_id: id, user_ids: [student.id], reason }
  const by = staff(teacher)
  const refused = { reason: 'STATE', data: { state: 'trashed' } }
  expect(await refusal(by(tasksAdmin.extend, { ...given, until: at(hour) }))).toMatchObject(refused)
  expect(await refusal(by(tasksAdmin.reopen, { ...given, due_at: at(hour) }))).toMatchObject(refused)
  expect(await refusal(by(tasksAdmin.excuse, given))).toMatchObject(refused)
  expect((await mine(id))?.state).toBe('expired')
  expect(await kinds(student)).toEqual([])
})

test('whoever has longer already keeps it where several are given more time; one by one a date is put right', async () => {
  const { id } = await task({ due_at: now - hour, close_at: now - hour })
  const [ill, returned, other] = [student, await aMemberAs('student'), await aMemberAs('student')]
  const rowOf = async (user: { id: number }, given: object) =>
    anEnrolment(db(), { id, guild_id: guild.id }, { user_id: user.id, ...given })
  await rowOf(ill, { extended_until: now + 9 * hour })
  await rowOf(returned, { state: 'returned', return_due_at: now + 9 * hour })
  await rowOf(other, { state: 'expired', extended_until: now - 1 })
  const user_ids = [ill.id, returned.id, other.id]
  const rows = await staff(teacher)(tasksAdmin.extend, { task_id: id, user_ids, reason, until: at(2 * hour) })
  expect(rows).toMatchObject([{ user_id: other.id, state: 'doing', extended_until: at(2 * hour) }])
  expect(await mine(id)).toMatchObject({ extended_until: now + 9 * hour })
  expect((await latestEnrolment(db(), id, returned.id))?.return_due_at).toBe(now + 9 * hour)
  expect([await kinds(ill), await kinds(returned), await kinds(other)]).toEqual([[], [], ['task.extended']])
  await staff(teacher)(tasksAdmin.extend, { task_id: id, user_ids: [ill.id], reason, until: at(hour) })
  expect(await mine(id)).toMatchObject({ extended_until: now + hour })
})

test('a former student who leads the guild now gives themselves neither time nor another try nor an excuse', async () => {
  const [late, done] = [await task({ due_at: now - hour, close_at: now - hour }), await task()]
  await anEnrolment(db(), late, { user_id: teacher.id, state: 'expired' })
  await anEnrolment(db(), done, { user_id: teacher.id, state: 'failed' })
  const give = staff(teacher)
  const own = { user_ids: [student.id, teacher.id], reason }
  for (const ask of [
    () => give(tasksAdmin.extend, { task_id: late.id, ...own, until: at(hour) }),
    () => give(tasksAdmin.reopen, { task_id: done.id, ...own, due_at: at(hour) }),
    () => give(tasksAdmin.excuse, { task_id: late.id, ...own }),
  ])
    expect(await refusal(ask())).toMatchObject({ reason: 'OWN_WORK' })
  expect((await latestEnrolment(db(), late.id, teacher.id))?.state).toBe('expired')
  expect((await latestEnrolment(db(), done.id, teacher.id))?.state).toBe('failed')
  expect(await mine(late.id)).toBeUndefined()
  const colleague = await aMemberAs('teacher')
  expect(await staff(colleague)(tasksAdmin.excuse, { task_id: late.id, user_ids: [teacher.id], reason })).toMatchObject(
    [{ state: 'excused' }],
  )
})

test('a student hears nothing of a draft: nobody is given time for it, excused from it or let in again before it is published', async () => {
  const { id } = await task({ status: 'draft' })
  const given = { task_id: id, user_ids: [student.id], reason }
  const send = staff(teacher)
  const refused = { reason: 'STATE', data: { state: 'draft' } }
  expect(await refusal(send(tasksAdmin.extend, { ...given, until: at(hour) }))).toMatchObject(refused)
  expect(await refusal(send(tasksAdmin.excuse, given))).toMatchObject(refused)
  expect(await refusal(send(tasksAdmin.reopen, { ...given, due_at: at(hour) }))).toMatchObject(refused)
  expect([await mine(id), await kinds(student)]).toEqual([undefined, []])
})
