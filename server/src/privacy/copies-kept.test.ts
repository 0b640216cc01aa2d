import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { ownCopies, unzip } from '../testing/own-copies.ts'
import { refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { writeOwnZip } from './write-zip.ts'

let school: School
let student: { id: number }
beforeEach(async () => {
  school = await testApp()
  student = await aUser(school.app.db)
})
afterEach(() => school.close())

const { download } = ownCopies(() => ({ school, student }))
const hour = 3_600_000

/** Exports everything the student can take along. */
const taken = async (): Promise<Map<string, string>> => {
  const send = school.as(student)
  await send(privacy.export)
  await school.app.jobs.run('privacy.export')
  return unzip((await download((await send(privacy.exported)).link, student)).rawPayload)
}

test('a student who handed the same film in twenty times takes it along once, and reads where it is', async () => {
  const { db, files } = school.app
  const { row } = await aStudentAtWork(db, { student })
  const film = await aFile(
    db,
    { owner_id: student.id, name: '延时.txt' },
    { files, bytes: Buffer.from('一部很长的片子') },
  )
  const lost = await aFile(db, { owner_id: student.id, name: '丢了的.txt' })
  for (let at = 0; at < 20; at += 1)
    await aSubmission(db, row, { status: at < 19 ? 'withdrawn' : 'sealed', files: at === 7 ? [film, lost] : [film] })
  const texts = await taken()
  expect([...texts].filter(([, text]) => text === '一部很长的片子')).toHaveLength(1)
  const versions = JSON.parse(texts.get('提交.json') ?? '') as { files: { id: number; file: string | null }[] }[]
  expect(versions).toHaveLength(20)
  for (const { files: own } of versions)
    for (const { id, file } of own)
      expect(file === null ? null : texts.get(file)).toBe(id === film.id ? '一部很长的片子' : null)
})

test('of a student who takes everything along again the server keeps one copy, the newest', async () => {
  const folder = join(school.app.config.dataDir, 'exports')
  const mate = await aUser(school.app.db)
  await school.as(mate)(privacy.export)
  await school.app.jobs.run('privacy.export')
  const [theirs] = await readdir(folder)
  const kept: string[][] = []
  for (let at = 0; at < 3; at += 1) {
    await taken()
    const names = await readdir(folder)
    expect(names, 'a classmate’s copy stays').toContain(theirs)
    kept.push(names.filter((name) => name !== theirs))
  }
  expect((await school.as(mate)(privacy.exported)).link).not.toBeNull()
  expect(kept.map((names) => names.length)).toEqual([1, 1, 1])
  expect(new Set(kept.flat()).size).toBe(3)
})

test('a student who took three copies today takes the next one tomorrow, whatever is swept in between', async () => {
  for (let at = 0; at < 3; at += 1) await taken()
  // 09:00 in Shanghai is 01:00 of the day by which it is counted.
  school.clock.move(22 * hour)
  await school.app.limits.sweep(school.clock.now())
  const came = await refusal(school.as(student)(privacy.export))
  expect(came).toMatchObject({ reason: 'TOO_FAST', data: { seconds: 3_600 } })
  school.clock.move(hour)
  await school.app.limits.sweep(school.clock.now())
  expect(await taken()).toBeDefined()
})

test('of a student who has written much no text waits in memory while the file before it is written', async () => {
  const { db, files, config } = school.app
  const { row } = await aStudentAtWork(db, { student })
  const own = (name: string) => aFile(db, { owner_id: student.id, name }, { files, bytes: Buffer.from(name) })
  const [first, last] = [await own('第一个.txt'), await own('最后一个.txt')]
  await aSubmission(db, row, { content: '先写的', status: 'withdrawn', files: [first] })
  for (let at = 0; at < 5; at += 1) await aSubmission(db, row, { content: '先写的', status: 'withdrawn' })
  await aSubmission(db, row, { content: '先写的', files: [last] })
  const all = Promise.withResolvers<undefined>()
  // The first file is written only after everything that goes into the copy is known; the texts are others by then.
  const slow = async function* (key: string) {
    await all.promise
    yield* files.read(key)
  }
  const path = join(config.dataDir, 'copy.zip')
  const watched = {
    ...files,
    look: async (key: string) => {
      if (key === last.upload_id) {
        await db.updateTable('submissions').set({ content: '后写的' }).execute()
        all.resolve(undefined)
      }
      return files.look(key)
    },
    read: (key: string) => (key === first.upload_id ? Readable.from(slow(key)) : files.read(key)),
  }
  await writeOwnZip(path, { db, files: watched, user_id: student.id, now: school.clock.now() })
  const texts = await unzip(await readFile(path))
  const works = [...texts].filter(([name]) => name.endsWith('作品.md'))
  expect(works).toHaveLength(7)
  expect(works.filter(([, text]) => text.includes('后写的')).length).toBeGreaterThanOrEqual(6)
  expect([...texts].filter(([, text]) => text === '第一个.txt')).toHaveLength(1)
})
