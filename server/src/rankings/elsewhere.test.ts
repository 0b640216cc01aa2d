import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { setGuildStatus } from '../guilds/settings-store.ts'
import { endMembership } from '../guilds/store.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { makeSet } from '../tasks/sets/set-store.ts'
import { firstBell, testApp, type School } from '../testing/test-app.ts'
import { factsOf } from './facts-store.ts'
import { countersOf } from './rules.ts'

const day = 24 * 3_600_000
const now = firstBell

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('a main task that is done in another class is missed in neither', async () => {
  const { db } = school.app
  const student = await aUser(db)
  const [one, two] = [await aGuild(db), await aGuild(db)]
  for (const { id } of [one, two]) await aMember(db, { guild_id: id, user_id: student.id, joined_at: now - 30 * day })
  const set_id = await makeSet(db, { owner_id: student.id, title: '食堂排队', now })
  const given = { type: 'main', status: 'closed', set_id, due_at: now - day, close_at: now - day } as const
  const there = await aTask(db, { guild_id: one.id, ...given })
  const here = await aTask(db, { guild_id: two.id, ...given })
  const everywhere = { key: 'week', from: now - 30 * day, to: now + day }
  const counted = async () =>
    countersOf(
      await factsOf(db, [student.id], 0),
      [everywhere] as unknown as Parameters<typeof countersOf>[1],
      now,
    ).map((row) => [row.guild_id, row.counted, row.percents])
  expect(await counted()).toEqual([
    [0, 2, 0],
    [one.id, 1, 0],
    [two.id, 1, 0],
  ])
  await anEnrolment(db, there, { user_id: student.id, state: 'passed', accepted_at: now - 2 * day })
  expect(await counted()).toEqual([
    [0, 1, 80],
    [one.id, 1, 80],
  ])
  await anEnrolment(db, here, { user_id: student.id, state: 'aborted', accepted_at: now - 2 * day })
  expect(await counted()).toEqual([
    [0, 1, 80],
    [one.id, 1, 80],
  ])
})

/**
 * A student of two classes with one main task each, both past their deadline; returns the counts as [guild, tasks, sum
 * of percent].
 */
const ofTwoClasses = async (state: 'expired' | 'passed', attempts = 0) => {
  const { db } = school.app
  const student = await aUser(db)
  const [one, two] = [await aGuild(db), await aGuild(db)]
  for (const { id } of [one, two]) await aMember(db, { guild_id: id, user_id: student.id, joined_at: now - 30 * day })
  const set_id = await makeSet(db, { owner_id: student.id, title: '食堂排队', now })
  const given = { type: 'main', status: 'closed', set_id, due_at: now - day, close_at: now - day } as const
  const there = await aTask(db, { guild_id: one.id, ...given })
  await aTask(db, { guild_id: two.id, ...given })
  const row = await anEnrolment(db, there, { user_id: student.id, state, accepted_at: now - 2 * day })
  await db.updateTable('enrolments').set({ attempts }).where('id', '=', row.id).execute()
  const counted = async () =>
    countersOf(
      await factsOf(db, [student.id], 0),
      [{ key: 'week', from: now - 30 * day, to: now + day }] as unknown as Parameters<typeof countersOf>[1],
      now,
    ).map((row) => [row.guild_id, row.counted, row.percents])
  return { student, one, two, counted }
}
const leave = ({ id }: { id: number }, student: { id: number }) =>
  school.app.db
    .transaction()
    .execute((db) => endMembership(db, school.app.events, { guild_id: id, user_id: student.id, status: 'left' }))

test('a main task that ran out in a class that was left is expected in the other one, like any other task', async () => {
  const { student, one, two, counted } = await ofTwoClasses('expired')
  // As long as the first class can give more time, nothing is expected in the second.
  expect(await counted()).toEqual([
    [0, 1, 0],
    [one.id, 1, 0],
  ])
  await leave(one, student)
  expect(await counted()).toEqual([
    [0, 1, 0],
    [two.id, 1, 0],
  ])
})

test('what was handed in, or passed, in a class that was left is not expected once more', async () => {
  for (const [state, attempts] of [
    ['expired', 1],
    ['passed', 0],
  ] as const) {
    const { student, one, two, counted } = await ofTwoClasses(state, attempts)
    await leave(one, student)
    expect((await counted()).filter(([guild_id]) => guild_id === two.id)).toEqual([])
  }
})

test('a class that goes to the archive, and one that comes back, is counted anew within a minute', async () => {
  const { student, one, two } = await ofTwoClasses('expired')
  const { db, jobs, events } = school.app
  const kept = async () => {
    await events.drain()
    await jobs.run('rankings.follow')
    const rows = await db
      .selectFrom('ranking_rows')
      .select('guild_id')
      .distinct()
      .where('user_id', '=', student.id)
      .where('guild_id', '>', 0)
      .orderBy('guild_id')
      .execute()
    return rows.map(({ guild_id }) => guild_id)
  }
  const put = (status: 'archived' | 'active') =>
    db.transaction().execute((db) => setGuildStatus(db, events, one.id, status))
  expect(await kept()).toEqual([one.id])
  await put('archived')
  expect(await kept()).toEqual([one.id, two.id])
  await put('active')
  expect(await kept()).toEqual([one.id])
})
