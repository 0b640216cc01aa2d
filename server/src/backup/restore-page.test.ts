import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { restoreAdmin } from '@tongchuang/contract/restore.admin.ts'
import { setupAdmin } from '@tongchuang/contract/setup.admin.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { migrate } from '../db/migrate.ts'
import { loadSample } from '../demo/load.ts'
import { aFile } from '../files/factory.ts'
import { newSetupKey } from '../setup-link.ts'
import { localFileStore } from '../storage/file-store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { withoutEntry } from './factory.ts'
import { incomingIn } from './incoming.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore.ts'
import { noteRestore } from './store.ts'
import { restorePaths } from './under-way.ts'
import { writeArchive } from './write-archive.ts'
import { another, bringing, filled, messageOf, upload } from '../testing/bringing-backups.ts'

const secret = 'the secret of the school that was, long enough'

let folder: string
let written: Manifest
let archive: Buffer
let lost: { name: string }

const backupOf = (database: Database, dataDir: string, to: string, now: number) =>
  writeArchive(to, {
    database,
    files: localFileStore(join(dataDir, 'files')),
    dataDir,
    version: '1.0.0',
    site_name: '第一中学',
    now,
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tongchuang-restore-'))
  const school = await testApp()
  const { app } = school
  await loadSample(app, 'a password for everybody')
  const owner = await aUser(app.db)
  await aFile(app.db, { owner_id: owner.id }, { files: app.files, bytes: Buffer.from('一份作业') })
  // A school that has lost a file before it was backed up.
  lost = await aFile(app.db, { owner_id: owner.id, name: '丢了的照片.jpg' })
  await writeFile(join(app.config.dataDir, 'secret'), secret)
  const path = join(folder, 'school.zip')
  written = await backupOf(app.database, app.config.dataDir, path, school.clock.now())
  archive = await readFile(path)
  await school.close()
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

let school: School
let key: string
beforeEach(async () => {
  school = await testApp()
  key = await newSetupKey(school.app.db, school.clock.now())
})
afterEach(() => school.close())

const { part, bring, restored, isUsable } = bringing(() => ({ school, key }))

test('the name of an upload leads to no other place on the disk', async () => {
  for (const id of ['..%2Fevil', '%2e%2e%2f%2e%2e%2fevil', upload.toUpperCase().replaceAll('0', 'A'), `${upload}x`])
    expect(await part(archive.subarray(0, 100), 0, archive.length, { id }), id).toMatchObject({
      code: 0,
      data: { reason: 'NOT_FOUND' },
    })
  expect((await readdir(school.app.config.dataDir)).filter((name) => /evil|restore/.test(name))).toEqual([])
})

test('whoever opens the link of a new school brings a backup, sees what came back and logs in as before', async () => {
  await bring(archive)
  const { state, restored: back } = await restored()
  const rows = (table: string) => written.tables.find(({ name }) => name === table)?.rows
  expect(state).toBe('done')
  expect(back).toMatchObject({
    people: rows('users'),
    guilds: rows('guilds'),
    works: rows('submissions'),
    files: written.files.length,
    keeps_secret: true,
    leaves_letters: false,
  })
  expect(back).toMatchObject({ site_name: '第一中学', version: '1.0.0', missing: [lost.name], missing_count: 1 })
  expect(
    await school.send(accounts.login, { username: 'student', password: 'a password for everybody' }),
  ).toMatchObject({ userinfo: { username: 'student' } })
  expect(
    (await school.send(accountsAdmin.login, { username: 'admin', password: 'a password for everybody' })).userinfo.role,
  ).toBe('admin')
  // Links and second factors of before open in this very process.
  expect(school.app.config.secret).toBe(secret)
  expect(await messageOf(school.send(setupAdmin.check, { key }))).toMatch(/不存在/)
  expect(await readdir(join(school.app.config.dataDir, 'restore'))).toEqual([`${upload}.json`])
}, 60_000)

test('a backup of SQLite comes into either database', async () => {
  const dataDir = await mkdtemp(join(folder, 'sqlite-'))
  const database = await openDatabase({ url: null, dataDir, synchronous: 'off' })
  await migrate(database, { dataDir })
  await aUser(database.db, { username: 'lin', roles: ['admin'] })
  const path = join(dataDir, 'lin.zip')
  await backupOf(database, dataDir, path, 0)
  await database.close()
  await bring(await readFile(path))
  expect((await restored()).restored).toMatchObject({
    people: 1,
    guilds: 0,
    works: 0,
    files: 0,
    missing: [],
    keeps_secret: false,
  })
  expect(
    (await school.app.db.selectFrom('users').select('username').execute()).map(({ username }) => username),
  ).toEqual(['lin'])
})

test('of a restore and an administrator being made at once one wins, and of two restores', async () => {
  await Promise.all([bring(archive), bring(archive, another)])
  const all = await Promise.allSettled([
    school.send(restoreAdmin.begin, { key, upload }),
    school.send(restoreAdmin.begin, { key, upload: another }),
    school.send(setupAdmin.create, { ...filled, key }),
  ])
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await Promise.allSettled([
    school.send(restoreAdmin.look, { upload }),
    school.send(restoreAdmin.look, { upload: another }),
  ])
  const admins = await school.app.db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()
  expect(admins).toHaveLength(1)
})

test('a broken backup names what is wrong, nothing of it stays, and the school can still be set up', async () => {
  const [whole, changed] = [join(folder, 'whole.zip'), join(folder, 'changed.zip')]
  await writeFile(whole, archive)
  await withoutEntry(whole, changed, 'tables/users.jsonl', Buffer.from('[1]\n'))
  await bring(await readFile(changed))
  expect(await messageOf(restored())).toBe('没有恢复：数据表users与备份时不同')
  await isUsable()
})

test('a backup that fails half-way into the database leaves an empty school behind, ready for the next try', async () => {
  const [whole, twisted] = [join(folder, 'whole.zip'), join(folder, 'twisted.zip')]
  await writeFile(whole, archive)
  // A backup of an older version lacks what was added later.
  const migrations = written.migrations.slice(0, -1)
  const tables = written.tables.filter(({ name }) => name === 'users' || name === 'user_roles')
  const strange = {
    ...written,
    migrations,
    tables: tables.map((table) =>
      table.name === 'users' ? { ...table, columns: [...table.columns.slice(1), 'shoe_size'] } : table,
    ),
  }
  await withoutEntry(whole, twisted, 'manifest.json', Buffer.from(JSON.stringify(strange)))
  await bring(await readFile(twisted))
  expect(await messageOf(restored())).toMatch(/^没有恢复：服务器出了问题/)
  expect(await migrate(school.app.database, { dataDir: school.app.config.dataDir, mode: 'off' })).toEqual([])
  await bring(archive, another)
  expect((await restored(another)).state).toBe('done')
}, 60_000)

test('what is no backup, or comes from a newer version, is refused at once and the link stays open', async () => {
  const [whole, other] = [join(folder, 'whole.zip'), join(folder, 'other.zip')]
  await writeFile(whole, archive)
  const withManifest = async (manifest: unknown) => {
    await withoutEntry(whole, other, 'manifest.json', Buffer.from(JSON.stringify(manifest)))
    await bring(await readFile(other))
    return messageOf(school.send(restoreAdmin.begin, { key, upload }))
  }
  await bring(Buffer.from('these are holiday pictures'))
  expect(await messageOf(school.send(restoreAdmin.begin, { key, upload }))).toBe('没有恢复：打不开，或者不是备份文件')
  expect(await withManifest({ format: 1, name: 'a package of something else' })).toBe('没有恢复：不是备份文件')
  expect(await withManifest({ ...written, format: 2 })).toMatch(/更新的版本/)
  expect(await withManifest({ ...written, version: '9.0.0', migrations: [...written.migrations, '9999-later'] })).toBe(
    '没有恢复：备份来自更新的版本9.0.0，请先升级',
  )
  await isUsable()
})

test('a part that comes twice or out of its turn changes nothing, and one that is too long is refused', async () => {
  const bytes = Buffer.alloc(3_000, 'a')
  await part(bytes.subarray(0, 1_000), 0, 3_000)
  expect(await part(bytes.subarray(0, 1_000), 0, 3_000)).toMatchObject({ data: { received: 1_000 } })
  expect(await part(bytes.subarray(2_000), 2_000, 3_000)).toMatchObject({ data: { received: 1_000 } })
  expect(await part(bytes, 1_000, 3_000)).toMatchObject({ code: 0, data: { reason: 'TOO_LARGE' } })
  expect(await part(bytes, 0, 2 ** 40, { id: another })).toMatchObject({ code: 0, data: { reason: 'TOO_LARGE' } })
})

test('without the key nobody brings or restores anything, and neither where somebody works already', async () => {
  expect(await part(archive, 0, archive.length, { by: 'guessed' })).toMatchObject({ data: { reason: 'SETUP_KEY' } })
  expect(await readdir(school.app.config.dataDir)).not.toContain('restore')
  await bring(archive)
  await expect(school.send(restoreAdmin.begin, { key: 'guessed', upload })).rejects.toMatchObject({
    reason: 'SETUP_KEY',
  })
  const student = await aUser(school.app.db)
  expect(await messageOf(school.send(restoreAdmin.begin, { key, upload }))).toMatch(/已经有账号/)
  await aUser(school.app.db, { roles: ['admin'] })
  await expect(school.send(restoreAdmin.begin, { key, upload })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  expect(await part(archive, 0, archive.length, { id: another })).toMatchObject({ data: { reason: 'NOT_FOUND' } })
  expect((await school.app.db.selectFrom('users').select('id').execute()).map(({ id }) => id)).toContain(student.id)
})

test('a link in use stays open while a large backup arrives', async () => {
  for (let at = 0; at < 3; at += 1) {
    school.clock.move(20 * 60_000)
    expect(await part(Buffer.alloc(10), at * 10, 100)).toMatchObject({ code: 1 })
  }
  expect(await school.send(setupAdmin.check, { key })).toMatchObject({ base_url: null })
})

/** What a restore whose process died leaves in the folder. */
const aDeadRestore = async () => {
  const { dataDir } = school.app.config
  const paths = restorePaths(dataDir, upload)
  for (const folder of [paths.folder, join(dataDir, 'restore')]) await mkdir(folder, { recursive: true })
  await writeFile(
    paths.owner,
    JSON.stringify({ host: hostname(), pid: spawnSync(process.execPath, ['--version']).pid }),
  )
  await incomingIn(dataDir).note(upload, { state: 'running', restored: null })
  return { ...paths, dataDir }
}

test('whoever waits for a restore whose process died before the rows came is told, and nothing of it is left', async () => {
  const { dataDir, moving } = await aDeadRestore()
  await bring(archive)
  await writeFile(moving, '')
  await mkdir(join(dataDir, 'files'))
  await writeFile(join(dataDir, 'files', 'left-behind'), 'half of it')
  expect(await messageOf(school.send(restoreAdmin.look, { upload }))).toMatch(/恢复到一半时服务器停了/)
  expect(await readdir(dataDir)).not.toContain('restoring')
  await isUsable()
})

test('a restore whose process died when the rows had come is finished for whoever waits, with the secret', async () => {
  const { app } = school
  const { dataDir } = app.config
  const path = join(folder, 'complete.zip')
  await writeFile(path, archive)
  await restore(path, { database: app.database, files: app.files, dataDir, hasOwnSecret: false })
  await rm(join(dataDir, 'secret'))
  const dead = await aDeadRestore()
  await writeFile(incomingIn(dataDir).pathOf(upload), archive)
  await writeFile(dead.secret, secret)
  await writeFile(dead.moving, '')
  await noteRestore(app.db, upload)
  const { state, restored: back } = await school.send(restoreAdmin.look, { upload })
  expect([state, back?.files]).toEqual(['done', written.files.length])
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(secret)
  expect(await readdir(dataDir)).not.toContain('restoring')
  expect((await app.files.list()[Symbol.asyncIterator]().next()).done).toBe(false)
  expect(await app.db.selectFrom('settings').select('key').where('key', '=', 'restore_underway').execute()).toEqual([])
})
