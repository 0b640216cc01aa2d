import { stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { logBytes } from '../db/shrink-log.ts'
import { testApp } from '../testing/test-app.ts'

test('the write-ahead log that grew during a long read is truncated afterwards', async () => {
  const school = await testApp()
  const { db, database, jobs } = school.app
  const path = database.path!
  const size = async () => (await stat(`${path}-wal`)).size
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('begin')
  reader.prepare('select count(*) from settings').get()
  for (let n = 0; n < 20; n += 1)
    await db
      .insertInto('settings')
      .values({ key: `long ${n}`, value: JSON.stringify('x'.repeat(2 ** 20)) })
      .execute()
  expect(await size()).toBeGreaterThan(logBytes)
  await jobs.run('database.log')
  const whileRead = await size()
  reader.close()
  await jobs.run('database.log')
  expect([whileRead > logBytes, (await size()) < 100_000]).toEqual([true, true])
  expect(await db.selectFrom('settings').select('key').where('key', 'like', 'long %').execute()).toHaveLength(20)
  await school.close()
})
