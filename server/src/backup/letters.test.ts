import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messages } from '@tongchuang/contract/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import type { Database } from '../db/open.ts'
import { notify } from '../messages/store.ts'
import { localFileStore } from '../storage/file-store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { emptyDatabase, type TestDatabase } from '../testing/test-database.ts'
import { withEntries } from './factory.ts'
import { tableEntry, type Manifest } from './manifest.ts'
import { restore } from './restore.ts'
import { writeArchive } from './write-archive.ts'

let school: School
let folder: string
let elsewhere: TestDatabase
let student: { id: number }
beforeEach(async () => {
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
  folder = await mkdtemp(join(tmpdir(), 'tongchuang-letters-'))
  elsewhere = await emptyDatabase()
  const { db, mail } = school.app
  student = await aUser(db, { email: 'lin@school.example', email_confirmed: true })
  await notify(db, {
    user_id: student.id,
    type: 'notice',
    kind: 'result.released',
    data: { task: '日记', decision: 'pass', score: 9, max: 10 },
    now: 1,
  })
  await mail.queue(db, { to: 'lin@school.example', subject: '回执', text: '收到了' })
})
afterEach(async () => {
  await school.close()
  await rm(folder, { recursive: true, force: true })
})

const sourceOf = (database: Database) => ({
  ...{ database, files: localFileStore(join(folder, 'files')), dataDir: folder, hasOwnSecret: true },
  ...{ version: '1.0.0', site_name: '第一中学', now: school.clock.now() },
})

/** A backup of an older version, which included the pending letters. */
const olderBackup = async (path: string, manifest: Manifest): Promise<string> => {
  const { db, database } = school.app
  const entries: Record<string, Buffer> = {}
  const tables = [...manifest.tables]
  for (const name of ['mail_outbox', 'notice_letters'] as const) {
    const rows = (await db.selectFrom(name).selectAll().execute()) as Record<string, unknown>[]
    const columns = Object.keys(rows[0] ?? {})
    const lines = Buffer.from(rows.map((row) => `${JSON.stringify(columns.map((column) => row[column]))}\n`).join(''))
    entries[tableEntry(name)] = lines
    tables.push({ name, columns, rows: rows.length, sha256: createHash('sha256').update(lines).digest('hex') })
  }
  expect(database.dialect).toBe(manifest.dialect)
  const older = join(folder, 'older.zip')
  await withEntries(path, older, {
    ...entries,
    'manifest.json': Buffer.from(JSON.stringify({ ...manifest, tables })),
  })
  return older
}

test.each(['of today', 'that has letters in it, of a version before'])(
  'a school restored from a backup %s sends no letter of that time once more; its notices are in the boxes',
  async (which) => {
    const { db } = school.app
    expect(await db.selectFrom('notice_letters').select('user_id').execute()).toHaveLength(1)
    const path = join(folder, 'school.zip')
    const manifest = await writeArchive(path, sourceOf(school.app.database))
    await restore(which === 'of today' ? path : await olderBackup(path, manifest), sourceOf(elsewhere))
    const restored = await testApp({ database: elsewhere, config: { smtpUrl: 'smtp://127.0.0.1:1' } })
    await restored.app.jobs.run('messages.letters')
    for (const table of ['mail_outbox', 'notice_letters'] as const)
      expect(await elsewhere.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect((await restored.as(student)(messages.list, {})).list).toHaveLength(1)
    await restored.close()
  },
)
