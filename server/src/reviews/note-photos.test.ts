import { notesAdmin } from '@tongchuang/contract/notes.admin.ts'
import { notes } from '@tongchuang/contract/notes.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { linkTo } from '../files/cards.ts'
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

type Given = Partial<Parameters<typeof aFile>[1]>

/** A photo with its location in the metadata. */
const aPhoto = async (owner: { id: number }, given: Given = {}) => {
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#d8b' } })
    .withExif({ IFD3: { GPSLatitude: '31/1 13/1 0/1' } })
    .jpeg()
    .toBuffer()
  return aFile(school.app.db, { owner_id: owner.id, name: '演算.jpg', ...given }, { files: school.app.files, bytes })
}

/** A student whose result is out, who asks with a photo, and staff of the guild. */
const answered = async ({ hold = false } = {}) => {
  const { db } = school.app
  const { student, task, guild } = await aStudentAtWork(db)
  const send = school.as(student)
  const sent = await send(submissions.submit, { task_id: task.id, content: '我的作品。', key: 'version-one' })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  const person = async (role: 'teacher' | 'assistant', switches: object = {}) => {
    const one = await aUser(db, { roles: [role] })
    await aMember(db, { guild_id: guild.id, user_id: one.id, role, ...switches })
    return { ...one, token: await school.signIn(one, { audience: 'admin', role }) }
  }
  const chen = await person('teacher')
  const teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  await teacher(reviewsAdmin.open, { submit_id })
  await teacher(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 86, hold })
  const of = { task_id: task.id, user_id: student.id }
  let keys = 0
  return {
    ...{ student, send, teacher, chen, person, task_id: task.id },
    ask: (file_id: number, more: object = {}) =>
      send(notes.write, {
        task_id: task.id,
        content: '是这样算吗？',
        file_id,
        key: `a-key-of-${(keys += 1)}`,
        ...more,
      }),
    seen: async () => (await teacher(notesAdmin.list, of)).list[0]?.photo ?? null,
  }
}

const open = async (url: string, token: string) => {
  const { statusCode, rawPayload } = await school.inject({ url, headers: { token } })
  return statusCode === 200 ? rawPayload : null
}

test('a photo goes with the words: its student and the teacher see it, without the place where it was taken', async () => {
  const { ask, seen, student, chen, send, task_id } = await answered()
  const photo = await aPhoto(student)
  expect((await ask(photo.id)).photo).toMatchObject({ id: photo.id, kind: 'image' })
  expect((await send(notes.list, { task_id })).list[0]?.photo?.id).toBe(photo.id)
  const card = await seen()
  const bytes = await open(card?.url ?? '', chen.token)
  expect((await sharp(bytes ?? Buffer.alloc(0)).metadata()).exif).toBeUndefined()
  expect(await open(card?.thumb_url ?? '', chen.token)).not.toBeNull()
})

test('a student sends only a picture of their own with a note, once, and none before the result is released', async () => {
  const { ask, student, chen } = await answered()
  const photo = await aPhoto(student)
  expect(await reasonOf(ask((await aPhoto(chen)).id))).toBe('FILE')
  expect(await reasonOf(ask((await aPhoto(student, { name: '作文.txt' })).id))).toBe('FILE')
  expect(await reasonOf(ask((await aPhoto(student, { purpose: 'avatar' })).id))).toBe('FILE')
  expect(await reasonOf(ask(4_000_000))).toBe('FILE')
  const first = await ask(photo.id, { key: 'the-same-key' })
  expect((await ask(photo.id, { key: 'the-same-key' })).id).toBe(first.id)
  expect(await reasonOf(ask((await aPhoto(student)).id, { key: 'the-same-key' }))).toBe('KEY_REUSED')
  const held = await answered({ hold: true })
  expect(await reasonOf(held.ask((await aPhoto(held.student)).id))).toBe('NOT_FOUND')
})

test('staff who do not review and classmates open no photo of a note by its link, nor does a reviewer once the note is taken back', async () => {
  const { ask, seen, student, chen, person, send } = await answered()
  const note = await ask((await aPhoto(student)).id)
  const url = (await seen())?.url ?? ''
  expect(await open(url, chen.token)).not.toBeNull()
  const linkFor = (reader: { id: number }) => linkTo(school.app, note.photo?.id ?? 0, 'public', reader.id)
  for (const [switches, isSeen] of [
    [{ can_review: true }, true],
    [{ can_review: false, can_moderate: true }, false],
  ] as const) {
    const assistant = await person('assistant', switches)
    expect((await open(linkFor(assistant), assistant.token)) !== null, JSON.stringify(switches)).toBe(isSeen)
  }
  const mate = await aUser(school.app.db)
  expect(await open(linkFor(mate), await school.signIn(mate))).toBeNull()
  await send(notes.remove, { note_id: note.id })
  expect(await open(url, chen.token)).toBeNull()
})

test('staff are shown no photo that is broken or too large to decode, and its note is sent all the same', async () => {
  const { ask, seen, student, chen } = await answered()
  const { db, files } = school.app
  const drawn = '<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("https://example.org")</script></svg>'
  // The first bytes of a picture, and a page behind them.
  const polyglot = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(drawn)])
  const bomb = await sharp({ create: { width: 6_000, height: 5_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  for (const [name, bytes] of [
    ['一.jpg', polyglot],
    ['二.png', bomb],
  ] as const) {
    const file = await aFile(db, { owner_id: student.id, name }, { files, bytes })
    await ask(file.id)
    expect(await open((await seen())?.url ?? '', chen.token), name).toBeNull()
    // From now on it is recorded that no picture could be made of it.
    expect(await seen(), name).toBeNull()
  }
})

test('a photo stays as long as its note, and goes with its student', async () => {
  const { ask, student } = await answered()
  const { db, jobs } = school.app
  const created_at = school.clock.now() - 3 * 86_400_000
  const [kept, loose] = [await aPhoto(student, { created_at }), await aPhoto(student, { created_at })]
  await ask(kept.id)
  await jobs.run('files.unused')
  expect((await db.selectFrom('files').select('id').execute()).map(({ id }) => id)).toEqual([kept.id])
  expect(loose.id).not.toBe(kept.id)
  await eraseAnswers(db, student.id)
  await jobs.run('files.unused')
  expect(await db.selectFrom('files').select('id').execute()).toEqual([])
})
