import { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember, aPersonIn } from '../../guilds/factory.ts'
import { aSubmission } from '../../submissions/factory.ts'
import { anEnrolment, aTask } from '../../tasks/factory.ts'
import { makeSet } from '../../tasks/sets/set-store.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/waiting-for-locks.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

const db = () => school.app.db

test('a review that is being saved while a release that others follow is made is out, not left waiting', async () => {
  const teacher = await aUser(db(), { roles: ['teacher'] })
  const set_id = await makeSet(db(), { owner_id: teacher.id, title: '食堂排队', now: firstBell })
  const { id: guild_id } = await aGuild(db())
  await aMember(db(), { guild_id, user_id: teacher.id, role: 'teacher' })
  const task = await aTask(db(), { guild_id, set_id, hold: true, scored: true })
  const student = await aPersonIn(db(), { guild_id, role: 'student' })
  const row = await anEnrolment(db(), task, { user_id: student.id, state: 'submitted' })
  const { id: submit_id } = await aSubmission(db(), row, { submitted_at: firstBell })
  const as = school.as(teacher, { audience: 'admin', role: 'teacher' })
  await as(reviewsAdmin.open, { submit_id })

  // Another transaction locks the version, so that the review stops halfway.
  const holder = await db().startTransaction().execute()
  await holder.updateTable('submissions').set({ version: 1 }).where('id', '=', submit_id).execute()
  const review = as(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
  await untilWaiting(db(), 1)
  const release = as(reviewSetsAdmin.release, { set_id, follow: true })
  await Promise.race([release, untilWaiting(db(), 2)])
  await holder.commit().execute()
  await Promise.all([review, release])
  const { list } = await school.as(student)(tasks.listByGuild, { guild_id })
  expect(list[0]?.state).toBe('passed')
})
