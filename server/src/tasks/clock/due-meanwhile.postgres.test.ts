import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment, aTask } from '../factory.ts'
import { moveEnrolment } from '../enrolment-store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

// On SQLite, transactions never overlap.
test('a student who submits while the clock or a teacher reminds the class gets no reminder', async () => {
  const { db } = school.app
  const now = school.clock.now()
  const guild = await aGuild(db)
  const task = await aTask(db, { guild_id: guild.id, due_at: now + 3_600_000 })
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const [handing, doing] = [await aUser(db), await aUser(db)]
  for (const { id: user_id } of [handing, doing]) await aMember(db, { guild_id: guild.id, user_id })
  const row = await anEnrolment(db, task, { user_id: handing.id })
  await anEnrolment(db, task, { user_id: doing.id })
  const began = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const handedIn = db.transaction().execute(async (db) => {
    await moveEnrolment(db, {
      id: row.id,
      from: ['doing'],
      to: 'submitted',
      action: 'submit',
      actor_id: handing.id,
      now,
    })
    began.resolve()
    await mayEnd.promise
  })
  await began.promise
  await school.app.jobs.run('tasks.remind')
  const staff = school.as(teacher, { audience: 'admin', role: 'teacher' })
  expect(await staff(reviewToolsAdmin.remind, { task_id: task.id })).toMatchObject({ people: 1 })
  mayEnd.resolve()
  await handedIn
  const told = await db
    .selectFrom('messages')
    .select(['user_id', 'kind'])
    .where('type', '=', 'todo')
    .orderBy('id')
    .execute()
  expect(told).toEqual([
    { user_id: doing.id, kind: 'task.due_soon' },
    { user_id: doing.id, kind: 'task.reminded' },
  ])
})
