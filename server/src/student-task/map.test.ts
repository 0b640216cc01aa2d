import { moments } from '@tongchuang/contract/moments.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { aChapter, anEnrolment, aTask } from '../tasks/factory.ts'
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

test('the badge of a chapter has the day its last task was passed, and keeps it when a task is added later', async () => {
  const { db } = school.app
  const { student, guild, task, row } = await aStudentAtWork(db, { row: { state: 'passed' } })
  const chapter = await aChapter(db, { guild_id: guild.id, title: '学会数' })
  await db.updateTable('tasks').set({ chapter_id: chapter.id }).where('id', '=', task.id).execute()
  const second = await aTask(db, { guild_id: guild.id, chapter_id: chapter.id })
  const last = await anEnrolment(db, second, { user_id: student.id, state: 'doing' })
  const mate = await aUser(db)
  await aMember(db, { guild_id: guild.id, user_id: mate.id })
  const earned = async (user: { id: number }) =>
    (await school.as(user)(studentTask.menu, { guild_id: guild.id })).groups[0]?.earned_at
  const turn = (id: number, state: 'passed' | 'returned' | 'excused', at: number) =>
    db
      .updateTable('enrolments')
      .set({ state, released_at: state === 'passed' ? at : null, updated_at: at })
      .where('id', '=', id)
      .execute()
  const [first, then] = [Date.parse('2026-11-03T02:00:00Z'), Date.parse('2026-11-06T02:00:00Z')]
  await turn(row.id, 'passed', first)
  expect(await earned(student)).toBeNull()
  await turn(last.id, 'passed', then)
  expect(await earned(student)).toBe('2026-11-06T02:00:00.000Z')
  expect(await earned(mate)).toBeNull()
  // A classmate who finished it later has a later date.
  for (const one of [task, second])
    await anEnrolment(db, one, { user_id: mate.id, state: 'passed', released_at: then + 7_200_000 })
  expect(await earned(mate)).toBe('2026-11-06T04:00:00.000Z')
  expect(await earned(student)).toBe('2026-11-06T02:00:00.000Z')
  // Passed again after a correction: the date it was earned is the first one.
  const past = { enrolment_id: last.id, actor_id: null, action: 'release', from_state: 'submitted', to_state: 'passed' }
  await db
    .insertInto('enrolment_history')
    .values({ ...past, at: then })
    .execute()
  await turn(last.id, 'passed', then + 86_400_000)
  expect(await earned(student)).toBe('2026-11-06T02:00:00.000Z')
  // Who has seen it finished keeps it.
  school.clock.set(then + 3_600_000)
  await school.as(student)(moments.see, { kind: 'chapter', id: chapter.id })
  await aTask(db, { guild_id: guild.id, chapter_id: chapter.id })
  expect(await earned(student)).toBe('2026-11-06T03:00:00.000Z')
  expect(await earned(mate)).toBeNull()
})

test('who was excused from a whole chapter has earned nothing, and the filter of types changes no badge', async () => {
  const { db } = school.app
  const { student, guild, task, row } = await aStudentAtWork(db, { row: { state: 'excused' }, task: { type: 'main' } })
  const chapter = await aChapter(db, { guild_id: guild.id, title: '学会数' })
  await db.updateTable('tasks').set({ chapter_id: chapter.id }).where('id', '=', task.id).execute()
  const earned = async (type?: '1') =>
    (await school.as(student)(studentTask.menu, { guild_id: guild.id, ...(type && { type }) })).groups[0]?.earned_at
  expect(await earned()).toBeNull()
  await db.updateTable('enrolments').set({ state: 'passed' }).where('id', '=', row.id).execute()
  expect(await earned()).not.toBeNull()
  await aTask(db, { guild_id: guild.id, chapter_id: chapter.id, type: 'side' })
  expect(await earned('1')).toBeNull()
})
