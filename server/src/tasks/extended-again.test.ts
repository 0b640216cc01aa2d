import { messages } from '@tongchuang/contract/messages.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { anEnrolment, aTask } from './factory.ts'

const day = 24 * 3_600_000

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test('a student hears once of the time a teacher gave twice, because the answer was lost, and of another date again', async () => {
  const { db } = school.app
  const now = school.clock.now()
  const task = await aTask(db, { guild_id: (await aGuild(db)).id, due_at: now + day })
  const [chen, lin, wang] = [await aUser(db, { roles: ['teacher'] }), await aUser(db), await aUser(db)]
  await aMember(db, { guild_id: task.guild_id, user_id: chen.id, role: 'teacher' })
  for (const { id: user_id } of [lin, wang]) await aMember(db, { guild_id: task.guild_id, user_id })
  await anEnrolment(db, task, { user_id: lin.id })
  const give = async (days: number, reason = '病假') => {
    school.clock.move(1_000)
    const rows = await school.as(chen, { audience: 'admin', role: 'teacher' })(tasksAdmin.extend, {
      ...{ task_id: task.id, user_ids: [lin.id, wang.id], reason },
      until: new Date(now + days * day).toISOString(),
    })
    return rows.length
  }
  const told = async ({ id }: { id: number }) =>
    (await school.as(id)(messages.list, { type: 'notice' })).list.filter(({ kind }) => kind === 'task.extended').length
  expect([await give(3), await give(3)]).toEqual([2, 2])
  expect([await told(lin), await told(wang)]).toEqual([1, 1])
  const acts = db.selectFrom('enrolment_history').select('id').where('action', '=', 'extend')
  expect(await acts.execute()).toHaveLength(2)
  expect(await give(5)).toBe(2)
  expect([await told(lin), await told(wang)]).toEqual([2, 2])
  // A reason that is put right is another act, of which the record keeps both.
  expect(await give(5, '事假')).toBe(2)
  expect(await acts.execute()).toHaveLength(6)
})

test('a teacher who opens a task again twice, because the answer was lost, has the same answer, and the student hears once', async () => {
  const { db } = school.app
  const now = school.clock.now()
  const task = await aTask(db, { guild_id: (await aGuild(db)).id, due_at: now - day, close_at: now - day })
  const [chen, lin, wang] = [await aUser(db, { roles: ['teacher'] }), await aUser(db), await aUser(db)]
  await aMember(db, { guild_id: task.guild_id, user_id: chen.id, role: 'teacher' })
  for (const { id: user_id } of [lin, wang]) await aMember(db, { guild_id: task.guild_id, user_id })
  await anEnrolment(db, task, { user_id: lin.id, state: 'passed', score: 80, percent_final: 80, released_at: 5 })
  const open = (days: number, reason = '再试一次') => {
    school.clock.move(1_000)
    return school.as(chen, { audience: 'admin', role: 'teacher' })(tasksAdmin.reopen, {
      ...{ task_id: task.id, user_ids: [lin.id, wang.id], reason },
      due_at: new Date(now + days * day).toISOString(),
    })
  }
  const first = await open(3)
  expect(first).toHaveLength(2)
  expect(await open(3)).toEqual(first)
  const told = async ({ id }: { id: number }) =>
    (await school.as(id)(messages.list, { type: 'notice' })).list.filter(({ kind }) => kind === 'task.reopened').length
  expect([await told(lin), await told(wang)]).toEqual([1, 1])
  await expect(open(4)).rejects.toMatchObject({ reason: 'STATE' })
  await expect(open(3, '另一个原因')).rejects.toMatchObject({ reason: 'STATE' })
})
