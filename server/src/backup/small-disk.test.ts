import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { backupAdmin } from '@tongchuang/contract/backup.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { aFile } from '../files/factory.ts'
import { notify } from '../messages/store.ts'
import { localFileStore, type FileStore } from '../storage/file-store.ts'
import { fillUp, mountDisk, unmountDisk, whyNoDisk } from '../testing/small-disk.ts'
import { testApp } from '../testing/test-app.ts'
import { emptyDatabase, testDialect } from '../testing/test-database.ts'
import { describeUnless } from '../testing/where-possible.ts'
import { withEntries } from './factory.ts'
import { manifestEntry, type Manifest } from './manifest.ts'
import { restore, RestoreRefused } from './restore.ts'
import { hasPeople } from './store.ts'
import { writeArchive } from './write-archive.ts'

let folder: string
let archive: string
let written: Manifest
const disks: string[] = []
const databases: Database[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tongchuang-small-disk-'))
  const school = await testApp()
  const { app } = school
  const lin = await aUser(app.db, { roles: ['admin'] })
  const photo = Buffer.alloc(2 ** 20, '照片')
  for (let n = 0; n < 24; n += 1) {
    photo.writeUInt32BE(n)
    await aFile(app.db, { owner_id: lin.id }, { files: app.files, bytes: photo })
  }
  for (let n = 0; n < 400; n += 1)
    await notify(app.db, {
      user_id: lin.id,
      type: 'notice',
      kind: 'task.changed',
      data: { task: '观察日记'.repeat(200) + n },
      now: Date.now() + n,
    })
  archive = join(folder, 'school.zip')
  written = await writeArchive(archive, {
    ...app,
    dataDir: app.config.dataDir,
    version: '1.0.0',
    site_name: '第一中学',
    now: school.clock.now(),
  })
  await school.close()
}, 60_000)
afterAll(async () => {
  for (const database of databases) await database.close()
  disks.forEach(unmountDisk)
  await rm(folder, { recursive: true, force: true })
})

/** An unused installation on a disk of this size, which also holds an embedded database. */
const anInstallation = async (size: string) => {
  const dataDir = await mkdtemp(join(folder, 'disk-'))
  mountDisk(dataDir, `size=${size}`)
  disks.push(dataDir)
  const database =
    testDialect === 'postgres'
      ? await emptyDatabase()
      : await openDatabase({ url: '', dataDir, onError: () => undefined })
  databases.push(database)
  return { dataDir, target: { database, files: localFileStore(join(dataDir, 'files')), dataDir, hasOwnSecret: false } }
}
type Installation = Awaited<ReturnType<typeof anInstallation>>

const whatCameBack = async ({ dataDir, target: { database } }: Installation) => {
  const again = await writeArchive(join(folder, 'again.zip'), {
    database,
    files: localFileStore(join(dataDir, 'files')),
    dataDir,
    version: '1.0.0',
    site_name: '第一中学',
    now: Date.parse(written.created_at),
  })
  return { tables: again.tables.map(({ name, rows }) => [name, rows]), files: again.files }
}
const whatWas = () => ({ tables: written.tables.map(({ name, rows }) => [name, rows]), files: written.files })

const refusalOf = (tried: Promise<Manifest>): Promise<RestoreRefused | null> =>
  tried.then(
    () => null,
    (error: unknown) => {
      if (error instanceof RestoreRefused) return error
      throw error
    },
  )

describeUnless(whyNoDisk(), 'a restore on a disk that is too small', () => {
  test('says how much room it takes before it touches anything, and brings everything back once there is room', async () => {
    const place = await anInstallation('16m')
    const refusal = await refusalOf(restore(archive, place.target))
    expect(refusal?.why.zh).toMatch(/磁盘空间不够：恢复大约需要\d+ MB，现在剩余1\d MB。什么也没有恢复/)
    expect((await readdir(place.dataDir)).filter((name) => !name.startsWith('app.db'))).toEqual([])
    unmountDisk(place.dataDir)
    const roomy = await anInstallation('200m')
    await restore(archive, roomy.target)
    expect(await whatCameBack(roomy)).toEqual(whatWas())
  }, 60_000)

  test('counts the largest file where files go on to a store, wherever in the backup it lies', async () => {
    const place = await anInstallation('64m')
    const store: FileStore = { ...localFileStore(join(folder, 'store')), folder: null }
    const files = written.files.map((file, at) => (at === 1 ? { ...file, size: 300 * 2 ** 20 } : file))
    const large = join(folder, 'large.zip')
    await withEntries(archive, large, { [manifestEntry]: Buffer.from(JSON.stringify({ ...written, files })) })
    const refusal = await refusalOf(restore(large, { ...place.target, files: store }))
    expect(refusal?.why.en).toMatch(/the restore takes about 3\d\d MB/)
  }, 60_000)

  test.each([0, 8, 64, 256, 1_024])(
    'that fills up after %i turns leaves nothing or everything restored, and the same command completes it',
    async (turns) => {
      const place = await anInstallation('200m')
      let isOver = false
      const tried = refusalOf(restore(archive, place.target)).finally(() => (isOver = true))
      while (!isOver && !(await readdir(place.dataDir)).some((name) => name.startsWith('restor'))) await turn()
      for (let n = 0; n < turns && !isOver; n += 1) await turn()
      const makeRoom = fillUp(place.dataDir)
      const refusal = await tried
      await makeRoom()
      if (refusal === null) return expect(await whatCameBack(place)).toEqual(whatWas())
      expect(refusal.why.zh).toMatch(/什么也没有恢复|数据都已经回来/)
      expect(await hasPeople(place.target.database.db, place.target.database.dialect)).toBe(
        refusal.why.zh.includes('已经回来'),
      )
      await restore(archive, place.target)
      expect(await whatCameBack(place)).toEqual(whatWas())
    },
    60_000,
  )
})

describeUnless(whyNoDisk(), 'a backup on a disk that is full', () => {
  test('says so to the administrator, in the language of whoever looks, and what to do', async () => {
    const school = await testApp()
    const backups = join(school.app.config.dataDir, 'backups')
    mountDisk(backups, 'size=64k')
    const makeRoom = fillUp(backups)
    const admin = await aUser(school.app.db, { roles: ['admin'] })
    const inLanguage = (language: 'zh-CN' | 'en-US') => school.as(admin, { audience: 'admin', role: 'admin', language })
    await inLanguage('zh-CN')(backupAdmin.make)
    await expect(school.app.jobs.run('backup')).rejects.toThrow('ENOSPC')
    const problemIn = async (language: 'zh-CN' | 'en-US') =>
      (await inLanguage(language)(backupAdmin.list)).list[0]?.problem
    expect(await problemIn('zh-CN')).toMatch(/^磁盘满了.*腾出空间再试$/)
    expect(await problemIn('en-US')).toMatch(/^The disk is full.*Make room and try again$/)
    await makeRoom()
    unmountDisk(backups)
    await school.close()
  }, 60_000)
})
