import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { admitMember, endMembership } from '../../guilds/store.ts'
import { totals } from '../../ledger/store.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment, aTask } from '../factory.ts'
import { findEnrolment, moveEnrolment } from '../enrolment-store.ts'
import { findTask } from '../store.ts'

const hour = 3_600_000
const day = 24 * hour
/** How long after the end a submission sent in time may still be in transit. */
const minute = 60_000

let school: School
let guild: { id: number; name: string }
let student: { id: number }
let now: number
beforeEach(async () => {
  school = await testApp()
  now = school.clock.now()
  guild = await aGuild(db())
  student = await aUser(db())
  await aMember(db(), { guild_id: guild.id, user_id: student.id })
})
afterEach(() => school.close())

const db = () => school.app.db
const task = (given: Partial<Parameters<typeof aTask>[1]> = {}) => aTask(db(), { guild_id: guild.id, ...given })
const row = async (given: Parameters<typeof task>[0], mine: Partial<Parameters<typeof anEnrolment>[2]> = {}) =>
  anEnrolment(db(), await task(given), { user_id: student.id, accepted_at: now, ...mine })
const stateOf = async ({ id }: { id: number }) => (await findEnrolment(db(), id))?.state
const messages = (user: { id: number }) =>
  db().selectFrom('messages').select(['kind', 'about', 'data']).where('user_id', '=', user.id).orderBy('id').execute()
const historyOf = ({ id }: { id: number }) =>
  db()
    .selectFrom('enrolment_history')
    .select(['action', 'from_state', 'to_state', 'actor_id'])
    .where('enrolment_id', '=', id)
    .orderBy('id')
    .execute()
const acceptedCount = async (id: number) => (await findTask(db(), id))?.accepted_count

describe('opening', () => {
  test('a scheduled task opens when its time comes, and each student hears of it once', async () => {
    const teacher = await aUser(db())
    await aMember(db(), { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    const { id } = await task({ title: '第一课', status: 'scheduled', open_at: now + hour })
    await school.app.jobs.run('tasks.open')
    expect((await findTask(db(), id))?.status).toBe('scheduled')
    school.clock.move(hour)
    await Promise.all([school.app.jobs.run('tasks.open'), school.app.jobs.run('tasks.open')])
    await school.app.jobs.run('tasks.open')
    expect((await findTask(db(), id))?.status).toBe('open')
    expect(await messages(student)).toEqual([
      { kind: 'task.published', about: `task:${id}`, data: JSON.stringify({ task: '第一课', guild: guild.name }) },
    ])
    expect(await messages(teacher)).toEqual([])
  })
})

describe('closing', () => {
  test('a task in progress expires when it closes, its draft is kept, and the student is told', async () => {
    const mine = await row({ title: '赶不上', close_at: now + hour }, { draft_saved_at: now })
    await school.app.jobs.run('tasks.expire')
    expect(await stateOf(mine)).toBe('doing')
    school.clock.move(hour + minute)
    await school.app.jobs.run('tasks.expire')
    await school.app.jobs.run('tasks.expire')
    expect(await findEnrolment(db(), mine.id)).toMatchObject({ state: 'expired', draft_saved_at: now })
    expect((await findTask(db(), mine.task_id))?.status).toBe('closed')
    expect(await historyOf(mine)).toEqual([
      { action: 'expire', from_state: 'doing', to_state: 'expired', actor_id: null },
    ])
    expect((await messages(student)).map(({ kind }) => kind)).toEqual(['task.expired'])
    expect((await messages(student))[0]?.data).toContain('"draft":true')
    expect(await acceptedCount(mine.task_id)).toBe(1)
  })

  test('a student’s own date counts: more time, a return, lateness refused', async () => {
    const extended = await row({ close_at: now }, { extended_until: now + 2 * hour })
    const returned = await row({ close_at: now }, { state: 'returned', return_due_at: now + 2 * hour })
    const refused = await row({ due_at: now, close_at: now + 2 * hour, late_rule: 'refuse' })
    const handedIn = await row({ close_at: now }, { state: 'submitted' })
    school.clock.move(minute)
    await school.app.jobs.run('tasks.expire')
    expect(await Promise.all([extended, returned, refused, handedIn].map(stateOf))).toEqual([
      'doing',
      'returned',
      'expired',
      'submitted',
    ])
    school.clock.move(2 * hour)
    await school.app.jobs.run('tasks.expire')
    expect(await Promise.all([extended, returned, handedIn].map(stateOf))).toEqual(['expired', 'expired', 'submitted'])
  })

  test('after a return the provisional percent becomes the result, with both ledgers', async () => {
    const mine = await row({ points: 50, difficulty: 3 }, { state: 'submitted' })
    await moveEnrolment(db(), {
      id: mine.id,
      from: ['submitted'],
      to: 'returned',
      set: { return_due_at: now + hour, score: 70, percent_final: 70 },
      action: 'return',
      actor_id: null,
      now,
    })
    expect(await totals(db(), student.id)).toMatchObject({ score: 0, experience: 0 })
    school.clock.move(hour + minute)
    await school.app.jobs.run('tasks.expire')
    expect(await findEnrolment(db(), mine.id)).toMatchObject({
      state: 'passed',
      score: 70,
      percent_final: 70,
      released_at: now + hour + minute,
    })
    expect(await totals(db(), student.id)).toMatchObject({ score: 35, experience: 30 + 5 })
    await school.app.jobs.run('tasks.expire')
    expect(await totals(db(), student.id)).toMatchObject({ score: 35, experience: 35 })
    expect((await messages(student)).map(({ kind }) => kind)).toContain('result.released')
  })

  test('a reopened row that expires goes back to its earlier state and result', async () => {
    const mine = await row(
      {},
      { state: 'returned', reopened_from: 'failed', score: 40, percent_final: 40, released_at: 5, return_due_at: now },
    )
    school.clock.move(minute)
    await school.app.jobs.run('tasks.expire')
    expect(await findEnrolment(db(), mine.id)).toMatchObject({
      state: 'failed',
      score: 40,
      released_at: 5,
      reopened_from: null,
    })
  })

  test('more rows than the job reads in one pass all expire', async () => {
    const { id } = await task({ close_at: now })
    for (let one = 0; one < 230; one += 1)
      await anEnrolment(db(), { id, guild_id: guild.id }, { user_id: student.id, round: one + 1 })
    school.clock.move(minute)
    await school.app.jobs.run('tasks.expire')
    const left = await db().selectFrom('enrolments').select('id').where('state', '=', 'doing').execute()
    expect(left).toEqual([])
  })
})

test('those who are doing a task are reminded once in the day before it is due', async () => {
  const soon = await row({ title: '快了', due_at: now + day })
  await row({ due_at: now + day + 1 })
  await row({ due_at: now + hour }, { state: 'submitted' })
  const returned = await row({ title: '退回' }, { state: 'returned', return_due_at: now + hour })
  await school.app.jobs.run('tasks.remind')
  await school.app.jobs.run('tasks.remind')
  expect((await messages(student)).map(({ kind, about }) => [kind, about])).toEqual([
    ['task.due_soon', `enrolment:${soon.id}`],
    ['task.due_soon', `enrolment:${returned.id}`],
  ])
})

test('a student with more time for a task that was put away meanwhile is reminded of it', async () => {
  const closed = { due_at: now - day, close_at: now - day }
  const mine = await row({ ...closed, status: 'archived' }, { extended_until: now + hour })
  await row({ ...closed, status: 'trashed' }, { extended_until: now + hour })
  await school.app.jobs.run('tasks.remind')
  expect((await messages(student)).map(({ about }) => about)).toEqual([`enrolment:${mine.id}`])
})

test('a student is not reminded of a date in an archived guild, where nothing is handed in, and is once it is back', async () => {
  await row({ due_at: now + hour })
  const status = (to: 'active' | 'archived') =>
    db().updateTable('guilds').set({ status: to }).where('id', '=', guild.id).execute()
  await status('archived')
  await school.app.jobs.run('tasks.remind')
  expect(await messages(student)).toEqual([])
  await status('active')
  await school.app.jobs.run('tasks.remind')
  expect((await messages(student)).map(({ kind }) => kind)).toEqual(['task.due_soon'])
})

describe('leaving a guild', () => {
  const leave = () =>
    db()
      .transaction()
      .execute((inner) =>
        endMembership(inner, school.app.events, { guild_id: guild.id, user_id: student.id, status: 'left' }),
      )
  const join = () =>
    db()
      .transaction()
      .execute((inner) =>
        admitMember(inner, school.app.events, {
          guild_id: guild.id,
          user_id: student.id,
          origin: 'own',
          now: school.clock.now(),
        }),
      )

  test('pauses the tasks in progress, leaves submitted works reviewable, and rejoining restores both', async () => {
    const doing = await row({})
    const returned = await row({}, { state: 'returned', percent_final: 50 })
    const handedIn = await row({}, { state: 'submitted' })
    const reopened = await row(
      {},
      { state: 'returned', reopened_from: 'passed', percent_final: 80, score: 80, released_at: 5 },
    )
    await leave()
    await school.app.events.drain()
    expect(await Promise.all([doing, returned, handedIn, reopened].map(stateOf))).toEqual([
      'aborted',
      'aborted',
      'submitted',
      'passed',
    ])
    expect(await acceptedCount(doing.task_id)).toBe(0)
    expect((await school.as(student)(tasks.listByGuild, {})).list).toEqual([])
    await join()
    await school.app.events.drain()
    expect(await Promise.all([doing, returned, handedIn, reopened].map(stateOf))).toEqual([
      'doing',
      'returned',
      'submitted',
      'passed',
    ])
    expect(await acceptedCount(doing.task_id)).toBe(1)
    expect(await findEnrolment(db(), returned.id)).toMatchObject({ percent_final: 50, left_from: null })
  })

  test('and rejoining restores neither a task given up before nor a place that somebody else has taken', async () => {
    const given = await row({}, { state: 'aborted' })
    const wanted = await row({ capacity: 1 })
    await leave()
    await school.app.events.drain()
    const other = await aUser(db())
    await aMember(db(), { guild_id: guild.id, user_id: other.id })
    await school.as(other)(tasks.accept, { id: wanted.task_id })
    await join()
    await school.app.events.drain()
    expect(await Promise.all([given, wanted].map(stateOf))).toEqual(['aborted', 'aborted'])
    expect(await acceptedCount(wanted.task_id)).toBe(1)
  })

  test('and rejoining before the event is handled changes nothing', async () => {
    const doing = await row({})
    await leave()
    await join()
    await school.app.events.drain()
    expect(await stateOf(doing)).toBe('doing')
    expect(await historyOf(doing)).toEqual([])
  })
})
