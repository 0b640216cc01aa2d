import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { admitMember } from '../guilds/store.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

const minute = 60_000

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())
const { waiting } = reviewing(() => ({ school }))

/** Advances the clock and runs its job. */
const later = async (many: number) => {
  school.clock.move(many * minute)
  await school.app.jobs.run('tasks.expire')
  await school.app.events.drain()
}

/** A main task that is passed or not, whose student handed it in, got it back, and let that date go by. */
const ranOut = async () => {
  const place = await waiting({ scored: false, close_at: school.clock.now() + 10 * minute })
  const { review, submit_id, task, student, guild } = place
  await review(reviewsAdmin.open, { submit_id })
  const return_due_at = new Date(school.clock.now() + 20 * minute).toISOString()
  await review(reviewsAdmin.decide, { submit_id, decision: 'return', text: '再改改', return_due_at })
  await later(25)
  const cell = async () => {
    const [row] = (await review(gradesAdmin.grid, { guild_id: guild.id })).students.list
    return [row?.cells[0]?.mark, row?.average]
  }
  const extend = () =>
    review(tasksAdmin.extend, {
      ...{ task_id: task.id, user_ids: [student.id], reason: '生病了' },
      until: new Date(school.clock.now() + 20 * minute).toISOString(),
    })
  return { ...place, cell, extend }
}

test('a student whose returned work ran out loses nothing by more time that runs out too', async () => {
  const { cell, extend } = await ranOut()
  expect(await cell()).toEqual(['missing', null])
  await extend()
  await later(25)
  expect(await cell()).toEqual(['missing', null])
})

test('a student whose returned work ran out loses nothing by leaving the guild within more time and coming back', async () => {
  const { cell, extend, send, guild, student } = await ranOut()
  await extend()
  await send(guilds.leave, { guild_id: guild.id })
  await school.app.events.drain()
  const back = { guild_id: guild.id, user_id: student.id, origin: 'own', now: school.clock.now() } as const
  await school.app.db.transaction().execute((db) => admitMember(db, school.app.events, back))
  await school.app.events.drain()
  expect(await cell()).toEqual(['missing', null])
})
