import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aGuild, aMember, aPersonIn } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test('a teacher with works in more tasks than are listed reads how many wait in all of them', async () => {
  const { db } = school.app
  const [large, small] = [await aGuild(db), await aGuild(db)]
  const teacher = await aPersonIn(db, { guild_id: large.id, role: 'teacher' })
  const student = await aPersonIn(db, { guild_id: large.id, role: 'student' })
  await aMember(db, { guild_id: small.id, user_id: teacher.id, role: 'teacher' })
  const busy = async (guild_id: number, many: number) => {
    for (let at = 0; at < many; at += 1) {
      const task = await aTask(db, { guild_id })
      await aSubmission(db, await anEnrolment(db, task, { user_id: student.id, state: 'submitted' }))
    }
  }
  await busy(large.id, 200)
  await busy(small.id, 3)
  const { tasks, waiting, held, guilds } = await school.as(teacher, { audience: 'admin', role: 'teacher' })(
    reviewToolsAdmin.summary,
  )
  expect([tasks.length, waiting, held]).toEqual([200, 203, 0])
  const byGuild = Object.fromEntries(guilds.map((one) => [one.id, one.waiting]))
  expect(byGuild).toEqual({ [large.id]: 200, [small.id]: 3 })
})
