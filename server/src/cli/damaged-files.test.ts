import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { backupAdmin } from '@tongchuang/contract/backup.admin.ts'
import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { restore as restoreArchive } from '../backup/restore.ts'
import { writeArchive } from '../backup/write-archive.ts'
import { damagedFiles } from '../files/damage-store.ts'
import { aFile } from '../files/factory.ts'
import { aGuild } from '../guilds/factory.ts'
import type { FileStore } from '../storage/file-store.ts'
import { checkInstallation, movedAway, WrongInstallation } from '../installation.ts'
import { localStores } from '../storage/open-stores.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { emptyDatabase, freshDatabase } from '../testing/test-database.ts'
import { backup, backupCheck } from './backup.ts'
import { doctor } from './doctor.ts'
import { filesCompare } from './files.ts'

let school: School
let folder: string
let printed = ''
/** Three o'clock in the night, in Shanghai. */
const night = '2026-10-13T19:00:00.000Z'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tongchuang-damaged-'))
  const database = await freshDatabase()
  const isFile = database.dialect === 'sqlite'
  const dataDir = isFile ? dirname(database.url.slice('sqlite:'.length)) : join(folder, 'here')
  school = await testApp({ database, config: { dataDir } })
  vi.stubEnv('BASE_URL', '')
  vi.stubEnv('DATA_DIR', school.app.config.dataDir)
  vi.stubEnv('DATABASE_URL', isFile ? '' : database.url)
  printed = ''
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((text: string) => void (printed += `${text}\n`))
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await school.close()
  await rm(folder, { recursive: true, force: true })
})

const pathOf = (key: string) => join(school.app.config.dataDir, 'files', key)

const flipBit = async (path: string) => {
  const bytes = await readFile(path)
  bytes.writeUInt8(bytes.readUInt8(2) ^ 1, 2)
  await writeFile(path, bytes)
}

test('whoever compares in the place that files were moved from does not have them all noted as missing', async () => {
  const { db, files } = school.app
  await checkInstallation({ ...school.app, dataDir: school.app.config.dataDir })
  const { id: owner_id } = await aUser(db)
  const { upload_id } = await aFile(db, { owner_id }, { files, bytes: Buffer.from('作品') })
  expect(await filesCompare.run([])).toBe(0)
  rmSync(pathOf(upload_id ?? ''))
  await files.setInstallation(movedAway((await files.installation()) ?? ''))
  await expect(filesCompare.run([])).rejects.toThrow(/MOVED/)
  expect((await damagedFiles(db, 1)).total).toBe(0)
})

/** A student's four files of one task, of which one stays whole. */
const threeDamaged = async () => {
  const { db, files } = school.app
  const student = await aUser(db, { nickname: '小林' })
  const task = await aTask(db, { guild_id: (await aGuild(db)).id, title: '校园地图' })
  const row = await anEnrolment(db, task, { user_id: student.id })
  const created_at = school.clock.now()
  const [gone, flipped, cut, whole] = await Promise.all(
    ['丢失.txt', '翻转.txt', '截短.txt', '完好.txt'].map((name) =>
      aFile(db, { owner_id: student.id, name, created_at }, { files, bytes: Buffer.from(`${name}的内容`) }),
    ),
  )
  await db.insertInto('drafts').values({ enrolment_id: row.id, draft_version: 0, saved_at: created_at }).execute()
  for (const file of [gone!, flipped!, cut!, whole!])
    await db.insertInto('draft_files').values({ enrolment_id: row.id, file_id: file.id }).execute()
  await rm(pathOf(gone!.upload_id))
  await flipBit(pathOf(flipped!.upload_id))
  await truncate(pathOf(cut!.upload_id), 5)
  school.clock.set(night)
  return { gone: gone!, flipped: flipped!, cut: cut!, whole: whole! }
}

const asAdmin = async () =>
  school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
const damages = async () =>
  (await school.app.db.selectFrom('files').select(['name', 'damage']).orderBy('name').execute()).filter(
    ({ damage }) => damage !== '',
  )

test('a file that went away, one of which a bit turned and one cut short are named by the night, the system page and the doctor, until they are back', async () => {
  const { gone, flipped } = await threeDamaged()
  const { jobs } = school.app
  const admin = await asAdmin()
  expect((await admin(systemAdmin.read)).damaged).toEqual({ total: 0, list: [] })
  const kept = await readFile(pathOf(flipped.upload_id))
  await jobs.run('files.compare')
  const { damaged, findings } = await admin(systemAdmin.read)
  expect(damaged.total).toBe(3)
  const said = damaged.list.map(({ name, owner, task, damage }) => [name, owner, task, damage].join(' ')).toSorted()
  expect(said).toEqual(
    ['丢失.txt 小林 校园地图 missing', '截短.txt 小林 校园地图 size', '翻转.txt 小林 校园地图 changed'].toSorted(),
  )
  expect(findings).toContainEqual({ kind: 'FILES_DAMAGED', detail: '3' })
  expect(await doctor.run([])).toBe(1)
  expect(printed).toMatch(/✗ 文件.*3个文件缺失或损坏/)
  for (const line of [
    '丢失.txt，小林，校园地图，不见了',
    '截短.txt，小林，校园地图，大小不对',
    '翻转.txt，小林，校园地图，内容变了',
  ])
    expect(printed).toContain(line)

  kept.writeUInt8(kept.readUInt8(2) ^ 1, 2)
  await writeFile(pathOf(flipped.upload_id), kept)
  await writeFile(pathOf(gone.upload_id), '丢失.txt的内容')
  await jobs.run('files.compare')
  expect(await damages()).toEqual([{ name: '截短.txt', damage: 'size' }])
})

test('a backup made by hand or at night says which files were damaged by then, its check too, and it can still be restored', async () => {
  await threeDamaged()
  const file = join(folder, 'school.zip')
  const named = () => ['丢失.txt', '截短.txt', '翻转.txt'].map((name) => new RegExp(`✗ 文件「${name}」`).test(printed))
  expect(await backup.run([file])).toBe(1)
  expect(printed).toContain('备份时已有3个文件缺失或损坏')
  expect(named()).toEqual([true, true, true])
  printed = ''
  expect(await backupCheck.run([file])).toBe(1)
  expect(named()).toEqual([true, true, true])
  expect(printed).not.toContain('完好.txt')

  const admin = await asAdmin()
  await admin(backupAdmin.make)
  await school.app.jobs.run('backup')
  expect((await admin(backupAdmin.list)).list[0]).toMatchObject({ state: 'done', damaged: 3 })
  expect(await readdir(join(school.app.config.dataDir, 'backups'))).toHaveLength(1)

  const database = await emptyDatabase()
  await restoreArchive(file, {
    database,
    ...localStores(join(folder, 'there')),
    dataDir: join(folder, 'there'),
    hasOwnSecret: true,
  })
  expect(await database.db.selectFrom('files').select('name').execute()).toHaveLength(4)
  await database.close()
})

test('where the folder of the files is gone, as of a disk that is not mounted, the doctor says so, and no backup of nothing takes the place of a good one', async () => {
  const { files } = school.app
  const student = await aUser(school.app.db)
  await aFile(school.app.db, { owner_id: student.id }, { files, bytes: Buffer.from('一份作品') })
  const path = join(folder, 'school.zip')
  expect(await backup.run([path])).toBe(0)
  const good = await readFile(path)
  await rm(join(school.app.config.dataDir, 'files'), { recursive: true })
  expect(await doctor.run([])).toBe(1)
  expect(printed).toMatch(/✗ 文件.*数据库里有文件的记录，放文件的地方却是空的/)
  await expect(backup.run([path])).rejects.toThrow(WrongInstallation)
  expect((await readFile(path)).equals(good)).toBe(true)
})

test('where the database is gone and the files are there, the doctor does not call it whole, and no backup is made of it', async () => {
  const { files } = school.app
  const student = await aUser(school.app.db)
  await aFile(school.app.db, { owner_id: student.id }, { files, bytes: Buffer.from('一份作品') })
  const [fresh, empty] = [await freshDatabase(), await emptyDatabase()]
  for (const database of [fresh, empty]) {
    const isFile = database.dialect === 'sqlite'
    const there = isFile ? dirname(database.url.slice('sqlite:'.length)) : school.app.config.dataDir
    if (isFile) await cp(join(school.app.config.dataDir, 'files'), join(there, 'files'), { recursive: true })
    vi.stubEnv('DATA_DIR', there)
    vi.stubEnv('DATABASE_URL', isFile ? '' : database.url)
    printed = ''
    expect(await doctor.run([])).toBe(1)
    expect(printed).toMatch(/✗ 文件.*数据库是空的，文件目录里却有文件/)
    await expect(backup.run([join(folder, 'nothing.zip')])).rejects.toThrow()
  }
  expect(await readdir(folder)).not.toContain('nothing.zip')
  await Promise.all([fresh.close(), empty.close()])
})

/**
 * A disk that gives up on one file after its first bytes, and from which somebody takes another while it is being
 * packed.
 */
const failingOn = ({ bad, taken }: { bad: string; taken: string }): FileStore => {
  const { files } = school.app
  const read: FileStore['read'] = (key, range) => {
    if (key === taken) rmSync(pathOf(key), { force: true })
    if (key !== bad) return files.read(key, range)
    return Readable.from(
      (async function* () {
        yield Buffer.from('翻')
        throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
      })(),
      { objectMode: false },
    )
  }
  return { ...files, read }
}

test('one file that the disk no longer gives back keeps nobody’s work out of the backup, and is named in it', async () => {
  const { flipped, whole } = await threeDamaged()
  const { database, config } = school.app
  const taken = await aFile(
    school.app.db,
    { owner_id: whole.owner_id, name: '取走.txt' },
    { files: school.app.files, bytes: Buffer.from('取走') },
  )
  await school.app.db.deleteFrom('files').where('id', '=', taken.id).execute()
  const path = join(folder, 'school.zip')
  const about = { version: '1.0.0', site_name: '第一中学', now: school.clock.now() }
  const store = failingOn({ bad: flipped.upload_id, taken: taken.upload_id })
  const { files, damaged } = await writeArchive(path, { ...about, database, files: store, dataDir: config.dataDir })
  expect(damaged?.find(({ name }) => name === '翻转.txt')).toMatchObject({ damage: 'size' })
  expect(damaged?.map(({ name }) => name)).not.toContain('完好.txt')
  expect(files.map(({ key }) => key)).not.toContain(taken.upload_id)
  const there = { dataDir: join(folder, 'there'), hasOwnSecret: true }
  const restored = await emptyDatabase()
  await restoreArchive(path, { database: restored, ...localStores(there.dataDir), ...there })
  expect(await readFile(join(there.dataDir, 'files', whole.upload_id), 'utf8')).toBe('完好.txt的内容')
  await restored.close()
})

test('an operator compares every file at once, by day too', async () => {
  await threeDamaged()
  expect(await filesCompare.run([])).toBe(1)
  expect(printed).toMatch(/4 个文件里有 3 个缺失或损坏/)
  expect(await damages()).toHaveLength(3)
})

test('by day only what has waited for three days is compared, and what was looked at longest ago comes first', async () => {
  await threeDamaged()
  const { db, jobs } = school.app
  school.clock.set('2026-10-13T02:00:00.000Z')
  await jobs.run('files.compare')
  expect(await damages()).toEqual([])
  school.clock.set('2026-10-16T02:00:00.000Z')
  await jobs.run('files.compare')
  expect(await damages()).toHaveLength(3)
  const at = await db.selectFrom('files').select('checked_at').distinct().execute()
  expect(at.map(({ checked_at }) => Number(checked_at))).toEqual([school.clock.now()])
})
