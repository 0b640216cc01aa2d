import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { eraseEverything } from './erase.ts'
import { ownAreas } from './own-answers-store.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

const erase = ({ id }: { id: number }) => {
  const { db, database, events } = school.app
  return db
    .transaction()
    .execute((inner) => eraseEverything(inner, { dialect: database.dialect, events }, id, school.clock.now()))
}

test('who takes their data along gets what was drawn on their pages once it is released, and not before', async () => {
  const { db } = school.app
  const { student, task, guild } = await aStudentAtWork(db, { task: { title: '叶子', hold: true } })
  const photo = await aFile(db, { owner_id: student.id, name: '一.jpg', kind: 'image' })
  const sent = await school.as(student)(submissions.submit, { task_id: task.id, files: [photo.id], key: 'version-one' })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  const chen = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  const teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  await teacher(reviewsAdmin.open, { submit_id })
  const marks = [{ shape: 'pin' as const, points: [0.25, 0.5], text: '这里很好' }]
  await teacher(reviewAreasAdmin.savePage, { submit_id, file_id: photo.id, page: 1, seen: 0, marks })
  await teacher(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90 })
  expect(await Array.fromAsync(ownAreas(db, student.id))).toEqual([])
  const mate = await aUser(db)
  await teacher(reviewsAdmin.release, { task_id: task.id })
  expect(await Array.fromAsync(ownAreas(db, student.id))).toMatchObject([
    { task: '叶子', version: 1, file_id: photo.id, page: 1, shape: 'pin', points: '[0.25,0.5]', text: '这里很好' },
  ])
  expect(await Array.fromAsync(ownAreas(db, mate.id)), 'a classmate takes nothing of it along').toEqual([])
  const drawn = () => db.selectFrom('area_marks').select('text').execute()
  await erase(mate)
  expect(await drawn(), 'and takes nothing of it away').toEqual([{ text: '这里很好' }])
  await erase(student)
  expect(await drawn()).toEqual([])
})
