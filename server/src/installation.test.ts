import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from './accounts/factory.ts'
import { aFile } from './files/factory.ts'
import { adopt, checkInstallation, movedAway, WrongInstallation, type Installation } from './installation.ts'
import { startProblems } from './start-problems.ts'
import { localFileStore } from './storage/file-store.ts'
import { freshDatabase, type TestDatabase } from './testing/test-database.ts'

let school: TestDatabase
let other: TestDatabase
let dataDir: string
beforeEach(async () => {
  ;[school, other] = [await freshDatabase(), await freshDatabase()]
  dataDir = await mkdtemp(join(tmpdir(), 'tongchuang-installation-'))
})
afterEach(async () => {
  await Promise.all([school.close(), other.close()])
  await rm(dataDir, { recursive: true, force: true })
})

const installationOf = (database: TestDatabase, folder = dataDir): Installation => ({
  database,
  dataDir: folder,
  files: localFileStore(join(folder, 'files')),
})
const start = (database: TestDatabase, folder?: string) =>
  checkInstallation(installationOf(database, folder)).then(
    () => 'started',
    (error: unknown) => (error instanceof WrongInstallation ? error.mismatch : error),
  )
const idIn = async ({ db }: TestDatabase) =>
  (await db.selectFrom('installation').select('name').executeTakeFirst())?.name

/** A school with three works, as it stood before anything said which installation it is. */
const aSchoolWithWorks = async (database: TestDatabase, folder = dataDir) => {
  const { id: owner_id } = await aUser(database.db)
  for (const text of ['一', '二', '三'])
    await aFile(database.db, { owner_id }, { files: localFileStore(join(folder, 'files')), bytes: Buffer.from(text) })
}

test('a new installation gets one id on all sides, and three processes that start at once agree on it', async () => {
  expect(await Promise.all([start(school), start(school), start(school)])).toEqual(['started', 'started', 'started'])
  const id = await idIn(school)
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(await localFileStore(join(dataDir, 'files')).installation()).toBe(id)
  expect(await start(school)).toBe('started')
  expect(await idIn(school)).toBe(id)
})

test('a school from before starts and gets its id, because its database knows the files', async () => {
  await aSchoolWithWorks(school)
  expect(await start(school)).toBe('started')
  expect(await localFileStore(join(dataDir, 'files')).installation()).toBe(await idIn(school))
})

test('whoever starts where files were moved from, or to before all had arrived, is told of the move', async () => {
  await aSchoolWithWorks(school)
  expect(await start(school)).toBe('started')
  const files = localFileStore(join(dataDir, 'files'))
  await files.setInstallation(movedAway((await files.installation()) ?? ''))
  expect(await start(school)).toBe('MOVED')
  const [told] = startProblems(new WrongInstallation('MOVED'))
  // Adopting a half of the files as the whole would be wrong.
  expect(told?.zh).toContain('files move store')
  expect(told?.zh).not.toContain('adopt')
  await files.setInstallation(movedAway('another'))
  expect(await start(school)).toBe('OTHER_INSTALLATION')
})

test('an empty database beside the files of a school does not start, and nothing is changed', async () => {
  await aSchoolWithWorks(school)
  expect(await start(other)).toBe('EMPTY_DATABASE')
  await start(school)
  expect(await start(other)).toBe('EMPTY_DATABASE')
  expect([await idIn(other), await start(school)]).toEqual([undefined, 'started'])
})

test('the database of another school does not start beside these files, whether it has said who it is or not', async () => {
  await aSchoolWithWorks(school)
  await aUser(other.db)
  expect(await start(other)).toBe('UNKNOWN_FILES')
  await start(school)
  expect(await start(other)).toBe('UNKNOWN_FILES')
  const elsewhere = join(dataDir, 'elsewhere')
  expect(await start(other, elsewhere)).toBe('started')
  expect(await start(other)).toBe('OTHER_INSTALLATION')
  expect(await start(school)).toBe('started')
})

test('a school on a new machine starts with its files and not without them', async () => {
  await aSchoolWithWorks(school)
  await start(school)
  const machine = await mkdtemp(join(dataDir, 'machine-'))
  expect(await start(school, machine)).toBe('NO_FILES')
  expect(await readdir(machine)).toEqual([])
  await rm(join(dataDir, 'installation'))
  await rm(join(dataDir, 'files', '.installation'))
  expect(await start(school)).toBe('started')
})

test('files of a restore that lost its mark are known by their rows; strange ones are not taken over', async () => {
  await aSchoolWithWorks(school)
  await start(school)
  await rm(join(dataDir, 'files', '.installation'))
  expect(await start(school)).toBe('started')
  await rm(join(dataDir, 'files'), { recursive: true })
  await mkdir(join(dataDir, 'files', 'ab'), { recursive: true })
  await writeFile(join(dataDir, 'files', 'ab', 'strange'), 'x')
  expect(await start(school)).toBe('UNKNOWN_FILES')
})

test('an operator can confirm that database and files belong together, and the start goes on', async () => {
  await aSchoolWithWorks(school)
  await start(school)
  await aUser(other.db)
  expect(await start(other)).toBe('UNKNOWN_FILES')
  expect(await adopt(installationOf(other))).toMatchObject({ stored: 3, known: 0 })
  expect([await start(other), await start(school)]).toEqual(['started', 'OTHER_INSTALLATION'])
})
