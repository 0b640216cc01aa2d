import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember, aPersonIn } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const { staff, waiting } = reviewing(() => ({ school }))

test('a teacher who typed results and has not released them finds them among their to-dos until they have', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const teacher = await aUser(db, { roles: ['teacher', 'admin'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const students = [
    await aPersonIn(db, { guild_id: guild.id, role: 'student' }),
    await aPersonIn(db, { guild_id: guild.id, role: 'student' }),
  ]
  const task = await aTask(db, { guild_id: guild.id, channel: 'offline', hold: true })
  const call = staff(teacher)
  const home = async () => {
    const { inbox, entered_guild_id } = await call(schoolAdmin.home)
    return [inbox.entered, entered_guild_id]
  }
  expect(await home()).toEqual([0, null])
  await call(enteredResultsAdmin.set, { task_id: task.id, user_id: students[0]!.id, base_version: 0, score: 70 })
  const missing = { word: 'missing', score: null } as const
  await call(enteredResultsAdmin.set, { task_id: task.id, user_id: students[1]!.id, base_version: 0, ...missing })
  expect(await home()).toEqual([2, guild.id])
  // The page that the number leads to lists the same, the student who was absent included.
  const { students: shown, counts } = await call(gradesAdmin.grid, { guild_id: guild.id, having: 'held' })
  expect([shown.total, counts.held]).toEqual([2, 2])
  const other = await aGuild(db)
  await aMember(db, { guild_id: other.id, user_id: teacher.id, role: 'teacher' })
  const third = await aPersonIn(db, { guild_id: other.id, role: 'student' })
  const there = await aTask(db, { guild_id: other.id, channel: 'offline', hold: true })
  await call(enteredResultsAdmin.set, { task_id: there.id, user_id: third.id, base_version: 0, score: 50 })
  expect(await home()).toEqual([3, null])
  const asAdmin = async (who: { id: number }) => (await staff(who, 'admin')(schoolAdmin.home)).inbox.entered
  const head = await aUser(db, { roles: ['admin'] })
  // An administrator who teaches has the same results to release; the rest of the school is not counted.
  expect([await asAdmin(teacher), await asAdmin(head)]).toEqual([3, null])
  // What waits is that of the students who are in the class.
  const membership = db.updateTable('guild_members').where('user_id', '=', students[1]!.id)
  await membership.set({ status: 'left' }).execute()
  expect(await home()).toEqual([2, null])
  await membership.set({ status: 'member' }).execute()
  await call(reviewsAdmin.release, { task_id: task.id })
  await call(reviewsAdmin.release, { task_id: there.id })
  expect([await home(), await asAdmin(teacher)]).toEqual([[0, null], null])
})

test('a teacher who assists in another class reads what waits in both, and what the assistants of their own class did', async () => {
  const { db } = school.app
  const { guild, teacher, submit_id } = await waiting()
  const own = await aGuild(db)
  const both = await aUser(db, { roles: ['teacher', 'assistant'] })
  await aMember(db, { guild_id: own.id, user_id: both.id, role: 'teacher' })
  await aMember(db, { guild_id: guild.id, user_id: both.id, role: 'assistant', can_review: true })
  for (const role of ['teacher', 'assistant'] as const) {
    const home = await staff(both, role)(schoolAdmin.home)
    expect(home.waiting.total).toBe(1)
    expect((await staff(both, role)(reviewsAdmin.queue, {})).total).toBe(1)
    expect((await staff(both, role)(schoolAdmin.me)).guilds).toBe(2)
  }
  await staff(both, 'assistant')(reviewsAdmin.open, { submit_id })
  await staff(both, 'assistant')(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 80, hold: true })
  // In a class where one assists, what other assistants do is for its teacher to know.
  expect((await staff(both)(schoolAdmin.home)).assistants).toEqual([])
  expect((await staff(teacher)(schoolAdmin.home)).assistants).toMatchObject([{ user_id: both.id }])
})
