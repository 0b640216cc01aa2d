import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { compiled } from './compiled.ts'
import { openDatabase, type Database } from './open.ts'
import { clientConfig } from './postgres-client.ts'
import { presentAs } from './presence.ts'

let school: TestDatabase
let opened: Database
beforeEach(async () => {
  school = await freshDatabase()
})
afterEach(async () => {
  await opened.close()
  await school.close()
})

/** The same school by an address to which its operator has added something. */
const openWith = async (name: string, value: string): Promise<Database> => {
  const url = new URL(school.url)
  url.searchParams.set(name, value)
  return openDatabase({ url: url.href, dataDir: '', onError: () => {} })
}

const asked = compiled<Record<string, never>, { path: string; mode: string; whole: string }>((db) =>
  db.selectNoFrom(() => [
    sql<string>`current_setting('search_path')`.as('path'),
    sql<string>`current_setting('plan_cache_mode')`.as('mode'),
    sql<string>`current_setting('enable_seqscan')`.as('whole'),
  ]),
)

test('an operator who names a schema in the address has it on every connection, and pages are read as fast as without', async () => {
  opened = await openWith('options', '-c search_path=guild,public')
  expect(await asked(opened.db, {})).toEqual([{ path: 'guild,public', mode: 'force_generic_plan', whole: 'off' }])
  const { rows } = await sql`show search_path`.execute(opened.db)
  expect(rows).toEqual([{ search_path: 'guild,public' }])
})

test('where an operator gives connections a name of their own in the address, a process that serves is still seen', async () => {
  opened = await openWith('application_name', 'tongchuang at the district')
  await opened.listen('live', () => {})
  expect(await presentAs(school.db, 'serving')).toHaveLength(1)
})

test('where the server keeps transactions to what they saw first, a change is still built on what a lock waited for', async () => {
  opened = await openWith('options', '-c default_transaction_isolation=repeatable\\ read')
  await school.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>()
  const { promise: isSaved, resolve: saved } = Promise.withResolvers<void>()
  const look = opened.db.transaction().execute(async (db) => {
    await db.selectFrom('settings').selectAll().execute()
    begun()
    await isSaved
    return db.selectFrom('settings').select('value').where('key', '=', 'a').forUpdate().executeTakeFirst()
  })
  await hasBegun
  await school.db.updateTable('settings').set({ value: '2' }).where('key', '=', 'a').execute()
  saved()
  expect(await look).toEqual({ value: '2' })
})

test('an operator who asks for an encrypted connection reads no page of warnings of a library before each answer', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  opened = await openWith('sslmode', 'require')
  // The server of the tests has no certificate, and is not spoken to without one.
  await expect(sql`select 1`.execute(opened.db)).rejects.toThrow()
  // It would warn at the first address of a process only.
  expect(warned.mock.calls).toEqual([])
  expect(clientConfig('postgres://db/school?sslmode=require', 1).connectionString).toContain('sslmode=verify-full')
  warned.mockRestore()
})
