import { mkdir, readdir, readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import type { Database } from '../db/open.ts'
import { aFile } from '../files/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { emptyDatabase, type TestDatabase } from '../testing/test-database.ts'
import { noteRestore } from './store.ts'
import { beginRestore, noteMoving, restorePaths, settleRestores, unpackSecret } from './under-way.ts'

let school: School
let dataDir: string
let empty: TestDatabase
beforeEach(async () => {
  school = await testApp()
  dataDir = school.app.config.dataDir
  empty = await emptyDatabase()
})
afterEach(async () => {
  await empty.close()
  await school.close()
})

const id = '5f0c1f3e-8a55-4a6b-9a5a-6d0f9b6b1c11'
const secret = 'the secret of the school that was, long enough'
const settleWith = (database: Database) =>
  settleRestores({ database, files: school.app.files, dataDir, hasOwnSecret: false })

/** A restore into the school’s database that died on its way: with `moving`, it had come to its files. */
const dead = async ({ moving }: { moving: boolean }): Promise<void> => {
  const end = await beginRestore({ database: school.app.database, dataDir }, id, '2026-11-30')
  end()
  await mkdir(restorePaths(dataDir, id).files, { recursive: true })
  await unpackSecret(dataDir, id, Buffer.from(secret))
  if (moving) await noteMoving(dataDir, id)
}

test('a start with another, empty database removes neither the files nor the secret of a restore that only lacked its last steps', async () => {
  const { db, files } = school.app
  const photo = await aFile(db, { owner_id: (await aUser(db)).id }, { files, bytes: Buffer.from('照片') })
  await dead({ moving: true })
  await noteRestore(db, id)
  expect(await settleWith(empty)).toEqual([])
  expect(await files.look(photo.upload_id)).not.toBeNull()
  expect(await settleWith(school.app.database)).toEqual(['2026-11-30'])
  expect(await readFile(`${dataDir}/secret`, 'utf8')).toBe(secret)
  expect(await readdir(dataDir)).not.toContain('restoring')
})

test('a start with any database removes what a restore left that had not come to its files', async () => {
  await dead({ moving: false })
  expect(await settleWith(empty)).toEqual([])
  expect(await readdir(dataDir)).not.toContain('restoring')
})
