import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notes } from '@tongchuang/contract/notes.ts'
import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewVoicesAdmin } from '@tongchuang/contract/review-voices.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { nameDatabase } from '../installation.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { putKeys } from '../tasks/questions/key-store.ts'
import { webmOf } from '../testing/spoken.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { emptyDatabase } from '../testing/test-database.ts'
import { restore } from './restore.ts'
import { writeArchive } from './write-archive.ts'

const questions = JSON.stringify([{ id: 'area', label: '面积', kind: 'number', required: false, points: 4 }])
const aKey = { question_id: 'area', accepted: ['50'], tolerance: 0.5, explanation: '配方' }

const aPhoto = async ({ app }: School, owner: { id: number }, name: string) => {
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#d8b' } })
    .jpeg()
    .toBuffer()
  return aFile(app.db, { owner_id: owner.id, name }, { files: app.files, bytes })
}

/** A returned work with a mark and a recording, one mark ticked; a question with a photo under it. */
const aYear = async (school: School) => {
  const { db, files } = school.app
  const { student, task, guild } = await aStudentAtWork(db, { task: { type: 'main', questions } })
  await putKeys(db, task.id, [aKey])
  const send = school.as(student)
  const photo = await aPhoto(school, student, '第一页.jpg')
  const sent = await send(submissions.submit, {
    ...{ task_id: task.id, content: '我的作品。', answers: { area: '50' }, files: [photo.id], key: 'version-one' },
  })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  const chen = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  const teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  await teacher(reviewsAdmin.open, { submit_id })
  const marks = [{ shape: 'pin' as const, points: [0.5, 0.5], text: '缺单位' }]
  await teacher(reviewAreasAdmin.savePage, { submit_id, file_id: photo.id, page: 1, seen: 0, marks })
  const upload = {
    name: '语音.webm',
    kind: 'audio',
    mime: 'audio/webm',
    purpose: 'feedback',
    pictures: 'none',
  } as const
  const spoken = await aFile(db, { ...upload, owner_id: chen.id }, { files, bytes: webmOf({ seconds: 7 }) })
  const voices = [{ file_id: spoken.id, peaks: [3, 9], text: '先写范围' }]
  await teacher(reviewVoicesAdmin.save, { submit_id, seen: 0, voices })
  const { result_id } = await teacher(reviewsAdmin.decide, { submit_id, decision: 'return', text: '再改一次' })
  const [area] = await db.selectFrom('area_marks').select('id').where('result_id', '=', result_id).execute()
  await send(reviews.mend, { result_id, kind: 'area', place: area?.id ?? 0, mended: true })
  const asked = await aPhoto(school, student, '演算.jpg')
  const note = { task_id: task.id, content: '这样算吗？', file_id: asked.id, key: 'a-key-of-this-note' }
  await send(notes.write, note)
  return { student, chen, task_id: task.id, submit_id }
}

/** What both sites show of it, without the addresses, which depend on the hour and the server. */
const readBy = async (school: School, { student, chen, task_id, submit_id }: Awaited<ReturnType<typeof aYear>>) => {
  const send = school.as(student)
  const teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  const [answer] = (await send(studentTask.detail, { id: task_id })).feedback
  const [note] = (await send(notes.list, { task_id })).list
  const work = await teacher(reviewToolsAdmin.work, { submit_id })
  const isThere = async (url: string | null | undefined, who: { id: number }) =>
    (await school.inject({ url: url ?? '/', headers: { token: await school.signIn(who) } })).statusCode
  return {
    areas: answer?.areas,
    said: answer?.voices.map(({ seconds, text, peaks }) => ({ seconds, text, peaks })),
    sound: await isThere(answer?.voices[0]?.file?.url, student),
    mended: answer?.mended,
    note: note && { content: note.content, photo: note.photo?.name },
    photo: await isThere(note?.photo?.url, student),
    ...{ keys: work.keys, marks: work.question_marks },
  }
}

test('marks, recordings, ticks, keys, points and a question with its photo come back with a backup as they were', async () => {
  const school = await testApp()
  const folder = await mkdtemp(join(tmpdir(), 'tongchuang-answers-'))
  const { db, database, files, config } = school.app
  const about = { version: '1.0.0', site_name: '第一中学', now: school.clock.now() }
  await nameDatabase(db, 'here')
  const year = await aYear(school)
  const before = await readBy(school, year)
  expect(before).toMatchObject({
    areas: [{ text: '缺单位' }],
    said: [{ seconds: 7, text: '先写范围', peaks: [3, 9] }],
    mended: [{ kind: 'area', by: 'student' }],
    note: { content: '这样算吗？', photo: '演算.jpg' },
    ...{ sound: 200, photo: 200, keys: [aKey], marks: [{ question_id: 'area', outcome: 'right', points: 4 }] },
  })
  const archive = join(folder, 'school.zip')
  await writeArchive(archive, { ...about, database, files, dataDir: config.dataDir })

  const elsewhere = await emptyDatabase()
  const restored = await testApp({ database: elsewhere })
  const { config: there } = restored.app
  await restore(archive, {
    ...{ ...about, database: elsewhere, files: restored.app.files },
    ...{ dataDir: there.dataDir, hasOwnSecret: true },
  })
  expect(await readBy(restored, year)).toEqual(before)
  await restored.close()
  await school.close()
  await rm(folder, { recursive: true, force: true })
}, 60_000)
