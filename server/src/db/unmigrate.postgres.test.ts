import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../testing/test-database.ts'
import { untilWaiting } from '../testing/waiting-for-locks.ts'
import { unmigrate } from './migrate.ts'
import { openDatabase } from './open.ts'

test('the tables of a restore that failed go once whoever reads one is done, however long that takes', async () => {
  const reader = await freshDatabase()
  const restoring = await openDatabase({ url: reader.url, dataDir: '', timeoutMs: 300 })
  const reading = await reader.db.startTransaction().execute()
  await reading.selectFrom('settings').select('key').execute()
  const removing = unmigrate(restoring)
  await untilWaiting(reader.db, 1)
  await sql`select pg_sleep(0.8)`.execute(reading)
  await reading.commit().execute()
  await removing
  const { rows } = await sql`select 1 from pg_tables where schemaname = current_schema()`.execute(reader.db)
  expect(rows).toEqual([])
  await restoring.close()
  await reader.close()
})
