import { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { makeSet } from '../tasks/sets/set-store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { addResult } from './store.ts'

// As many for this call's short time as 2,000 are for three seconds.
const many = 150
let school: School
beforeEach(async () => {
  school = await testApp({ budget: 600 })
})
afterEach(() => school.close())

/** A task whose teacher has reviewed everybody and holds the results. */
const reviewed = async () => {
  const { db } = school.app
  const now = school.clock.now()
  return db.transaction().execute(async (db) => {
    const guild = await aGuild(db)
    const teacher = await aUser(db, { roles: ['teacher'] })
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    const task = await aTask(db, { guild_id: guild.id, hold: true })
    for (let at = 0; at < many; at += 1) {
      const student = await aUser(db)
      await aMember(db, { guild_id: guild.id, user_id: student.id })
      const row = await anEnrolment(db, task, { user_id: student.id, state: 'submitted' })
      const { id } = await aSubmission(db, row, { status: 'reviewed' })
      await addResult(db, {
        ...{ submission_id: id, enrolment_id: row.id, reviewer_id: teacher.id, reviewer_role: 'teacher' },
        ...{ decision: 'pass', score: 70, percent: 70, percent_final: 70, status: 'held', created_at: now },
      })
    }
    return { task, teacher, send: school.as(teacher, { audience: 'admin', role: 'teacher' }) }
  })
}

test('a teacher releases the results of a whole year at once, which takes longer than other calls may', async () => {
  const { task, send } = await reviewed()
  expect(await send(reviewsAdmin.release, { task_id: task.id })).toMatchObject({ released: many })
})

test('a teacher of several classes releases theirs, too', async () => {
  const { task, teacher, send } = await reviewed()
  const { db } = school.app
  const set_id = await makeSet(db, { owner_id: teacher.id, title: task.title, now: school.clock.now() })
  await db.updateTable('tasks').set({ set_id }).execute()
  const { classes } = await send(reviewSetsAdmin.release, { set_id })
  expect(classes).toMatchObject([{ done: true, released: many }])
})
