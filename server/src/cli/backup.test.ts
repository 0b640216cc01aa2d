import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { openTerminal, type Terminal } from '../testing/terminal.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { backup, backupCheck, restore } from './backup.ts'

let terminal: Terminal
let school: TestDatabase
let elsewhere: TestDatabase
beforeEach(async () => {
  terminal = await openTerminal()
  ;[school, elsewhere] = [await freshDatabase(), await emptyDatabase()]
})
afterEach(async () => {
  await terminal.close()
  await Promise.all([school.close(), elsewhere.close()])
})

test('a school is backed up, checked and restored elsewhere from the terminal, and not over another school', async () => {
  const file = join(terminal.folder, 'school.zip')
  await aUser(school.db, { username: 'lin' })
  terminal.enter(school, 'here')
  expect([await backup.run([file]), await backupCheck.run([file])]).toEqual([0, 0])
  expect(await restore.run([file])).toBe(1)
  expect(terminal.printed()).toMatch(/✗ 这里已经有账号或文件/)
  terminal.enter(elsewhere, 'there')
  expect(await restore.run([file])).toBe(0)
  expect((await elsewhere.db.selectFrom('users').select('username').executeTakeFirst())?.username).toBe('lin')
})

test('a file that is no backup is refused as such', async () => {
  const file = join(terminal.folder, 'photos.zip')
  await writeFile(file, 'not a zip')
  terminal.enter(elsewhere, 'there')
  expect([await backupCheck.run([file]), await restore.run([file]), await restore.run([])]).toEqual([1, 1, 1])
  expect(terminal.printed().match(/不是备份文件/g)).toHaveLength(2)
})
