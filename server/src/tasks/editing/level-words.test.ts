import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { aSubmission } from '../../submissions/factory.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment, aTask } from '../factory.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const words = ['没有单位', '', '', '', '步骤和单位都有']

/** A published task, its teacher and a student of its guild. */
const given = async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const person = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: person.id, role: 'teacher' })
  const student = await aUser(db)
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  const task = await aTask(db, { guild_id: guild.id })
  return { db, task, student, teacher: school.as(person, { audience: 'admin', role: 'teacher' }) }
}

test('a sentence for a level is read by students before they hand in and by whoever reviews, and goes into a copy', async () => {
  const { db, task, student, teacher } = await given()
  const criterion = { label: '过程', description: '', weight: 100 }
  const save = (level_words: string[], base_version: number, id?: number) =>
    teacher(taskEditing.update, {
      id: task.id,
      base_version,
      notify: true,
      criteria: [{ ...criterion, ...(id !== undefined && { id }), level_words }],
    })
  const saved = await save(words, 0)
  expect(saved.criteria).toMatchObject([{ label: '过程', level_words: words }])
  const read = async () => (await school.as(student)(studentTask.detail, { id: task.id })).task.criteria
  expect(await read()).toMatchObject([{ level_words: words }])
  const copied = await teacher(taskEditing.copy, { id: task.id })
  expect(copied.criteria).toMatchObject([{ level_words: words }])

  const enrolment = await anEnrolment(db, task, { user_id: student.id, state: 'submitted' })
  const work = await aSubmission(db, enrolment)
  const { criteria } = await teacher(reviewToolsAdmin.work, { submit_id: work.id })
  expect(criteria).toMatchObject([{ level_words: words }])

  const emptied = await save(['', '', ''], saved.base_version, saved.criteria[0]?.id)
  expect(emptied.criteria).toMatchObject([{ id: saved.criteria[0]?.id, level_words: [] }])
  expect(await read()).toMatchObject([{ level_words: [] }])
})

test('a change of a sentence is a change of what is measured, and there are five levels of 200 characters', async () => {
  const { db, task, student, teacher } = await given()
  const criterion = { label: '过程', description: '', weight: 100 }
  const change = (level_words: string[]) =>
    teacher(taskEditing.update, { id: task.id, base_version: 1, criteria: [{ ...criterion, level_words }] })
  await teacher(taskEditing.update, { id: task.id, base_version: 0, criteria: [{ ...criterion, level_words: words }] })
  await anEnrolment(db, task, { user_id: student.id, state: 'doing' })
  expect(await reasonOf(change(['换了说法']))).toBe('TELL_HOLDERS')
  expect(await reasonOf(change(Array.from({ length: 6 }, () => '多一档')))).toBe('INVALID')
  expect(await reasonOf(change(['长'.repeat(201)]))).toBe('INVALID')
})
