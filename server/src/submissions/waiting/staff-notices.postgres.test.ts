import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { storedValue } from '../../db/stored-json.ts'
import { aMember } from '../../guilds/factory.ts'
import { anEnrolment } from '../../tasks/factory.ts'
import { reviewing } from '../../testing/reviewing.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { aSubmission } from '../factory.ts'
import { setVersionStatus } from '../store.ts'
import { aboutQueue, tellStaff } from './staff-notices.ts'
import { untilWaiting } from '../../testing/waiting-for-locks.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())
const { waiting } = reviewing(() => ({ school }))

// On SQLite, transactions never overlap.
test('reviewing the last work does not remove the notice of a work submitted at that moment', async () => {
  const { db } = school.app
  const { review, task, teacher, submit_id } = await waiting()
  await school.app.events.drain()
  await review(reviewsAdmin.open, { submit_id })
  const student = await aUser(db)
  await aMember(db, { guild_id: task.guild_id, user_id: student.id })
  const row = await anEnrolment(db, task, { user_id: student.id, state: 'submitted' })
  const told = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const coming = db.transaction().execute(async (db) => {
    await aSubmission(db, row)
    await tellStaff(db, task, { isNews: true, now: school.clock.now() })
    told.resolve()
    await mayEnd.promise
  })
  await told.promise
  const decided = review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70, text: '清楚' })
  await untilWaiting(school.app.db, 1)
  mayEnd.resolve()
  await Promise.all([coming, decided])
  const rows = await db
    .selectFrom('messages')
    .select(['user_id', 'data'])
    .where('about', '=', aboutQueue(task.id))
    .execute()
  expect(rows.map(({ user_id, data }) => [user_id, storedValue(data).count])).toEqual([[teacher.id, 1]])
})

test('a teacher is not told of a work that has waited for long at the moment it is reviewed', async () => {
  const { db } = school.app
  const { task, submit_id } = await waiting()
  school.clock.move(49 * 3_600_000)
  const told = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const reviewed = db.transaction().execute(async (db) => {
    await setVersionStatus(db, { id: submit_id, from: ['sealed'], to: 'reviewed' })
    await tellStaff(db, task, { isNews: true, now: school.clock.now() })
    told.resolve()
    await mayEnd.promise
  })
  await told.promise
  const looked = school.app.jobs.run('submissions.waiting')
  await untilWaiting(school.app.db, 1)
  mayEnd.resolve()
  await Promise.all([reviewed, looked])
  expect(await db.selectFrom('messages').select('kind').where('kind', 'like', 'submission.%').execute()).toEqual([])
})
