import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
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
