import fc from 'fast-check'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { admitMember, endMembership } from '../guilds/store.ts'
import { wrongTotals } from '../ledger/store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { walksOf } from '../testing/test-database.ts'
import { excuseStudents, extendStudents, reopenStudents } from './enrolment/staff-changes.ts'
import { aTask } from './factory.ts'
import { applyOutcome, applyReturn } from './enrolment/outcome.ts'
import { scorePoints, type Task } from './rules.ts'
import { latestEnrolment, moveEnrolment } from './enrolment-store.ts'
import { findTask } from './store.ts'

const hour = 3_600_000
const zone = 'Asia/Shanghai'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())
const db = () => school.app.db

type Step = { kind: string; who: 0 | 1; what: 0 | 1; percent: number | null; hours: number }
type Class = { guild_id: number; students: number[]; tasks: Task[]; teacher: number }

const aClass = async (): Promise<Class> => {
  const guild = await aGuild(db())
  const [one, other, teacher] = [await aUser(db()), await aUser(db()), await aUser(db(), { roles: ['teacher'] })]
  for (const { id } of [one, other]) await aMember(db(), { guild_id: guild.id, user_id: id })
  await aMember(db(), { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const close_at = school.clock.now() + 60 * hour
  const side = await aTask(db(), { guild_id: guild.id, points: 50, capacity: 1, close_at, due_at: close_at - hour })
  const daily = await aTask(db(), { guild_id: guild.id, points: 10, type: 'daily', max_rounds: 4 })
  return { guild_id: guild.id, students: [one.id, other.id], tasks: [side, daily], teacher: teacher.id }
}

/** Does one step, whatever the state; a refusal is an answer too. */
const take = async ({ kind, who, what, percent, hours }: Step, room: Class): Promise<string> => {
  const user_id = room.students[who]!
  const task = (await findTask(db(), room.tasks[what]!.id))!
  const now = school.clock.now()
  const row = await latestEnrolment(db(), task.id, user_id)
  const by = { user_ids: [user_id], reason: '测试', actor_id: room.teacher, now }
  const until = now + (hours + 1) * hour
  const member = { guild_id: room.guild_id, user_id, now }
  const result = { task, enrolment: row!, score: percent, percent_final: percent, actor_id: room.teacher, now }
  const steps: Record<string, () => Promise<unknown>> = {
    accept: () => school.as(user_id)(tasks.accept, { id: task.id }),
    abort: () => school.as(user_id)(tasks.abort, { id: task.id }),
    submit: async () => {
      const mine = await latestEnrolment(db(), task.id, user_id)
      await moveEnrolment(db(), {
        id: mine?.id ?? 0,
        from: ['doing', 'returned'],
        to: 'submitted',
        action: 'submit',
        actor_id: user_id,
        now,
      })
    },
    release: () =>
      inside((inner) =>
        applyOutcome(inner, { ...result, from: ['submitted'], decision: (percent ?? 0) >= 60 ? 'pass' : 'fail', zone }),
      ),
    return: () => inside((inner) => applyReturn(inner, { ...result, mark_count: 0, return_due_at: until })),
    correct: () =>
      inside((inner) =>
        applyOutcome(inner, { ...result, from: ['passed', 'failed'], decision: 'pass', correction: true, zone }),
      ),
    reopen: () => inside((inner) => reopenStudents(inner, task, { ...by, due_at: until, zone })),
    extend: () => inside((inner) => extendStudents(inner, task, { ...by, until })),
    excuse: () => inside((inner) => excuseStudents(inner, task, { ...by, zone })),
    leave: () =>
      inside((inner) => endMembership(inner, school.app.events, { ...member, status: 'left' })).then(() =>
        school.app.events.drain(),
      ),
    join: () =>
      inside((inner) => admitMember(inner, school.app.events, { ...member, origin: 'own' })).then(() =>
        school.app.events.drain(),
      ),
    'hand in': () => steps.accept!().then(steps.submit, steps.submit),
    clock: () => school.app.jobs.run('tasks.expire'),
  }
  if (!row && ['release', 'return', 'correct'].includes(kind)) return 'nothing to decide'
  return steps[kind]!().then(
    () => 'done',
    (error: { reason?: string }) => {
      if (!error.reason) throw error
      return error.reason
    },
  )
}

const inside = <T>(work: (inner: School['app']['db']) => Promise<T>): Promise<T> => db().transaction().execute(work)

// Steps that make progress are frequent and final ones rare, so that walks reach results and beyond.
const often = [
  'hand in',
  'release',
  'hand in',
  'return',
  'accept',
  'reopen',
  'clock',
  'abort',
  'join',
  'extend',
  'correct',
]
const kinds = ['hand in', 'leave', 'excuse', ...often, ...often, ...often, 'release', 'hand in']
const step = (some: readonly string[]) =>
  fc.record<Step>({
    kind: fc.constantFrom(...some),
    who: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const),
    what: fc.constantFrom(0 as const, 1 as const),
    percent: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
    hours: fc.integer({ min: 0, max: 30 }),
  })

/** The relevant state of a class, without times. */
const pictureOf = async (room: Class) => ({
  rows: await db()
    .selectFrom('enrolments')
    .select([
      'id',
      'task_id',
      'user_id',
      'round',
      'state',
      'reopened_from',
      'percent_final',
      'released_at',
      'return_due_at',
    ])
    .where('guild_id', '=', room.guild_id)
    .orderBy('id')
    .execute(),
  ledger: await db()
    .selectFrom('ledger_entries')
    .select(['id', 'user_id', 'ledger', 'kind', 'points'])
    .where('user_id', 'in', room.students)
    .orderBy('id')
    .execute(),
  places: await db()
    .selectFrom('tasks')
    .select(['id', 'accepted_count'])
    .where('guild_id', '=', room.guild_id)
    .orderBy('id')
    .execute(),
})

type Picture = Awaited<ReturnType<typeof pictureOf>>

const check = async (room: Class, { rows, ledger, places }: Picture) => {
  for (const { id, accepted_count } of places) {
    const held = rows.filter(
      (row) => row.task_id === id && row.round === 1 && row.state !== 'aborted' && row.state !== 'excused',
    )
    expect(accepted_count).toBe(held.length)
  }
  for (const user_id of room.students) {
    let worth = 0
    for (const task of room.tasks) {
      const mine = rows.filter((row) => row.user_id === user_id && row.task_id === task.id)
      expect(mine.map(({ round }) => round)).toEqual(mine.map((_, index) => index + 1))
      if (task.type !== 'daily') expect(mine.length).toBeLessThan(2)
      const released = mine.filter(({ released_at }) => released_at !== null)
      worth += scorePoints(task.points, Math.max(0, ...released.map(({ percent_final }) => percent_final ?? 0)))
    }
    const score = ledger.filter((entry) => entry.user_id === user_id && entry.ledger === 'score')
    expect(score.reduce((sum, { points }) => sum + points, 0)).toBe(worth)
  }
  for (const row of rows) if (row.state === 'passed' || row.state === 'failed') expect(row.released_at).not.toBeNull()
  const last = await db()
    .selectFrom('enrolment_history as h')
    .select(['h.enrolment_id', 'h.to_state'])
    .where('h.id', 'in', (eb) =>
      eb
        .selectFrom('enrolment_history')
        .select((inner) => inner.fn.max('id').as('id'))
        .groupBy('enrolment_id'),
    )
    .execute()
  const written = new Map(last.map(({ enrolment_id, to_state }) => [enrolment_id, to_state]))
  for (const { id, state } of rows) expect(written.get(id)).toBe(state)
}

test('whatever students, staff and the clock do, rows, places and scores agree, and doing anything twice does it once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step(kinds), { minLength: 20, maxLength: 40 }), async (steps) => {
      const room = await aClass()
      for (const one of steps) {
        if (one.kind === 'clock') school.clock.move(one.hours * hour)
        await take(one, room)
        const picture = await pictureOf(room)
        await check(room, picture)
        await take(one, room)
        expect(await pictureOf(room)).toEqual(picture)
      }
      expect(await wrongTotals(db())).toEqual([])
    }),
    { numRuns: walksOf(20) },
  )
}, 120_000)

test('accepting and giving up, in any order and by anybody, earns nothing but the day', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step(['accept', 'abort', 'leave', 'join']), { minLength: 1, maxLength: 20 }),
      async (steps) => {
        const room = await aClass()
        for (const one of steps) await take(one, room)
        const { ledger, places } = await pictureOf(room)
        expect(ledger.every(({ kind, points }) => kind === 'active_day' && points === 1)).toBe(true)
        expect(new Set(ledger.map(({ user_id }) => user_id)).size).toBe(ledger.length)
        // Only staff may go beyond the places of a task.
        expect(places[0]?.accepted_count).toBeLessThan(2)
      },
    ),
    { numRuns: walksOf(20) },
  )
}, 60_000)

test('whatever happens at once, places are never given twice and nobody has two rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step(['accept', 'abort', 'submit']), { minLength: 4, maxLength: 16 }), async (steps) => {
      const room = await aClass()
      await Promise.all(steps.map((one) => take(one, room)))
      const picture = await pictureOf(room)
      expect(picture.places[0]?.accepted_count).toBeLessThan(2)
      expect(picture.rows.length).toBeLessThan(5)
      await check(room, picture)
    }),
    { numRuns: walksOf(25) },
  )
}, 60_000)
