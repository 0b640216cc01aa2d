import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember, aPersonIn } from '../guilds/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { firstBell, testApp, type School } from '../testing/test-app.ts'
import { factsOf } from './facts-store.ts'
import { countersOf } from './rules.ts'

const day = 24 * 3_600_000

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('archiving a class counts nothing for a student without a result of its offline main task', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const teacher = await aPersonIn(db, { guild_id: guild.id, role: 'teacher' })
  const [without, missing] = [await aUser(db), await aUser(db)]
  const joined_at = firstBell - 30 * day
  for (const { id } of [without, missing]) await aMember(db, { guild_id: guild.id, user_id: id, joined_at })
  const task = await aTask(db, { guild_id: guild.id, type: 'main', channel: 'offline', due_at: firstBell - day })
  await anEnrolment(db, task, { user_id: missing.id, state: 'expired', accepted_at: firstBell - day })
  const admin = { audience: 'admin', role: 'teacher' } as const
  await school.as(teacher, admin)(termsAdmin.archiveGuild, { guild_id: guild.id })
  const periods = [{ key: 'term', from: firstBell - 30 * day, to: firstBell + 30 * day }]
  const facts = await factsOf(db, [without.id, missing.id], 0)
  const counted = countersOf(facts, periods as unknown as Parameters<typeof countersOf>[1], firstBell + day)
    .filter(({ guild_id }) => guild_id === guild.id)
    .map(({ user_id, counted, percents }) => ({ user_id, counted, percents }))
  expect(counted).toEqual([{ user_id: missing.id, counted: 1, percents: 0 }])
})
