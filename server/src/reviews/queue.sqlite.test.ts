import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { waysOver } from '../testing/plans.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test.each([
  ['waiting', /submissions_waiting_longest/],
  ['reviewed', /submissions_held/],
  ['released', /submissions_sent/],
  ['all', /submissions_sent/],
] as const)(
  'an administrator reads the queue of works that are %s in an index, not all works of the district',
  async (status, index) => {
    const admin = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
    const ways = await waysOver(school, 'submissions', () => admin(reviewsAdmin.queue, { status }))
    expect(ways.length).toBeGreaterThan(0)
    for (const way of ways) expect(way).toMatch(index)
  },
)

test.each(['waiting', 'released'] as const)(
  'a teacher reads the queue of works that are %s guild by guild',
  async (status) => {
    const { db } = school.app
    const { guild } = await aStudentAtWork(db)
    const teacher = await aUser(db, { roles: ['teacher'] })
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    const ways = await waysOver(school, 'submissions', () =>
      school.as(teacher, { audience: 'admin', role: 'teacher' })(reviewsAdmin.queue, { status }),
    )
    expect(ways.length).toBeGreaterThan(0)
    for (const way of ways) expect(way).toMatch(/guild_id=\?/)
  },
)
