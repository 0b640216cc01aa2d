import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { localFileStore } from '../storage/file-store.ts'
import type { Step } from '../steps.ts'
import { testApp } from '../testing/test-app.ts'
import { emptyDatabase } from '../testing/test-database.ts'
import { restore } from './restore.ts'
import { writeArchive } from './write-archive.ts'

const collected = () => {
  const steps: Step[] = []
  const of = (what: Step['what']) => steps.filter((step) => step.what === what)
  return { tell: (step: Step) => void steps.push(step), of }
}

test('whoever backs up or restores a school is told of its rows and of each file, and of how many there are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tongchuang-steps-'))
  const school = await testApp()
  const elsewhere = await emptyDatabase()
  const { app, clock } = school
  const { dataDir } = app.config
  const lin = await aUser(app.db, { roles: ['admin'] })
  for (let n = 0; n < 3; n += 1)
    await aFile(app.db, { owner_id: lin.id }, { files: app.files, bytes: Buffer.from(`第${n}份`) })

  const path = join(folder, 'school.zip')
  const backup = collected()
  const { tables } = await writeArchive(path, {
    ...app,
    ...{ dataDir, version: '1.0.0', site_name: '第一中学', now: clock.now(), tell: backup.tell },
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  expect(backup.of('rows').at(-1)).toEqual({ what: 'rows', done: rows, of: null })
  expect(backup.of('files')).toEqual([0, 1, 2].map((done) => ({ what: 'files', done, of: 3 })))

  const back = collected()
  const files = localFileStore(join(folder, 'files'))
  await restore(path, { database: elsewhere, files, dataDir: folder, hasOwnSecret: false, tell: back.tell })
  expect(back.of('checked').at(-1)).toEqual({
    what: 'checked',
    done: tables.length + 2,
    of: tables.length + 3,
  })
  expect(back.of('files')).toEqual([0, 1, 2].map((done) => ({ what: 'files', done, of: 3 })))
  expect(back.of('rows').at(-1)).toEqual({ what: 'rows', done: rows, of: rows })
  await Promise.all([school.close(), elsewhere.close()])
  await rm(folder, { recursive: true, force: true })
})
