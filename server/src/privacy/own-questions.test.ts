import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { remarkingAdmin } from '@tongchuang/contract/remarking.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { putKeys } from '../tasks/questions/key-store.ts'
import { unzip } from '../testing/own-copies.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { eraseEverything } from './erase.ts'
import { ownComments, ownQuestionPoints } from './own-answers-store.ts'
import { writeOwnZip } from './write-zip.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const questions = [{ id: 'form', label: '配方', kind: 'blank', required: false, points: 3 }]

/** A student’s work with one right answer, its result held, and the teacher who marked it. */
const aMarkedWork = async () => {
  const { db } = school.app
  const given = { title: '小测', hold: true, max_score: 100, questions: JSON.stringify(questions) }
  const { student, task, guild } = await aStudentAtWork(db, { task: given })
  await putKeys(db, task.id, [{ question_id: 'form', accepted: ['3'], tolerance: 0, explanation: '' }])
  const sent = await school.as(student)(submissions.submit, {
    ...{ task_id: task.id, content: '好了', answers: { form: '3' }, key: 'version-one' },
  })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const staff = school.as(teacher, { audience: 'admin', role: 'teacher' })
  await staff(reviewsAdmin.open, { submit_id })
  await staff(reviewsAdmin.decide, { submit_id, decision: 'pass' })
  return { student, task, teacher, staff, guild }
}

test('who takes their data along gets the points of each question, once they are out and nobody can hand in', async () => {
  const { db, files, config } = school.app
  const { student, task, staff } = await aMarkedWork()
  const own = () => Array.fromAsync(ownQuestionPoints(db, student.id, school.clock.now()))
  await db.updateTable('tasks').set({ status: 'closed', closed_at: school.clock.now() }).execute()
  school.clock.move(10 * 60_000)
  expect(await own(), 'held').toEqual([])
  await db.updateTable('tasks').set({ status: 'open', closed_at: null }).execute()
  await staff(reviewsAdmin.release, { task_id: task.id })
  expect(await own(), 'others can still hand in').toEqual([])
  await db.updateTable('tasks').set({ status: 'closed', closed_at: school.clock.now() }).execute()
  school.clock.move(10 * 60_000)
  expect(await own()).toMatchObject([
    { task: '小测', version: 1, questions: [{ question_id: 'form', outcome: 'right', points: 3, max: 3 }] },
  ])
  const mate = await aUser(db)
  expect(await Array.fromAsync(ownQuestionPoints(db, mate.id, school.clock.now()))).toEqual([])
  const path = join(config.dataDir, 'own.zip')
  await writeOwnZip(path, { db, files, user_id: student.id, now: school.clock.now() })
  expect((await readFile(path)).includes('各题分数.json')).toBe(true)
})

test('who takes their data along reads their answers beside the questions, with the words of what they chose', async () => {
  const { db, files, config } = school.app
  const { student, task } = await aMarkedWork()
  const options = [{ id: 'x7', text: '明矾' }]
  const asked = [...questions, { id: 'what', label: '放了什么', kind: 'one', required: false, options }]
  await db
    .updateTable('tasks')
    .set({ questions: JSON.stringify(asked) })
    .where('id', '=', task.id)
    .execute()
  await db
    .updateTable('submissions')
    .set({ answers: JSON.stringify({ form: '3', what: 'x7' }) })
    .where('task_id', '=', task.id)
    .execute()
  const path = join(config.dataDir, 'own.zip')
  await writeOwnZip(path, { db, files, user_id: student.id, now: school.clock.now() })
  const text = [...(await unzip(await readFile(path)))].find(([name]) => name.endsWith('作品.md'))?.[1]
  expect(text).toContain('1. 配方\n\n3\n\n2. 放了什么\n\n明矾')
})

test('with the answers of who is erased go the points of each question; the score stays, whatever is marked again', async () => {
  const { db, database, events } = school.app
  const { student, task, staff } = await aMarkedWork()
  await staff(reviewsAdmin.release, { task_id: task.id })
  const score = () => db.selectFrom('enrolments').select('score').where('task_id', '=', task.id).executeTakeFirst()
  expect(await score()).toEqual({ score: 100 })
  await db
    .transaction()
    .execute((within) => eraseEverything(within, { dialect: database.dialect, events }, student.id, school.clock.now()))
  expect(await db.selectFrom('question_marks').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('results').select(['question_marks', 'question_given']).execute()).toEqual([
    { question_marks: '[]', question_given: '[]' },
  ])
  const { base_version } = await staff(remarkingAdmin.preview, { task_id: task.id })
  expect(await staff(remarkingAdmin.remark, { task_id: task.id, base_version })).toEqual({ done: 0, left: 0 })
  expect(await score()).toEqual({ score: 100 })
})

test('the comments a reviewer keeps are in their data and go with them; those of others stay', async () => {
  const { db, database, events } = school.app
  const { teacher, staff, guild } = await aMarkedWork()
  await staff(reviewToolsAdmin.addComment, { text: '思路清楚' })
  await staff(reviewToolsAdmin.addComment, { text: '注意单位', guild_id: guild.id })
  const other = await aUser(db, { roles: ['teacher'] })
  await school.as(other, { audience: 'admin', role: 'teacher' })(reviewToolsAdmin.addComment, { text: '写得好' })
  expect(await Array.fromAsync(ownComments(db, teacher.id))).toMatchObject([
    { text: '思路清楚', shared_in: null },
    { text: '注意单位', shared_in: expect.any(String) },
  ])
  await db
    .transaction()
    .execute((within) => eraseEverything(within, { dialect: database.dialect, events }, teacher.id, school.clock.now()))
  expect(await db.selectFrom('saved_comments').select('text').execute()).toEqual([{ text: '写得好' }])
})
