import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { grantRoles } from '../accounts/store.ts'
import { aFile } from '../files/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { eraseAnswers } from './erase-store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const inText = { version: 1, quote: '作品', prefix: '', suffix: '', text: '写全名' }

/** A returned work with a mark in its text and one on its photo. */
const returned = async ({ hold = false } = {}) => {
  const { db } = school.app
  const given = await aStudentAtWork(db, { task: { type: 'main' } })
  const photo = await aFile(db, { owner_id: given.student.id, name: '第一页.jpg', kind: 'image' })
  const send = school.as(given.student)
  const task_id = given.task.id
  const sent = await send(submissions.submit, { task_id, content: '我的作品。', files: [photo.id], key: 'version-one' })
  if (!('submit_id' in sent)) throw new Error('not sealed')
  const { submit_id } = sent
  const person = await aUser(db, { roles: ['teacher'], nickname: '陈立群' })
  await aMember(db, { guild_id: given.guild.id, user_id: person.id, role: 'teacher' })
  const teacher = school.as(person, { audience: 'admin', role: 'teacher' })
  await teacher(reviewsAdmin.open, { submit_id })
  const pin = { shape: 'pin' as const, points: [0.5, 0.5], text: '缺单位' }
  const page = { submit_id, file_id: photo.id, page: 1, seen: 0 }
  await teacher(reviewAreasAdmin.savePage, { ...page, marks: [pin] })
  const words = { text: '再改一次', marks: [inText], hold }
  const { result_id } = await teacher(reviewsAdmin.decide, { submit_id, decision: 'return', ...words })
  const area = (await db.selectFrom('area_marks').select('id').where('result_id', '=', result_id).execute())[0]?.id ?? 0
  const seen = async () => (await send(studentTask.detail, { id: task_id })).feedback[0]?.mended
  return { ...given, send, teacher, task_id, submit_id, result_id, area, seen }
}

test('a student ticks what is mended, the teacher sees it and ticks the rest, and either takes a tick back', async () => {
  const { send, teacher, submit_id, result_id, area, seen } = await returned()
  expect(await seen()).toEqual([])
  const text = { result_id, kind: 'text' as const, place: 0 }
  const onPage = { result_id, kind: 'area' as const, place: area }
  await send(reviews.mend, { ...text, mended: true })
  await send(reviews.mend, { ...text, mended: true })
  const work = async () => (await teacher(reviewToolsAdmin.work, { submit_id })).feedback[0]?.mended
  expect(await work()).toMatchObject([{ kind: 'text', place: 0, by: 'student' }])
  expect((await teacher(reviewsAdmin.mend, { ...onPage, mended: true })).mended).toMatchObject([
    { kind: 'area', place: area, by: 'staff' },
    { kind: 'text', place: 0, by: 'student' },
  ])
  // The first to say so is kept.
  await teacher(reviewsAdmin.mend, { ...text, mended: true })
  expect((await seen())?.map(({ by }) => by)).toEqual(['staff', 'student'])
  await teacher(reviewsAdmin.mend, { ...text, mended: false })
  await send(reviews.mend, { ...onPage, mended: false })
  expect(await seen()).toEqual([])
})

test('a tick stays with its version when the next one is handed in and passes', async () => {
  const { send, teacher, task_id, result_id } = await returned()
  await send(reviews.mend, { result_id, kind: 'text', place: 0, mended: true })
  const next = await send(submissions.submit, { task_id, content: '我的全名。', key: 'version-two' })
  if (!('submit_id' in next)) throw new Error('not sealed')
  await teacher(reviewsAdmin.open, { submit_id: next.submit_id })
  await teacher(reviewsAdmin.decide, { submit_id: next.submit_id, decision: 'pass', score: 90, hold: false })
  const { feedback } = await send(studentTask.detail, { id: task_id })
  expect(feedback.map(({ decision, mended }) => [decision, mended.length])).toEqual([
    ['pass', 0],
    ['return', 1],
  ])
})

test('nobody ticks a mark of a held result, a mark that does not exist, or one of somebody else’s work', async () => {
  const { send, teacher, result_id, area, guild } = await returned({ hold: true })
  const tick = { result_id, kind: 'text' as const, place: 0, mended: true }
  expect(await reasonOf(send(reviews.mend, tick)), 'held').toBe('NOT_FOUND')
  expect(await reasonOf(teacher(reviewsAdmin.mend, tick)), 'held').toBe('NOT_FOUND')
  const other = await returned()
  expect(await reasonOf(other.send(reviews.mend, { ...tick, result_id: other.result_id, place: 1 }))).toBe('NOT_FOUND')
  const foreign = { ...tick, result_id: other.result_id, kind: 'area' as const, place: area }
  expect(await reasonOf(other.send(reviews.mend, foreign)), 'a mark of another result').toBe('NOT_FOUND')
  expect(await reasonOf(send(reviews.mend, { ...tick, result_id: other.result_id }))).toBe('NOT_FOUND')
  expect(await reasonOf(teacher(reviewsAdmin.mend, { ...tick, result_id: other.result_id }))).toBe('NOT_FOUND')
  await school.app.db.updateTable('guilds').set({ status: 'archived' }).where('id', '!=', guild.id).execute()
  expect(await reasonOf(other.send(reviews.mend, { ...tick, result_id: other.result_id }))).toBe('ARCHIVED')
  expect(await reasonOf(other.teacher(reviewsAdmin.mend, { ...tick, result_id: other.result_id }))).toBe('ARCHIVED')
})

test('a student who has become an assistant of the guild ticks nothing of their own work as staff', async () => {
  const { student, guild, result_id } = await returned()
  await grantRoles(school.app.db, student.id, ['assistant'])
  await school.app.db
    .updateTable('guild_members')
    .set({ role: 'assistant', can_review: true })
    .where('guild_id', '=', guild.id)
    .where('user_id', '=', student.id)
    .execute()
  const tick = { result_id, kind: 'text' as const, place: 0, mended: true }
  const assistant = school.as(student, { audience: 'admin', role: 'assistant' })
  expect(await reasonOf(assistant(reviewsAdmin.mend, tick))).toBe('OWN_WORK')
})

test('an erased student leaves no tick', async () => {
  const { send, result_id, student } = await returned()
  await send(reviews.mend, { result_id, kind: 'text', place: 0, mended: true })
  const other = await returned()
  await other.send(reviews.mend, { result_id: other.result_id, kind: 'text', place: 0, mended: true })
  await eraseAnswers(school.app.db, student.id)
  const left = await school.app.db.selectFrom('mended_marks').select('result_id').execute()
  expect(left, 'those of others stay').toEqual([{ result_id: other.result_id }])
})
