import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

/** How SQLite goes through the versions to answer a queue: one line for each query that reads them. */
const waysOver = async (ask: () => Promise<unknown>): Promise<string[]> => {
  const { db } = school.app
  const asked = vi.spyOn(db.getExecutor(), 'executeQuery')
  await ask()
  const queries = asked.mock.calls.map(([query]) => query as CompiledQuery).filter(({ sql: text }) => text.includes('from "submissions"'))
  asked.mockRestore()
  const plans = await Promise.all(
    queries.map(
      async (query) =>
        (await db.executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${query.sql}`, query: sql`select 1`.compile(db).query })).rows,
    ),
  )
  return plans.flat().flatMap(({ detail }) => (/^(SCAN|SEARCH) submissions\b/.test(detail) ? [detail] : []))
}

test.each([
  ['waiting', /submissions_waiting_longest/],
  ['reviewed', /submissions_held/],
  ['released', /submissions_sent/],
  ['all', /submissions_sent/],
] as const)('an administrator reads the queue of works that are %s in an index, not all works of the district', async (status, index) => {
  const admin = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  const ways = await waysOver(() => admin(reviewsAdmin.queue, { status }))
  expect(ways.length).toBeGreaterThan(0)
  for (const way of ways) expect(way).toMatch(index)
})

test.each(['waiting', 'released'] as const)('a teacher reads the queue of works that are %s guild by guild', async (status) => {
  const { db } = school.app
  const { guild } = await aStudentAtWork(db)
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const ways = await waysOver(() => school.as(teacher, { audience: 'admin', role: 'teacher' })(reviewsAdmin.queue, { status }))
  expect(ways.length).toBeGreaterThan(0)
  for (const way of ways) expect(way).toMatch(/guild_id=\?/)
})
