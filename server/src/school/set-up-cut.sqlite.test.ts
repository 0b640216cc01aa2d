import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setupAdmin } from '@tongchuang/contract/setup.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { newSetupKey } from '../setup-link.ts'
import { sendTo, startProcess, type ServerProcess } from '../testing/server-process.ts'

let folder: string
let server: ServerProcess | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'set-up-'))
  server = null
})
afterEach(async () => {
  await server?.cut()
  rmSync(folder, { recursive: true, force: true })
})

/** How many administrators and sample people the file has, as another process reads it. */
const inFile = (file: string): { admins: number; sample: number } => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const count = (from: string) => Number(database.prepare(`select count(*) as n from ${from}`).get()?.n)
    return { admins: count("user_roles where role = 'admin'"), sample: count('users where demo') }
  } finally {
    database.close()
  }
}

test('a server that is killed while it sets a school up with the sample has not made an administrator without it', async () => {
  server = await startProcess(folder, { LOG_LEVEL: 'fatal' })
  const dataDir = join(folder, 'data')
  const file = join(dataDir, 'app.db')
  const database = await openDatabase({ url: null, dataDir })
  const key = await newSetupKey(database.db, Date.now())
  await database.close()
  const creating = sendTo(server.url)(setupAdmin.create, {
    key,
    site_name: '春晖中学',
    username: 'headmaster',
    password: 'a tall old ginkgo',
    rankings: 'mine',
    school_kind: 'minors',
    sample: true,
  }).catch(() => undefined)
  await expect.poll(() => inFile(file).admins, { timeout: 60_000, interval: 5 }).toBe(1)
  await server.cut()
  await creating
  expect(inFile(file).sample).toBeGreaterThan(0)
})
