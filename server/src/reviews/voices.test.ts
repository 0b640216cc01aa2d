import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewVoicesAdmin } from '@tongchuang/contract/review-voices.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { linkTo } from '../files/cards.ts'
import { aFile } from '../files/factory.ts'
import { leastBytes, spaceOf } from '../files/store.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { mp4Of, webmOf } from '../testing/spoken.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { eraseAnswers } from './erase-store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

type Person = { id: number }

/** An upload with all its bytes received. */
const recorded = (owner: Person, bytes = webmOf({ seconds: 23 }), given: object = {}) =>
  aFile(
    school.app.db,
    {
      owner_id: owner.id,
      name: '语音.webm',
      kind: 'audio',
      mime: 'audio/webm',
      purpose: 'feedback',
      pictures: 'none',
      ...given,
    },
    { files: school.app.files, bytes },
  )

/** A student whose work waits, and two teachers of the guild. */
const waiting = async (task: object = {}, { withPhoto = false } = {}) => {
  const { db } = school.app
  const given = await aStudentAtWork(db, { task: { type: 'main', points: 100, ...task } })
  const send = school.as(given.student)
  const owner_id = given.student.id
  const photo = withPhoto ? await aFile(db, { owner_id, name: '第一页.jpg', kind: 'image' }) : undefined
  const files = photo ? [photo.id] : []
  const sent = await send(submissions.submit, { task_id: given.task.id, content: '写好了', files, key: 'version-one' })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  const staff = async (nickname: string) => {
    const teacher = await aUser(db, { roles: ['teacher'], nickname })
    await aMember(db, { guild_id: given.guild.id, user_id: teacher.id, role: 'teacher' })
    return teacher
  }
  const [chen, xu] = [await staff('陈立群'), await staff('许安然')]
  const asStaff = (who: Person) => school.as(who, { audience: 'admin', role: 'teacher' })
  const [review, colleague] = [asStaff(chen), asStaff(xu)]
  await review(reviewsAdmin.open, { submit_id })
  const say = (voices: { file_id: number; text?: string; peaks?: number[] }[], seen = 0) =>
    review(reviewVoicesAdmin.save, {
      submit_id,
      seen,
      voices: voices.map(({ file_id, text = '', peaks = [] }) => ({ file_id, text, peaks })),
    })
  const feedback = async () => (await send(studentTask.detail, { id: given.task.id })).feedback
  return { ...given, photo, chen, xu, review, colleague, submit_id, say, send, feedback }
}

/** The response to a user who opens a link: the bytes, or the reason for the refusal. */
const hears = async (who: Person, url: string | undefined, audience: 'student' | 'admin' = 'student') => {
  const answer = await school.inject({
    method: 'GET',
    url: url ?? '/api/files/1',
    headers: { token: await school.signIn(who, audience === 'admin' ? { audience, role: 'teacher' } : {}) },
  })
  return answer.statusCode === 200 && String(answer.headers['content-type']).startsWith('audio/') ? 'sound' : 'nothing'
}

test('a teacher speaks, and the student hears it and reads the same in words once the result is out', async () => {
  const { review, submit_id, chen, student, say, feedback } = await waiting({ hold: true })
  const file = await recorded(chen, webmOf({ seconds: 23, notes: 'Shanghai' }))
  const { voices } = await say([{ file_id: file.id, text: '答要带单位', peaks: [3, 90, 20] }])
  expect(voices).toMatchObject([{ seconds: 23, text: '答要带单位', peaks: [3, 90, 20] }])
  expect((await review(reviewToolsAdmin.work, { submit_id })).voices).toMatchObject([{ text: '答要带单位' }])
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 86 })
  expect(await feedback(), 'it is held').toEqual([])
  await review(reviewsAdmin.release, { task_id: (await review(reviewToolsAdmin.work, { submit_id })).task_id })
  const [spoken] = (await feedback())[0]?.voices ?? []
  expect(spoken).toMatchObject({ seconds: 23, text: '答要带单位', file: { mime: 'audio/webm', kind: 'audio' } })
  expect(await hears(student, spoken?.file?.url)).toBe('sound')
  const stored = await school.app.db
    .selectFrom('files')
    .select('public_key')
    .where('id', '=', file.id)
    .executeTakeFirst()
  const heard = await school.inject({
    method: 'GET',
    url: spoken?.file?.url ?? '',
    headers: { token: await school.signIn(student) },
  })
  expect(stored?.public_key).not.toBeNull()
  expect(heard.rawPayload.includes('Shanghai')).toBe(false)
})

test('a link that somebody has from before opens nothing while a result is held, and nothing for anybody else', async () => {
  const { app } = school
  const { review, submit_id, task, guild, chen, xu, student, say } = await waiting({ hold: true })
  const file = await recorded(chen)
  await say([{ file_id: file.id, text: '说' }])
  const link = (who: Person) => linkTo(app, file.id, 'public', who.id)
  const mate = await aUser(app.db)
  await aMember(app.db, { guild_id: guild.id, user_id: mate.id })
  const foreign = await aUser(app.db, { roles: ['teacher'] })
  // A former teacher of the guild.
  await aMember(app.db, { guild_id: guild.id, user_id: foreign.id, role: 'teacher', status: 'left' })
  const heardBy = async () => [
    await hears(student, link(student)),
    await hears(mate, link(mate)),
    await hears(xu, link(xu), 'admin'),
    await hears(foreign, link(foreign), 'admin'),
    await hears(chen, link(chen), 'admin'),
  ]
  expect(await heardBy(), 'a draft is its writer’s').toEqual(['nothing', 'nothing', 'nothing', 'nothing', 'sound'])
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 86 })
  expect(await heardBy(), 'held').toEqual(['nothing', 'nothing', 'sound', 'nothing', 'sound'])
  await review(reviewsAdmin.release, { task_id: task.id })
  expect(await heardBy(), 'out').toEqual(['sound', 'nothing', 'sound', 'nothing', 'sound'])
  expect(await hears(student, linkTo(app, file.id, 'original', student.id)), 'with its notes: nobody').toBe('nothing')
})

test('a reviewer adds no recording that is too long, no audio, uploaded by somebody else or for another purpose', async () => {
  const { chen, xu, say, student } = await waiting()
  const reason = async (file: { id: number }) => reasonOf(say([{ file_id: file.id }]))
  expect(await reason(await recorded(chen, webmOf({ seconds: 150 })))).toBe('INVALID')
  expect(await reason(await recorded(chen, mp4Of({ seconds: 2, told: 36_000 }), { mime: 'audio/mp4' }))).toBe('INVALID')
  expect(await reason(await recorded(chen, webmOf({ seconds: 1, codec: 'V_VP8' })))).toBe('FILE_TYPE')
  expect(await reason(await recorded(chen, Buffer.from('<script>')))).toBe('FILE_TYPE')
  expect(await reason(await recorded(xu))).toBe('FILE')
  expect(await reason(await recorded(student))).toBe('FILE')
  expect(await reason(await recorded(chen, undefined, { purpose: 'task' }))).toBe('FILE')
  const good = await recorded(chen)
  expect(await reasonOf(say([{ file_id: good.id }, { file_id: good.id }]))).toBe('INVALID')
  expect((await say([{ file_id: good.id }])).voices).toHaveLength(1)
})

test('a reviewer who saves recordings twice has them once, is asked in a second tab, and may replace them', async () => {
  const { chen, say, review, submit_id } = await waiting()
  const [one, two] = [
    await recorded(chen),
    await recorded(chen, mp4Of({ seconds: 5 }), { mime: 'audio/mp4', name: '语音.m4a' }),
  ]
  const first = await say([{ file_id: one.id }])
  expect((await say([{ file_id: one.id }])).voices.map(({ id }) => id)).toEqual(first.voices.map(({ id }) => id))
  expect(await reasonOf(say([{ file_id: two.id }]))).toBe('CONFLICT')
  const seen = first.voices.at(-1)?.id ?? 0
  const second = await say([{ file_id: one.id, text: '先看单位' }, { file_id: two.id }], seen)
  expect(second.voices.map(({ seconds, text }) => [seconds, text])).toEqual([
    [23, '先看单位'],
    [5, ''],
  ])
  await say([{ file_id: two.id }], second.voices.at(-1)?.id ?? 0)
  expect((await review(reviewToolsAdmin.work, { submit_id })).voices).toHaveLength(1)
})

test('a teacher may return a work with a recording and its words as the only reason, not with a recording alone', async () => {
  const { chen, say, review, submit_id, feedback } = await waiting()
  const file = await recorded(chen)
  const { voices } = await say([{ file_id: file.id }])
  expect(await reasonOf(review(reviewsAdmin.decide, { submit_id, decision: 'return' }))).toBe('FEEDBACK')
  await say([{ file_id: file.id, text: '再算一次' }], voices.at(-1)?.id)
  await review(reviewsAdmin.decide, { submit_id, decision: 'return' })
  expect((await feedback())[0]?.voices).toMatchObject([{ text: '再算一次' }])
  expect(await reasonOf(say([], 0))).toBe('STATE')
})

test('a colleague who opens a held result finds its recordings, and a correction keeps all but those it takes back', async () => {
  const { chen, say, review, colleague, submit_id, feedback, student } = await waiting({ hold: true })
  const [one, two] = [await recorded(chen), await recorded(chen)]
  await say([
    { file_id: one.id, text: '第一句' },
    { file_id: two.id, text: '第二句' },
  ])
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
  const opened = await colleague(reviewsAdmin.open, { submit_id })
  expect(opened.voices.map(({ text }) => text)).toEqual(['第一句', '第二句'])
  // The colleague who takes over corrects the words of another reviewer’s recording.
  const [first, second] = opened.voices.map(({ file }) => file?.id ?? 0)
  const mended = [
    { file_id: first ?? 0, peaks: [], text: '第一句话' },
    { file_id: second ?? 0, peaks: [], text: '第二句' },
  ]
  await colleague(reviewVoicesAdmin.save, { submit_id, seen: opened.voices.at(-1)?.id ?? 0, voices: mended })
  await colleague(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 75, hold: false })
  const out = (await colleague(reviewToolsAdmin.work, { submit_id })).result?.voices ?? []
  await colleague(reviewToolsAdmin.correct, {
    submit_id,
    score: 80,
    reason: '看漏了',
    without_voices: [out[1]?.id ?? 0],
  })
  const [counts, before] = await feedback()
  expect(counts?.voices.map(({ text }) => text)).toEqual(['第一句话'])
  expect(before?.voices).toHaveLength(2)
  expect(await hears(student, before?.voices[1]?.file?.url), 'an earlier answer is read as before').toBe('sound')
})

test('a reviewer’s recordings count towards nobody’s storage', async () => {
  const { student } = await waiting()
  await recorded(student)
  await aFile(school.app.db, { owner_id: student.id })
  expect((await spaceOf(school.app.db, student.id)).bytes).toBe(leastBytes)
})

test('when a student is erased, what was said about them goes; when a teacher is, their voice goes and the words stay', async () => {
  const { db } = school.app
  const { chen, say, review, submit_id, feedback, student } = await waiting()
  const [one, two] = [await recorded(chen), await recorded(chen)]
  await say([{ file_id: one.id, text: '答要带单位' }, { file_id: two.id }])
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
  await eraseAnswers(db, chen.id)
  expect((await feedback())[0]?.voices).toMatchObject([{ file: null, text: '答要带单位' }])
  await eraseAnswers(db, student.id)
  expect(await db.selectFrom('voices').selectAll().execute()).toEqual([])
})

test('a recording of an erased student’s work is theirs to be removed at once', async () => {
  const { db } = school.app
  const { chen, say, student } = await waiting()
  const file = await recorded(chen)
  await say([{ file_id: file.id }])
  await eraseAnswers(db, student.id)
  const { owner_id } = await db
    .selectFrom('files')
    .select('owner_id')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
  expect(owner_id).toBe(student.id)
})

test('a recording stays as long as a draft or an answer has it, and goes two days after it was taken out', async () => {
  const { db, jobs } = school.app
  const { chen, say, review, submit_id } = await waiting()
  const created_at = school.clock.now() - 3 * 86_400_000
  const [kept, dropped] = [
    await recorded(chen, undefined, { created_at }),
    await recorded(chen, undefined, { created_at }),
  ]
  const { voices } = await say([{ file_id: kept.id }, { file_id: dropped.id }])
  const left = async () => (await db.selectFrom('files').select('id').orderBy('id').execute()).map(({ id }) => id)
  await jobs.run('files.unused')
  expect(await left()).toEqual([kept.id, dropped.id])
  await say([{ file_id: kept.id }], voices.at(-1)?.id)
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
  await jobs.run('files.unused')
  expect(await left()).toEqual([kept.id])
})

test('what is said about a mark comes to the student with its mark, and nobody hangs a recording of others on theirs', async () => {
  const { review, submit_id, photo, chen, xu, feedback, task } = await waiting({ hold: true }, { withPhoto: true })
  const mark = { shape: 'pin' as const, points: [0.5, 0.5], text: '' }
  const draw = (audio_id: number) =>
    review(reviewAreasAdmin.savePage, {
      submit_id,
      file_id: photo?.id ?? 0,
      page: 1,
      seen: 0,
      marks: [{ ...mark, audio_id }],
    })
  const theirs = await recorded(xu)
  const other = await recorded(chen, webmOf({ seconds: 3 }), { purpose: 'task' })
  expect(await reasonOf(draw(theirs.id))).toBe('FILE')
  expect(await reasonOf(draw(other.id))).toBe('FILE')
  expect(await reasonOf(draw(photo?.id ?? 0))).toBe('FILE')
  const mine = await recorded(chen)
  expect((await draw(mine.id)).areas).toMatchObject([{ audio_id: mine.id }])
  await review(reviewVoicesAdmin.save, {
    submit_id,
    seen: 0,
    voices: [{ file_id: mine.id, text: '这里漏乘了', peaks: [] }],
  })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 80 })
  expect(await feedback()).toEqual([])
  await review(reviewsAdmin.release, { task_id: task.id })
  const [answer] = await feedback()
  expect(answer?.areas).toMatchObject([{ audio_id: mine.id }])
  expect(answer?.voices).toMatchObject([{ file: { id: mine.id }, text: '这里漏乘了' }])
  await review(reviewToolsAdmin.correct, { submit_id, score: 90, reason: '看漏了一段' })
  expect((await feedback())[0]?.areas).toMatchObject([{ audio_id: mine.id }])
})
