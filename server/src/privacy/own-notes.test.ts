import { notes } from '@tongchuang/contract/notes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { ownNotes } from './own-answers-store.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('who takes their data along gets what they asked under a result, with the photo that went with it', async () => {
  const { db } = school.app
  const { student, task, row } = await aStudentAtWork(db, { task: { title: '叶子' } })
  const teacher = await aUser(db)
  const { id: submission_id } = await aSubmission(db, row, { status: 'released' })
  const out = { status: 'released', decision: 'pass', created_at: 1, released_at: 1 } as const
  await db
    .insertInto('results')
    .values({ submission_id, enrolment_id: row.id, reviewer_id: teacher.id, reviewer_role: 'teacher', ...out })
    .execute()
  const photo = await aFile(db, { owner_id: student.id, name: '演算.jpg', kind: 'image' })
  const sent = { content: '这样算对吗？', file_id: photo.id, key: 'a-key-of-mine' }
  await school.as(student)(notes.write, { task_id: task.id, ...sent })
  expect(await Array.fromAsync(ownNotes(db, student.id))).toMatchObject([
    { task: '叶子', content: '这样算对吗？', name: '演算.jpg', upload_id: photo.upload_id },
  ])
  expect(await Array.fromAsync(ownNotes(db, teacher.id))).toEqual([])
})
