import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { lockFile } from '../file-lock.ts'
import { aFile } from '../files/factory.ts'
import { localFileStore } from '../storage/file-store.ts'
import { terminal as environment } from '../testing/server-process.ts'
import { openTerminal, type Terminal } from '../testing/terminal.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { backup } from './backup.ts'

let terminal: Terminal
let school: TestDatabase
beforeEach(async () => {
  terminal = await openTerminal()
  school = await freshDatabase()
  terminal.enter(school)
})
afterEach(async () => {
  await terminal.close()
  await school.close()
})

const hourAgo = new Date(Date.now() - 2 * 3_600_000)
const there = async () => (await readdir(terminal.folder)).filter((name) => name !== 'data').toSorted()

test('what a killed backup to a place of its own has left is gone with the next one there, and nothing else', async () => {
  const { DATA_DIR: dataDir = '' } = process.env
  const files = localFileStore(join(dataDir, 'files'))
  const lin = await aUser(school.db)
  for (let n = 0; n < 40; n += 1)
    await aFile(school.db, { owner_id: lin.id }, { files, bytes: Buffer.alloc(500_000, n) })
  const old = join(terminal.folder, 'school-2026-11-27.zip')
  const dying = spawn(process.execPath, [join(import.meta.dirname, '../cli.ts'), 'backup', old], {
    env: { ...environment, DATA_DIR: dataDir },
  })
  while (!existsSync(`${old}.part`) && dying.exitCode === null) await pause(1)
  dying.kill('SIGKILL')
  await once(dying, 'close')
  expect(await there()).toEqual(['school-2026-11-27.zip.lock', 'school-2026-11-27.zip.part'])

  // Somebody else’s files, and a backup that another command writes at this moment.
  for (const name of ['film.mkv.part', 'film.mkv.lock', 'other.part'])
    await writeFile(join(terminal.folder, name), 'of others')
  await writeFile(join(terminal.folder, 'slow.zip.part'), '')
  const release = lockFile(join(terminal.folder, 'slow.zip.lock'))
  for (const name of await there()) await utimes(join(terminal.folder, name), hourAgo, hourAgo)

  expect(await backup.run([join(terminal.folder, 'school-2026-11-29.zip')])).toBe(0)
  expect(await there()).toEqual([
    ...['film.mkv.lock', 'film.mkv.part', 'other.part', 'school-2026-11-29.zip', 'slow.zip.lock', 'slow.zip.part'],
  ])
  expect(terminal.printed()).toContain('school-2026-11-27.zip.part')
  release?.()
})
