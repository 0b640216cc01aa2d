import { studentTask } from '@tongchuang/contract/student-task.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { anEnrolment } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const excellent = async (user: { id: number }, guild_id: number): Promise<boolean[]> => {
  const { groups } = await school.as(user)(studentTask.menu, { guild_id })
  return groups.flatMap(({ children }) => children).map((node) => node.excellent)
}

test('the map says 优 to its student alone, once the work is marked and until the mark is taken back', async () => {
  const { db } = school.app
  const { student, guild, task, row } = await aStudentAtWork(db, { row: { state: 'passed' } })
  const { id } = await aSubmission(db, row, { status: 'released', share: 'none' })
  const mate = await aUser(db)
  await aMember(db, { guild_id: guild.id, user_id: mate.id })
  // Has passed it too, and without 优.
  await anEnrolment(db, task, { user_id: mate.id, state: 'passed' })
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const send = school.as(teacher, { audience: 'admin', role: 'teacher' })
  expect(await excellent(student, guild.id)).toEqual([false])
  await send(worksAdmin.pick, { submit_id: id, reason: '光很安静' })
  expect(await excellent(student, guild.id)).toEqual([true])
  expect(await excellent(mate, guild.id)).toEqual([false])
  await db.updateTable('enrolments').set({ state: 'returned' }).where('id', '=', row.id).execute()
  expect(await excellent(student, guild.id)).toEqual([false])
  await db.updateTable('enrolments').set({ state: 'passed' }).where('id', '=', row.id).execute()
  await send(worksAdmin.unpick, { submit_id: id })
  expect(await excellent(student, guild.id)).toEqual([false])
})
