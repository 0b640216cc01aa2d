import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { readSettings } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { aFile } from '../files/factory.ts'
import { openSchool } from '../start.ts'
import { openStores } from '../storage/open-stores.ts'
import { emptyDatabase, type TestDatabase } from '../testing/test-database.ts'
import { missingObjects, objectVariables } from '../testing/test-objects.ts'
import { describeUnless } from '../testing/where-possible.ts'
import { runTyped } from './commands.ts'

let folder: string
let printed = ''
let databases: TestDatabase[]

/** Settings as an installation has them, with its database in its data folder. */
const inside = (database: TestDatabase, variables: Record<string, string>) => {
  vi.unstubAllEnvs()
  for (const [name, value] of Object.entries({
    BASE_URL: '',
    DATABASE_URL: '',
    LOG_LEVEL: 'silent',
    PORT: '0',
    ...variables,
  }))
    vi.stubEnv(name, value)
  vi.stubEnv('DATA_DIR', dirname(database.url.slice('sqlite:'.length)))
}
const config = () => prepareDataFolder(readSettings(process.env))
const start = async () => {
  const app = await openSchool(config())
  await app.http.close()
  await app.database.close()
}
const keysIn = async () =>
  (await Array.fromAsync((await openStores(config())).files.list())).map(({ key }) => key).toSorted()

/** A school that has been started, with a student and some files. */
const aSchool = async (variables: Record<string, string>) => {
  const database = await emptyDatabase()
  databases.push(database)
  inside(database, variables)
  await start()
  const { files } = await openStores(config())
  const { id: owner_id } = await aUser(database.db, { username: 'lin' })
  const rows = []
  for (const text of ['第一份', '第二份，长一点', '三'])
    rows.push(await aFile(database.db, { owner_id }, { files, bytes: Buffer.from(text) }))
  return { database, keys: rows.map(({ upload_id }) => upload_id).toSorted() }
}

describeUnless(missingObjects, 'a school whose files are in an object store', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tongchuang-objects-'))
    printed = ''
    databases = []
    for (const way of ['log', 'error'] as const)
      vi.spyOn(console, way).mockImplementation((text: string) => void (printed += `${text}\n`))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    for (const database of databases) await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('moves there from its folder and back again, whole, and is not started beside what was left', async () => {
    const { database, keys } = await aSchool({})
    const variables = await objectVariables()
    inside(database, variables)
    // Its files are not there yet.
    await expect(start()).rejects.toThrow(/NO_FILES/)
    expect(await runTyped(['files', 'move', 'store'])).toBe(0)
    expect(await keysIn()).toEqual(keys)
    await start()
    expect(await runTyped(['files', 'compare'])).toBe(0)
    // Who is not sure that it came to its end runs it again.
    expect([await runTyped(['files', 'move', 'store']), await keysIn()]).toEqual([0, keys])
    inside(database, {})
    await expect(start()).rejects.toThrow(/MOVED/)
    inside(database, variables)
    expect(await runTyped(['files', 'move', 'folder'])).toBe(0)
    await expect(start()).rejects.toThrow(/MOVED/)
    inside(database, {})
    await start()
    expect([await keysIn(), await runTyped(['files', 'compare'])]).toEqual([keys, 0])
  })

  test('is not moved into the store of another school, nor started beside it', async () => {
    const variables = await objectVariables()
    await aSchool(variables)
    const { database, keys } = await aSchool({})
    inside(database, variables)
    expect(await runTyped(['files', 'move', 'store'])).toBe(1)
    expect(printed).toMatch(/另一个安装/)
    await expect(start()).rejects.toThrow(/OTHER_INSTALLATION/)
    inside(database, {})
    expect(await keysIn()).toEqual(keys)
  })

  test('is backed up, restored into another bucket and into a folder, and refused where files are', async () => {
    const { database, keys } = await aSchool(await objectVariables())
    const file = join(folder, 'school.zip')
    expect([await runTyped(['backup', file]), await runTyped(['backup', 'check', file])]).toEqual([0, 0])
    expect(await runTyped(['restore', file])).toBe(1)
    for (const variables of [await objectVariables(), {}]) {
      const elsewhere = await emptyDatabase()
      databases.push(elsewhere)
      inside(elsewhere, variables)
      expect(await runTyped(['restore', file]), printed).toBe(0)
      await start()
      expect([await keysIn(), await runTyped(['files', 'compare'])]).toEqual([keys, 0])
    }
    // A database without anybody beside files that are there.
    const empty = await emptyDatabase()
    databases.push(empty)
    const { S3_BUCKET = '', ...others } = await objectVariables()
    inside(empty, { ...others, S3_BUCKET })
    const { files } = await openStores(config())
    await aFile(database.db, { owner_id: 1 }, { files, bytes: Buffer.from('别人的') })
    expect(await runTyped(['restore', file])).toBe(1)
    expect(printed).toMatch(/只能恢复到空的安装/)
    await expect(start()).rejects.toThrow(/EMPTY_DATABASE/)
  })

  test('is told what is wrong with its store, and nothing of its key', async () => {
    const variables = await objectVariables()
    await aSchool(variables)
    expect(await runTyped(['doctor'])).toBeLessThan(2)
    expect(printed).toContain(`✓ 文件存储 / file store: ${variables.S3_ENDPOINT} ${variables.S3_BUCKET}`)
    const wrong: [Record<string, string>, RegExp][] = [
      [{ S3_BUCKET: 'nobody-made-it' }, /✗ 文件存储.*S3_BUCKET/],
      [{ S3_SECRET_ACCESS_KEY: 'another' }, /✗ 文件存储.*S3_SECRET_ACCESS_KEY/],
      [{ S3_ENDPOINT: 'http://127.0.0.1:9' }, /✗ 文件存储.*S3_ENDPOINT/],
    ]
    for (const [change, said] of wrong) {
      printed = ''
      inside(databases[0]!, { ...variables, ...change })
      expect(await runTyped(['doctor'])).toBe(1)
      expect(printed).toMatch(said)
    }
    expect(await runTyped(['config', 'check'])).toBe(0)
    expect(printed).not.toContain(variables.S3_SECRET_ACCESS_KEY)
    expect(await readdir(folder)).toEqual([])
  })
})
