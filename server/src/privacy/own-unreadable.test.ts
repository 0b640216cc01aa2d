import { rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFile } from '../files/factory.ts'
import type { FileStore } from '../storage/file-store.ts'
import { StoreAway } from '../storage/store-away.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { unzip } from '../testing/own-copies.ts'
import { mountDisk, unmountDisk, whyNoDisk } from '../testing/small-disk.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { describeUnless } from '../testing/where-possible.ts'
import { writeOwnZip } from './write-zip.ts'

let school: School
let folder: string
beforeAll(async () => {
  school = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'tongchuang-own-'))
})
afterAll(async () => {
  await school.close()
  await rm(folder, { recursive: true, force: true })
})

/** A student who has handed in three photos, and how their copy is made where the store answers in another way. */
const aStudentWithPhotos = async () => {
  const { db, files } = school.app
  const { student, row } = await aStudentAtWork(db)
  const photo = (n: number) =>
    aFile(db, { owner_id: student.id, name: `${n}.jpg` }, { files, bytes: Buffer.alloc(2 ** 20, n) })
  const photos = [await photo(1), await photo(2), await photo(3)]
  await aSubmission(db, row, { files: photos })
  const copyTo = (path: string, read: FileStore['read'] = files.read) =>
    writeOwnZip(path, { db, files: { ...files, read }, user_id: student.id, now: school.clock.now() })
  return { copyTo, second: photos[1]!.upload_id }
}

/** What the process has open below a folder, and the photos it is reading. */
const stillOpen = async (path: string): Promise<string[]> => {
  const open: string[] = []
  for (const fd of await readdir('/proc/self/fd').catch(() => []))
    open.push(await readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return open.filter((name) => name.startsWith(path) || name.startsWith(join(school.app.config.dataDir, 'files')))
}

test('a photo that is removed while a student’s copy is being made is missing in it, the list says so, and the rest is there', async () => {
  const { files } = school.app
  const { copyTo, second } = await aStudentWithPhotos()
  const path = join(folder, 'gone.zip')
  await copyTo(path, (key) => {
    if (key === second) rmSync(join(files.folder!, key))
    return files.read(key)
  })
  const texts = await unzip(await readFile(path))
  const [version] = JSON.parse(texts.get('提交.json') ?? '') as { files: { name: string; file: string | null }[] }[]
  expect(version?.files).toEqual([
    expect.objectContaining({ name: '1.jpg', file: expect.stringContaining('1.jpg') }),
    expect.objectContaining({ name: '2.jpg', file: null }),
    expect.objectContaining({ name: '3.jpg', file: expect.stringContaining('3.jpg') }),
  ])
})

test('a copy whose store breaks off in the middle of a file fails, and nothing else does', async () => {
  const { files } = school.app
  const { copyTo, second } = await aStudentWithPhotos()
  async function* cut() {
    yield Buffer.alloc(1_000)
    throw new StoreAway(new Error('the line was cut'))
  }
  const path = join(folder, 'cut.zip')
  await expect(copyTo(path, (key) => (key === second ? Readable.from(cut()) : files.read(key)))).rejects.toThrow()
  await expect.poll(() => stillOpen(path)).toEqual([])
})

describeUnless(whyNoDisk(), 'a disk that is too small for a copy', () => {
  test('makes it fail, and neither the copy nor the photo that was being read stays open', async () => {
    const { copyTo } = await aStudentWithPhotos()
    const disk = join(folder, 'disk')
    mountDisk(disk, 'size=1536k')
    const path = join(disk, 'full.zip')
    try {
      await expect(copyTo(path)).rejects.toMatchObject({ code: 'ENOSPC' })
      await expect.poll(() => stillOpen(path)).toEqual([])
    } finally {
      unmountDisk(disk)
    }
  })
})
