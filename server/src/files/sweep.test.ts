import { randomBytes } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { listStops } from '../removal.ts'
import type { Stored } from '../storage/file-store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aFile } from './factory.ts'
import { newFileKey } from './keys.ts'
import { fileRoutes } from './routes.ts'

const day = 24 * 3600_000

let school: School
beforeEach(async () => {
  school = await testApp({ features: [fileRoutes] })
})
afterEach(() => school.close())

const keysIn = async (stored: AsyncIterable<Stored>): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of stored) keys.push(key)
  return keys.toSorted()
}
const storedKeys = () => keysIn(school.app.files.list())
const trashedKeys = () => keysIn(school.app.files.trash())

/** Bytes of the store that were put there two days ago. */
const aged = async (key: string) => {
  const path = join(school.app.config.dataDir, 'files', key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, randomBytes(8))
  const then = new Date(school.clock.now() - 2 * day)
  await utimes(path, then, then)
  return key
}
const many = (count: number) => Promise.all(Array.from({ length: count }, () => aged(newFileKey())))

test('the sweep of a database without users removes no file, even with an administrator’s approval', async () => {
  const keys = (await many(101)).toSorted()
  await school.app.jobs.run('files.sweep')
  await school.app.removal.goOn('files.sweep', 101, null)
  await school.app.jobs.run('files.sweep')
  expect([await storedKeys(), await trashedKeys()]).toEqual([keys, []])
})

test('the sweep removes nothing if most files are unknown to the database, until an administrator approves', async () => {
  const { app } = school
  const { id: owner_id } = await aUser(app.db)
  const keys = await many(101)
  await aFile(app.db, { owner_id, upload_id: keys[0]! })
  await app.jobs.run('files.sweep')
  expect(await trashedKeys()).toEqual([])
  expect(await listStops(app.db)).toMatchObject([{ name: 'files.sweep', wanted: 100, total: 101 }])
  await app.removal.goOn('files.sweep', 100, owner_id)
  await app.jobs.run('files.sweep')
  expect([await storedKeys(), await trashedKeys()]).toEqual([[keys[0]], keys.slice(1).toSorted()])
})

test('the approval of an administrator is valid for a day', async () => {
  const { app } = school
  const { id } = await aUser(app.db)
  await many(30)
  await app.jobs.run('files.sweep')
  await app.removal.goOn('files.sweep', 30, id)
  school.clock.move(day + 1)
  await app.jobs.run('files.sweep')
  expect([(await storedKeys()).length, await listStops(app.db)]).toMatchObject([30, [{ wanted: 30 }]])
})

test('what lies in the trash comes back when a row points to it again, and is gone after 30 days otherwise', async () => {
  const { app } = school
  const { id: owner_id } = await aUser(app.db)
  const [wanted, unwanted] = [await aged(newFileKey()), await aged(newFileKey())]
  await app.jobs.run('files.sweep')
  expect(await trashedKeys()).toEqual([wanted, unwanted].toSorted())
  // The rows of the previous day were restored.
  await aFile(app.db, { owner_id, upload_id: wanted })
  await app.jobs.run('files.sweep')
  expect([await storedKeys(), await trashedKeys()]).toEqual([[wanted], [unwanted]])
  school.clock.move(30 * day)
  await app.jobs.run('files.sweep')
  expect(await trashedKeys()).toEqual([unwanted])
  school.clock.move(1)
  await app.jobs.run('files.sweep')
  expect([await storedKeys(), await trashedKeys()]).toEqual([[wanted], []])
})

test('files that say they belong to another installation are left alone while the server runs', async () => {
  const { app } = school
  await aUser(app.db)
  await app.db.insertInto('installation').values({ one: 1, name: 'ours' }).execute()
  await app.files.setInstallation('theirs')
  const key = await aged(newFileKey())
  await app.jobs.run('files.sweep')
  expect(await storedKeys()).toEqual([key])
  await app.files.setInstallation('ours')
  await app.jobs.run('files.sweep')
  expect(await trashedKeys()).toEqual([key])
})

test('an upload over a slow line goes on for days, and is given up once nothing of it has arrived for a day', async () => {
  const { app } = school
  const { id: owner_id } = await aUser(app.db)
  const { id } = await aFile(app.db, { owner_id, status: 'uploading', created_at: school.clock.now() - 2 * day })
  const path = join(app.config.dataDir, 'uploads', String(id))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, randomBytes(8))
  const begun = new Date(school.clock.now() - 2 * day)
  const anHourAgo = new Date(school.clock.now() - day / 24)
  const isThere = async () => {
    await app.jobs.run('files.uploads')
    return (await app.db.selectFrom('files').select('id').execute()).length === 1
  }
  await utimes(path, begun, anHourAgo)
  expect(await isThere()).toBe(true)
  school.clock.move(day)
  expect(await isThere()).toBe(false)
})
