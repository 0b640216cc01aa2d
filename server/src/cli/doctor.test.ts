import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase, testDialect, type TestDatabase } from '../testing/test-database.ts'
import { doctor } from './doctor.ts'

let database: TestDatabase
let dataDir: string
let printed: string[]

beforeEach(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'tongchuang-cli-'))
  vi.stubEnv('DATA_DIR', testDialect === 'sqlite' ? join(database.url.replace('sqlite:', ''), '..') : dataDir)
  vi.stubEnv('BASE_URL', '')
  vi.stubEnv('DATABASE_URL', testDialect === 'sqlite' ? '' : database.url)
  printed = []
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((text: string) => void printed.push(...text.split('\n')))
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('between fetching a new version and starting it, an upgrade is what comes next and nothing that is wrong', async () => {
  await sql`delete from migrations where name = (select max(name) from migrations)`.execute(database.db)
  await doctor.run([])
  const about = (word: string) => printed.find((line) => line.includes(word)) ?? ''
  expect(about('下次启动时升级1步')).toContain('✓')
  const later = printed.filter((line) => line.includes('下次启动升级后再检查'))
  expect(later.length).toBeGreaterThanOrEqual(2)
  for (const line of later) expect(line).not.toContain('✗')
  expect(printed.join('\n')).not.toContain('MIGRATE')
})
