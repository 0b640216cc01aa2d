import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { ownMended } from './own-answers-store.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('who takes their data along gets which marks of a returned work were ticked as mended, and by whom', async () => {
  const { db } = school.app
  const { student, task, guild } = await aStudentAtWork(db, { task: { title: '叶子', type: 'main' } })
  const send = school.as(student)
  const sent = await send(submissions.submit, { task_id: task.id, content: '两片叶子。', key: 'version-one' })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  const chen = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  const teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  await teacher(reviewsAdmin.open, { submit_id })
  const mark = (quote: string) => ({ version: 1, quote, prefix: '', suffix: '', text: '写全名' })
  const words = { text: '再改一次', marks: [mark('两片'), mark('叶子')] }
  const { result_id } = await teacher(reviewsAdmin.decide, { submit_id, decision: 'return', ...words })
  await send(reviews.mend, { result_id, kind: 'text', place: 0, mended: true })
  await teacher(reviewsAdmin.mend, { result_id, kind: 'text', place: 1, mended: true })
  expect(await Array.fromAsync(ownMended(db, student.id))).toMatchObject([
    { task: '叶子', kind: 'text', place: 0, role: 'student' },
    { task: '叶子', kind: 'text', place: 1, role: 'staff' },
  ])
  const mate = await aUser(db)
  expect(await Array.fromAsync(ownMended(db, mate.id)), 'a classmate takes nothing of it along').toEqual([])
})
