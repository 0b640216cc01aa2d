import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseInUse, serveAlone } from '../alone.ts'
import { aUser } from '../accounts/factory.ts'
import { openArchive } from '../backup/read-archive.ts'
import { readSettings } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { migrate } from '../db/migrate.ts'
import { aGuild } from '../guilds/factory.ts'
import { aRobot } from '../guilds/robots/factory.ts'
import { commandProblems } from '../start-problems.ts'
import { openTerminal, type Terminal } from '../testing/terminal.ts'
import { emptyDatabase, freshDatabase, testDialect, type TestDatabase } from '../testing/test-database.ts'
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
  // A log, which is no terminal, has the beginning and the end.
  expect(terminal.printed()).toMatch(/^· 备份到 .*school\.zip \/ backing up to .*\n✓ .*school\.zip\n {2}.*\n✓ 备份完整/)
  expect(await restore.run([file])).toBe(1)
  expect(terminal.printed()).toMatch(/✗ 这里已经有账号或文件/)
  terminal.enter(elsewhere, 'there')
  expect(await restore.run([file])).toBe(0)
  expect((await elsewhere.db.selectFrom('users').select('username').executeTakeFirst())?.username).toBe('lin')
})

test('an operator who types backup where restore was meant still has the backup, and one who names another file has that', async () => {
  const file = join(terminal.folder, 'school.zip')
  for (let n = 0; n < 3; n += 1) await aUser(school.db)
  terminal.enter(school, 'here')
  expect(await backup.run([file])).toBe(0)
  // Overwrites its own backup, as every night.
  expect(await backup.run([file])).toBe(0)
  terminal.enter(elsewhere, 'there')
  await migrate(elsewhere, { dataDir: terminal.folder })
  await aUser(elsewhere.db, { roles: ['admin'] })
  const whole = await readFile(file)
  expect(await backup.run([file])).toBe(1)
  expect(terminal.printed()).toMatch(/✗ .*school\.zip 里的备份有3人，这里只有1人.*restore/)
  expect(await readFile(file)).toEqual(whole)
  const other = join(terminal.folder, 'app.db')
  await writeFile(other, 'rows of a school')
  expect(await backup.run([other])).toBe(1)
  expect(await readFile(other, 'utf8')).toBe('rows of a school')
})

test('whoever restores is told of letters that are not sent any more, and of none where none waited', async () => {
  const file = join(terminal.folder, 'school.zip')
  const { id: user_id } = await aUser(school.db, { username: 'lin' })
  terminal.enter(school, 'here')
  await backup.run([file])
  terminal.enter(elsewhere, 'there')
  expect(await restore.run([file])).toBe(0)
  expect(terminal.printed()).not.toContain('等着发的邮件')
  const letter = { message_id: '<one@school>', recipient: 'lin@school.example', user_id, subject: '回执' }
  const times = { created_at: 0, failed_at: null, failed_reason: null }
  await school.db
    .insertInto('mail_outbox')
    .values({ ...letter, text: '收到了', ...times })
    .execute()
  terminal.enter(school, 'here')
  await backup.run([file])
  const third = await emptyDatabase()
  terminal.enter(third, 'third')
  expect(await restore.run([file])).toBe(0)
  expect(terminal.printed()).toMatch(/✓ 已恢复.*\n {2}那时等着发的邮件不再发/)
  await third.close()
})

test('a backup that is begun while another command still writes the same file is refused, and that one stays whole', async () => {
  const file = join(terminal.folder, 'school.zip')
  await aUser(school.db, { username: 'lin' })
  terminal.enter(school, 'here')
  const both = await Promise.all([backup.run([file]), backup.run([file])])
  expect(both.toSorted()).toEqual([0, 1])
  expect(terminal.printed()).toMatch(/✗ 另一个命令正在写 .*school\.zip/)
  expect([await backupCheck.run([file]), await backup.run([file])]).toEqual([0, 0])
  expect((await readdir(terminal.folder)).filter((name) => name.includes('school.zip'))).toEqual(['school.zip'])
})

test('an operator who names a backup that is not there, or a place where no file can be, reads which', async () => {
  terminal.enter(school, 'here')
  const absent = join(terminal.folder, 'absent.zip')
  const said = async (work: Promise<unknown>) => {
    const error = await work.catch((cause: unknown) => cause)
    return commandProblems(error).map(({ zh }) => zh)
  }
  expect(await said(backupCheck.run([absent]))).toEqual([`没有这个文件或文件夹：${absent}`])
  expect(await said(restore.run([absent]))).toEqual([`没有这个文件或文件夹：${absent}`])
  if (process.platform === 'linux')
    expect(await said(backup.run(['/proc/tongchuang/school.zip']))).toEqual([expect.stringContaining('/proc')])
})

test('a file that is no backup is refused as such', async () => {
  const file = join(terminal.folder, 'photos.zip')
  await writeFile(file, 'not a zip')
  terminal.enter(elsewhere, 'there')
  expect([await backupCheck.run([file]), await restore.run([file]), await restore.run([])]).toEqual([1, 1, 1])
  expect(terminal.printed().match(/不是备份文件/g)).toHaveLength(2)
})

if (testDialect === 'sqlite')
  test('a restore into the folder of a server that runs is refused: it would go on under the secret and the settings of the empty one', async () => {
    const file = join(terminal.folder, 'school.zip')
    await aUser(school.db, { username: 'lin' })
    terminal.enter(school, 'here')
    await backup.run([file])
    terminal.enter(elsewhere, 'there')
    const stop = serveAlone(elsewhere.path!)
    await expect(restore.run([file])).rejects.toThrow(DatabaseInUse)
    stop()
    expect(await restore.run([file])).toBe(0)
  })

const [old, other] = ['the secret of the school that was, long enough', 'another secret that an operator made up']

/** A school whose secret is the one that stands in its environment or, where there is none, the one in its folder. */
const withRobot = async () => {
  await aUser(school.db, { username: 'lin' })
  const { secret } = prepareDataFolder(readSettings(process.env))
  await aRobot(school.db, secret, { guild_id: (await aGuild(school.db)).id })
}

test('whoever restores under another SECRET reads at once what it does not open, and under the one of before nothing of it', async () => {
  const file = join(terminal.folder, 'school.zip')
  terminal.enter(school, 'here')
  vi.stubEnv('SECRET', old)
  await withRobot()
  expect(await backup.run([file])).toBe(0)
  terminal.enter(elsewhere, 'there')
  vi.stubEnv('SECRET', other)
  expect(await restore.run([file])).toBe(1)
  expect(terminal.printed()).toMatch(/✓ 已恢复.*\n✗ .*SECRET.*1个机器人/)
  const third = await emptyDatabase()
  terminal.enter(third, 'third')
  vi.stubEnv('SECRET', old)
  expect(await restore.run([file])).toBe(0)
  await third.close()
})

test('a school that never set SECRET opens everything where it is restored, with the secret that came along', async () => {
  const file = join(terminal.folder, 'school.zip')
  terminal.enter(school, 'here')
  await withRobot()
  expect(await backup.run([file])).toBe(0)
  terminal.enter(elsewhere, 'there')
  expect(await restore.run([file])).toBe(0)
})

test('a secret that lies in the data folder from before SECRET was set is in no backup: restored, it would open nothing', async () => {
  const file = join(terminal.folder, 'school.zip')
  terminal.enter(school, 'here')
  prepareDataFolder(readSettings(process.env))
  vi.stubEnv('SECRET', other)
  await withRobot()
  expect(await backup.run([file])).toBe(0)
  const archive = await openArchive(file)
  expect([archive.manifest.has_secret, await archive.secret()]).toEqual([false, null])
  archive.close()
})
