import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { eraseAnswers } from './erase-store.ts'
import { sayUnread } from '../live.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A student whose photo and PDF wait, and two teachers of the guild. */
const waiting = async (task: object = {}) => {
  const { db } = school.app
  const given = await aStudentAtWork(db, { task: { type: 'main', points: 100, ...task } })
  const owner_id = given.student.id
  const photo = await aFile(db, { owner_id, name: '第一页.jpg', kind: 'image' })
  const report = await aFile(db, { owner_id, name: '报告.pdf', kind: 'pdf' })
  const notes = await aFile(db, { owner_id, name: '说明.txt', kind: 'text' })
  const send = school.as(given.student)
  const files = [photo.id, report.id, notes.id]
  const sent = await send(submissions.submit, {
    task_id: given.task.id,
    content: '在附件里。',
    files,
    key: 'version-one',
  })
  if (!('submit_id' in sent)) throw new Error('not sealed')
  const staff = async (nickname: string) => {
    const teacher = await aUser(db, { roles: ['teacher'], nickname })
    await aMember(db, { guild_id: given.guild.id, user_id: teacher.id, role: 'teacher' })
    return school.as(teacher, { audience: 'admin', role: 'teacher' })
  }
  const [review, colleague] = [await staff('陈立群'), await staff('许安然')]
  const { submit_id } = sent
  await review(reviewsAdmin.open, { submit_id })
  const draw = (file_id: number, marks: Mark[], seen = 0, page = 1) =>
    review(reviewAreasAdmin.savePage, { submit_id, file_id, page, seen, marks })
  const feedback = async () => (await send(studentTask.detail, { id: given.task.id })).feedback
  return { ...given, photo, report, notes, send, review, colleague, submit_id, draw, feedback }
}

type Mark = { shape: 'pin' | 'box' | 'pen'; points: number[]; text: string }
const pin = (text = '答句缺单位'): Mark => ({ shape: 'pin', points: [0.75, 0.8123], text })
const ring: Mark = { shape: 'pen', points: [0.1, 0.2, 0.3, 0.2, 0.3, 0.4, 0.1, 0.2], text: '' }
const frame: Mark = { shape: 'box', points: [0.1, 0.5, 0.6, 0.6], text: '再算一次' }

test('a teacher draws on a photo and on a page of a PDF, and the student gets it with the result', async () => {
  const { review, submit_id, photo, report, draw, feedback } = await waiting()
  const { areas } = await draw(photo.id, [ring, frame])
  expect(areas).toMatchObject([{ file_id: photo.id, page: 1, ...ring }, frame])
  await draw(report.id, [pin()], 0, 2)
  expect((await review(reviewToolsAdmin.work, { submit_id })).areas).toHaveLength(3)
  expect(await feedback()).toEqual([])
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 86 })
  expect((await feedback())[0]?.areas).toMatchObject([
    { file_id: photo.id, page: 1, ...ring },
    { file_id: photo.id, page: 1, ...frame },
    { file_id: report.id, page: 2, ...pin() },
  ])
  expect((await review(reviewToolsAdmin.work, { submit_id })).areas).toEqual([])
})

test('open pages of a student hear of a result when it is released, and nothing while it is drawn on, decided and held', async () => {
  const { review, submit_id, photo, draw, student, task } = await waiting({ hold: true })
  const { live, db } = school.app
  const heard = new Set<number>()
  const leave = await live.listen((word) => word?.user_ids.forEach((id) => heard.add(id)))
  const nobody = 2_000_000_000
  /** Waits until every earlier event has been heard. */
  const hearAll = async () => {
    await live.flush()
    heard.delete(nobody)
    await sayUnread(db, [nobody])
    await live.flush()
    await expect.poll(() => heard.has(nobody)).toBe(true)
  }
  // The events of the submission are over.
  await hearAll()
  heard.clear()
  await draw(photo.id, [pin()])
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 86 })
  await hearAll()
  expect(heard.has(student.id)).toBe(false)
  await review(reviewsAdmin.release, { task_id: task.id })
  await hearAll()
  expect(heard.has(student.id)).toBe(true)
  leave()
})

test('a teacher who saves changes one page alone, once however often, and is asked in the later of two tabs', async () => {
  const { review, submit_id, photo, report, draw } = await waiting()
  await draw(report.id, [frame], 0, 1)
  const { areas: first } = await draw(photo.id, [pin()])
  expect((await draw(photo.id, [pin()])).areas, 'the answer was lost').toEqual(first)
  const refused = await draw(photo.id, [ring]).catch((error: unknown) => error)
  expect(refused).toMatchObject({ reason: 'CONFLICT', data: { areas: first } })
  await draw(photo.id, [ring], first.at(-1)?.id)
  const { areas } = await review(reviewToolsAdmin.work, { submit_id })
  expect(areas.map(({ file_id, shape }) => [file_id, shape])).toEqual([
    [photo.id, 'pen'],
    [report.id, 'box'],
  ])
})

test('nobody draws on what is not a picture or page of this student’s work, nor more than a page holds', async () => {
  const { db } = school.app
  const { draw, photo, notes, colleague, submit_id, review, student } = await waiting()
  const foreign = await aFile(db, { owner_id: student.id, name: '别的.jpg', kind: 'image' })
  expect(await reasonOf(draw(foreign.id, [pin()]))).toBe('NOT_FOUND')
  expect(await reasonOf(draw(notes.id, [pin()]))).toBe('NOT_FOUND')
  expect(await reasonOf(draw(photo.id, [pin()], 0, 2))).toBe('NOT_FOUND')
  expect(await reasonOf(draw(photo.id, [{ ...pin(), points: [0.1, 0.2, 0.3, 0.4] }]))).toBe('INVALID')
  expect(await reasonOf(draw(photo.id, [{ ...pin(), points: [0.1, 1.2] }]))).toBe('INVALID')
  const long = { ...ring, points: Array.from({ length: 1_200 }, () => 0.1234) }
  expect(
    await reasonOf(
      draw(
        photo.id,
        Array.from({ length: 8 }, () => long),
      ),
    ),
  ).toBe('INVALID')
  // Review drafts belong to their writer: the colleague can neither read nor change them.
  await draw(photo.id, [pin()])
  expect((await colleague(reviewToolsAdmin.work, { submit_id })).areas).toEqual([])
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 80 })
  expect(await reasonOf(draw(photo.id, [pin()]))).toBe('STATE')
})

test('a teacher may return a work with words on a picture as the only reason, not with a stroke alone', async () => {
  const { review, submit_id, photo, draw, send, task } = await waiting()
  const { areas } = await draw(photo.id, [ring])
  expect(await reasonOf(review(reviewsAdmin.decide, { submit_id, decision: 'return' }))).toBe('FEEDBACK')
  await draw(photo.id, [ring, pin()], areas.at(-1)?.id)
  await review(reviewsAdmin.decide, { submit_id, decision: 'return' })
  const { task: returned } = await send(studentTask.detail, { id: task.id })
  expect(returned.state).toBe('returned')
  const { data } = await school.app.db
    .selectFrom('messages')
    .select('data')
    .where('kind', '=', 'submission.returned')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(data)).toMatchObject({ marks: 2 })
})

test('marks stay with the version they were drawn on when a new one is handed in', async () => {
  const { review, submit_id, photo, draw, send, task, feedback } = await waiting()
  await draw(photo.id, [pin()])
  await review(reviewsAdmin.decide, { submit_id, decision: 'return', text: '改一改' })
  const again = await send(submissions.submit, {
    task_id: task.id,
    content: '改好了',
    files: [photo.id],
    key: 'version-two',
  })
  const second = 'submit_id' in again ? again.submit_id : 0
  await review(reviewsAdmin.open, { submit_id: second })
  await review(reviewsAdmin.decide, { submit_id: second, decision: 'pass', score: 90 })
  expect((await feedback()).map((one) => [one.submit_id, one.areas.length])).toEqual([
    [second, 0],
    [submit_id, 1],
  ])
})

test('a colleague who opens a held result goes on from its marks, and a mark they erase stays erased', async () => {
  const { review, colleague, submit_id, photo, draw, feedback } = await waiting({ hold: true })
  await draw(photo.id, [pin(), frame])
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
  expect(await feedback()).toEqual([])
  const opened = await colleague(reviewsAdmin.open, { submit_id })
  expect(opened.areas).toMatchObject([pin(), frame])
  const seen = opened.areas.at(-1)?.id ?? 0
  await colleague(reviewAreasAdmin.savePage, { submit_id, file_id: photo.id, page: 1, seen, marks: [] })
  expect((await colleague(reviewsAdmin.open, { submit_id })).areas).toEqual([])
  await colleague(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 75, hold: false })
  expect((await feedback()).map(({ areas }) => areas)).toEqual([[]])
})

test('a correction keeps the marks of a released result, but for those it takes back', async () => {
  const { review, submit_id, photo, draw, feedback } = await waiting()
  const { areas } = await draw(photo.id, [pin(), frame])
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
  const without_areas = [areas[0]?.id ?? 0]
  await review(reviewToolsAdmin.correct, { submit_id, score: 75, reason: '看漏了单位', without_areas })
  const [counts, before] = await feedback()
  expect(counts).toMatchObject({ score: 75, areas: [frame] })
  expect(before?.areas).toHaveLength(2)
})

test('a mark is not drawn over other bytes than those it was drawn on, and its words stay', async () => {
  const { review, submit_id, photo, draw, feedback } = await waiting()
  await draw(photo.id, [pin()])
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
  await school.app.db
    .updateTable('files')
    .set({ sha256: 'f'.repeat(64) })
    .where('id', '=', photo.id)
    .execute()
  expect((await feedback())[0]?.areas).toMatchObject([{ file_id: null, text: '答句缺单位' }])
})

test('when an account is erased, nothing stays of what was drawn on its pictures', async () => {
  const { db } = school.app
  const { review, submit_id, photo, report, draw, student } = await waiting()
  await draw(photo.id, [pin()])
  await review(reviewsAdmin.decide, { submit_id, decision: 'return', text: '改' })
  await draw(report.id, [frame]).catch(() => null)
  await eraseAnswers(db, student.id)
  expect(await db.selectFrom('area_marks').selectAll().execute()).toEqual([])
})

test('a stroke that arrives after the work was decided joins the marks its held result has: the next decision loses none', async () => {
  const { review, submit_id, photo, report, draw, feedback, task } = await waiting({ hold: true })
  const { areas } = await draw(photo.id, [frame])
  await draw(report.id, [pin()])
  const decision = { submit_id, decision: 'pass' as const, score: 80, hold: true }
  await review(reviewsAdmin.decide, decision)
  // From the page where it was decided, or from another window.
  const late = [frame, pin('还有这里')]
  const there = await refusal(draw(photo.id, late, areas.at(-1)!.id))
  expect(there).toMatchObject({ reason: 'CONFLICT', data: { areas: [{ text: '再算一次' }] } })
  const seen = (there.data as { areas: { id: number }[] }).areas.at(-1)!.id
  expect((await draw(photo.id, late, seen)).areas).toHaveLength(2)
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, decision)
  await review(reviewsAdmin.release, { task_id: task.id })
  const words = (await feedback())[0]?.areas.map(({ text }) => text)
  expect(words).toEqual(['再算一次', '还有这里', '答句缺单位'])
})

test('words that another window keeps after the work was decided leave the marks of the held result to the next decision', async () => {
  const { review, submit_id, photo, draw, feedback, task } = await waiting({ hold: true })
  await draw(photo.id, [frame])
  const decision = { submit_id, decision: 'pass' as const, score: 80, hold: true }
  await review(reviewsAdmin.decide, decision)
  await review(reviewToolsAdmin.saveDraft, { submit_id, base_version: 0, text: '还有一句' })
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { ...decision, text: '还有一句' })
  await review(reviewsAdmin.release, { task_id: task.id })
  expect(await feedback()).toMatchObject([{ text: '还有一句', areas: [{ text: '再算一次' }] }])
})
