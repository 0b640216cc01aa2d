import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { OtherProgram } from '../db/errors.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { loadSample } from '../demo/load.ts'
import { aFile } from '../files/factory.ts'
import { notify } from '../messages/store.ts'
import { localFileStore } from '../storage/file-store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { emptyDatabase, testDialect } from '../testing/test-database.ts'
import { tableEntry, type Manifest } from './manifest.ts'
import { openArchive } from './read-archive.ts'
import { restore } from './restore.ts'
import { writeArchive } from './write-archive.ts'
import { withoutEntry } from './factory.ts'

let school: School
let folder: string
let archive: string
let written: Manifest

const sourceOf = (database: Database, dataDir: string) => ({
  database,
  files: localFileStore(join(dataDir, 'files')),
  dataDir,
  version: '1.0.0',
  site_name: '第一中学',
  now: school.clock.now(),
})

/** A folder for an unused installation. */
const emptyPlace = () => mkdtemp(join(folder, 'place-'))

/** The number of works the PostgreSQL planner assumes. */
const plannedRows = async ({ db }: Database): Promise<number | undefined> =>
  (await sql<{ rows: number }>`select reltuples as rows from pg_class where relname = 'submissions'`.execute(db))
    .rows[0]?.rows

const whatIs = ({ tables, files }: Manifest) => ({ tables, files })

beforeAll(async () => {
  school = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'tongchuang-backup-'))
  const { app } = school
  await loadSample(app, 'a password for everybody')
  const owner = await aUser(app.db, { nickname: '行\u2028分隔\u2029符 "引号" \\ 𠀀' })
  for (const text of ['第一份', '第二份，长一点'])
    await aFile(app.db, { owner_id: owner.id }, { files: app.files, bytes: Buffer.from(text) })
  await writeFile(join(app.config.dataDir, 'secret'), 'a secret that is long enough for it')
  archive = join(folder, 'school.zip')
  // Users keep working while the backup is made.
  let isDone = false
  const work = async () => {
    for (let n = 0; !isDone; n += 1)
      await notify(app.db, { user_id: owner.id, type: 'notice', kind: 'task.changed', data: { task: `${n}` }, now: n })
  }
  const busy = work()
  written = await writeArchive(archive, sourceOf(app.database, app.config.dataDir)).finally(() => {
    isDone = true
  })
  await busy
}, 60_000)
afterAll(async () => {
  await school.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a backup made while people work', () => {
  test('comes back with every row of every table, every file and the secret, and people log in', async () => {
    const [database, dataDir] = [await emptyDatabase(), await emptyPlace()]
    await restore(archive, { ...sourceOf(database, dataDir), hasOwnSecret: false })
    const again = await writeArchive(join(dataDir, 'again.zip'), sourceOf(database, dataDir))
    expect(whatIs(again)).toEqual(whatIs(written))
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('a secret that is long enough for it')
    expect(written.tables.find(({ name }) => name === 'submissions')?.rows).toBeGreaterThan(300)
    expect(written.files).toHaveLength(again.files.length)
    const restored = await testApp({ database })
    expect(
      await restored.send(accounts.login, { username: 'student', password: 'a password for everybody' }),
    ).toMatchObject({
      userinfo: { username: 'student' },
    })
    // New ids continue after the restored ones.
    expect((await aUser(database.db)).id).toBeGreaterThan(
      written.tables.find(({ name }) => name === 'users')?.rows ?? 0,
    )
    await restored.close()
  }, 60_000)

  test('moves to the other kind of database, unchanged', async () => {
    const dataDir = await emptyPlace()
    const database = await openDatabase({ url: null, dataDir, synchronous: 'off' })
    await restore(archive, { ...sourceOf(database, dataDir), hasOwnSecret: true })
    const moved = await writeArchive(join(dataDir, 'moved.zip'), sourceOf(database, dataDir))
    expect(moved.dialect).toBe('sqlite')
    expect(moved.tables).toEqual(written.tables)
    if (testDialect === 'postgres') {
      const back = await emptyDatabase()
      await restore(join(dataDir, 'moved.zip'), { ...sourceOf(back, await emptyPlace()), hasOwnSecret: true })
      expect(await plannedRows(back)).toBe(written.tables.find(({ name }) => name === 'submissions')?.rows)
      expect((await writeArchive(join(dataDir, 'back.zip'), sourceOf(back, dataDir))).tables).toEqual(written.tables)
      await back.close()
    }
    await database.close()
  }, 60_000)

  test('names what is missing or changed, and then nothing is restored', async () => {
    const [database, dataDir] = [await emptyDatabase(), await emptyPlace()]
    const [file] = written.files
    const lost = join(folder, 'lost.zip')
    await withoutEntry(archive, lost, `files/${file?.key}`)
    await expect(restore(lost, { ...sourceOf(database, dataDir), hasOwnSecret: false })).rejects.toMatchObject({
      problems: [{ zh: `缺少文件${file?.key}` }],
    })
    await withoutEntry(archive, lost, tableEntry('users'), Buffer.from('[1]\n'))
    await expect(restore(lost, { ...sourceOf(database, dataDir), hasOwnSecret: false })).rejects.toMatchObject({
      problems: [{ zh: '数据表users与备份时不同' }],
    })
    expect(await readdir(dataDir)).toEqual([])
    await database.close()
  })

  test('is refused where somebody already works', async () => {
    const { database, config } = school.app
    await expect(restore(archive, { ...sourceOf(database, config.dataDir), hasOwnSecret: true })).rejects.toMatchObject(
      {
        why: { en: /empty installation/ },
      },
    )
  })

  test('is refused in a database that another program uses, and what that has stays', async () => {
    const [database, dataDir] = [await emptyDatabase(), await emptyPlace()]
    await sql`create table lessons (id integer primary key, title text)`.execute(database.db)
    await sql`insert into lessons values (1, '第一课')`.execute(database.db)
    await expect(restore(archive, { ...sourceOf(database, dataDir), hasOwnSecret: false })).rejects.toThrow(
      OtherProgram,
    )
    const { rows } = await sql`select title from lessons`.execute(database.db)
    expect(rows).toEqual([{ title: '第一课' }])
    await database.close()
  })

  test('another zip, or half of a backup, is refused', async () => {
    const broken = join(folder, 'broken.zip')
    await writeFile(broken, 'PK')
    await expect(openArchive(broken)).rejects.toMatchObject({
      name: 'Error',
      problems: [{ zh: expect.stringContaining('不是备份文件') }],
    })
  })
})
