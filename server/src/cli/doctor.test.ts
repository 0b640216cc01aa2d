import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLastMigration } from '../testing/last-migration.ts'
import { openTerminal, type Terminal } from '../testing/terminal.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { doctor } from './doctor.ts'

let database: TestDatabase
let terminal: Terminal
beforeEach(async () => {
  database = await freshDatabase()
  terminal = await openTerminal()
  terminal.enter(database)
})
afterEach(async () => {
  await terminal.close()
  await database.close()
})

test('an operator who runs an old version on the database of a newer one reads that once', async () => {
  await sql`insert into migrations (name, at) values ('9999-future', 0)`.execute(database.db)
  const found = await doctor.run([])
  // Another test gets the same database.
  await sql`delete from migrations where name = '9999-future'`.execute(database.db)
  expect(found).toBe(1)
  const wrong = terminal
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('✗') && line.includes('9999-future'))
  expect(wrong).toEqual([expect.stringContaining('结构')])
})

test('between fetching a new version and starting it, an upgrade is what comes next and nothing that is wrong', async () => {
  const last = await takeLastMigration(database.db)
  await doctor.run([])
  await last.putBack()
  const printed = terminal.printed().split('\n')
  const about = (word: string) => printed.find((line) => line.includes(word)) ?? ''
  expect(about('下次启动时升级1步')).toContain('✓')
  const later = printed.filter((line) => line.includes('下次启动升级后再检查'))
  expect(later.length).toBeGreaterThanOrEqual(2)
  for (const line of later) expect(line).not.toContain('✗')
  expect(printed.join('\n')).not.toContain('MIGRATE')
})
