import { reviewVoicesAdmin } from '@tongchuang/contract/review-voices.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { webmOf } from '../testing/spoken.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { ownVoices } from './own-answers-store.ts'
import { writeOwnZip } from './write-zip.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('who takes their data along gets what was said about their work, sound and words, once it is released', async () => {
  const { db, files, config } = school.app
  const { student, task, guild } = await aStudentAtWork(db, { task: { title: '叶子', hold: true } })
  const sent = await school.as(student)(submissions.submit, { task_id: task.id, content: '好了', key: 'version-one' })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  const chen = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  const teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  await teacher(reviewsAdmin.open, { submit_id })
  const upload = {
    owner_id: chen.id,
    name: '语音.webm',
    kind: 'audio',
    mime: 'audio/webm',
    purpose: 'feedback',
  } as const
  const file = await aFile(db, { ...upload, pictures: 'none' }, { files, bytes: webmOf({ seconds: 7 }) })
  await teacher(reviewVoicesAdmin.save, {
    submit_id,
    seen: 0,
    voices: [{ file_id: file.id, peaks: [], text: '说得清楚' }],
  })
  await teacher(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90 })
  expect(await Array.fromAsync(ownVoices(db, student.id))).toEqual([])
  await teacher(reviewsAdmin.release, { task_id: task.id })
  expect(await Array.fromAsync(ownVoices(db, student.id))).toMatchObject([
    { task: '叶子', version: 1, seconds: 7, text: '说得清楚' },
  ])
  const mate = await aUser(db)
  expect(await Array.fromAsync(ownVoices(db, mate.id)), 'a classmate takes nothing of it along').toEqual([])
  const path = join(config.dataDir, 'own.zip')
  await writeOwnZip(path, { db, files, user_id: student.id, now: school.clock.now() })
  const zip = await readFile(path)
  expect(zip.includes('OpusHead'), 'the sound, as it is stored').toBe(true)
  expect(zip.includes('老师说的/')).toBe(true)
})
