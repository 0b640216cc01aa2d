import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { backup, backupCheck, restore } from './backup.ts'

let folder: string
let school: TestDatabase
let elsewhere: TestDatabase
let printed = ''

/** Runs commands as an installation with this database and folder does. */
const inside = (database: TestDatabase, dataDir: string) => {
  const isFile = database.dialect === 'sqlite'
  vi.stubEnv('BASE_URL', '')
  vi.stubEnv('DATA_DIR', isFile ? dirname(database.url.slice('sqlite:'.length)) : join(folder, dataDir))
  vi.stubEnv('DATABASE_URL', isFile ? '' : database.url)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tongchuang-cli-'))
  ;[school, elsewhere] = [await freshDatabase(), await emptyDatabase()]
  printed = ''
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((text: string) => void (printed += `${text}\n`))
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await Promise.all([school.close(), elsewhere.close()])
  await rm(folder, { recursive: true, force: true })
})

test('a school is backed up, checked and restored elsewhere from the terminal, and not over another school', async () => {
  const file = join(folder, 'school.zip')
  await aUser(school.db, { username: 'lin' })
  inside(school, 'here')
  expect([await backup.run([file]), await backupCheck.run([file])]).toEqual([0, 0])
  expect(await restore.run([file])).toBe(1)
  expect(printed).toMatch(/✗ 这里已经有账号或文件/)
  inside(elsewhere, 'there')
  expect(await restore.run([file])).toBe(0)
  expect((await elsewhere.db.selectFrom('users').select('username').executeTakeFirst())?.username).toBe('lin')
})

test('a file that is no backup is refused as such', async () => {
  const file = join(folder, 'photos.zip')
  await writeFile(file, 'not a zip')
  inside(elsewhere, 'there')
  expect([await backupCheck.run([file]), await restore.run([file]), await restore.run([])]).toEqual([1, 1, 1])
  expect(printed.match(/不是备份文件/g)).toHaveLength(2)
})
