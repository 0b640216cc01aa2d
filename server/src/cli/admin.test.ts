import { afterEach, beforeEach, expect, test } from 'vitest'
import { isPassword } from '../accounts/passwords.ts'
import { authenticate } from '../accounts/sessions.ts'
import { aSession, aUser } from '../accounts/factory.ts'
import { findByLogin, rolesOf } from '../accounts/store.ts'
import { MigrationsWaiting } from '../db/errors.ts'
import { hashToken } from '../http/session.ts'
import { takeLastMigration } from '../testing/last-migration.ts'
import { openTerminal, type Terminal } from '../testing/terminal.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { adminCreate, adminList, adminResetPassword } from './admin.ts'
import { filesCompare } from './files.ts'

let database: TestDatabase
let terminal: Terminal
beforeEach(async () => {
  database = await freshDatabase()
  terminal = await openTerminal()
  terminal.enter(database)
})
afterEach(async () => {
  await terminal.close()
  await database.close()
})

const printedPassword = () => /密码 \/ password: +(\S+)/.exec(terminal.printed())?.[1] ?? ''

test('the terminal makes an administrator, once under each name', async () => {
  expect(await adminCreate.run(['principal', '--email', 'p@school.cn'])).toBe(0)
  const account = await findByLogin(database.db, 'p@school.cn')
  expect(await isPassword(printedPassword(), account?.password_hash)).toBe(true)
  expect([account?.must_change_password, await rolesOf(database.db, account!.id)]).toEqual([false, ['admin']])
  expect(await adminCreate.run(['Principal'])).toBe(1)
  expect(await adminCreate.run(['20260001'])).toBe(1)
  expect(await adminCreate.run(['other', '--email', 'none'])).toBe(1)
})

test('it gives anybody a new password, which ends their sessions and must be changed', async () => {
  const student = await aUser(database.db)
  const token = await aSession(database.db, student)
  expect(await adminResetPassword.run([student.username])).toBe(0)
  const account = await findByLogin(database.db, student.username)
  expect(await isPassword(printedPassword(), account?.password_hash)).toBe(true)
  expect(account?.must_change_password).toBe(true)
  expect(await authenticate(database.db, hashToken(token), Date.now())).toMatchObject({ ended_reason: 'staff' })
  expect([await adminResetPassword.run(['nobody']), await adminResetPassword.run([])]).toEqual([1, 1])
  const [event, ...more] = await database.db.selectFrom('events').select(['name', 'payload']).execute()
  expect([event?.name, more]).toEqual(['account.password_set', []])
  expect(JSON.parse(event?.payload ?? '')).toMatchObject({ user_id: student.id, by: 'staff' })
  expect(terminal.printed()).not.toContain('已停用')
})

test('whoever gets a new password for an account that was closed reads that nobody gets in by it yet', async () => {
  const { username } = await aUser(database.db, { status: 'disabled' })
  expect(await adminResetPassword.run([username])).toBe(0)
  expect(terminal.printed()).toMatch(/密码 \/ password: .*\n.*\n这个账号已停用/)
})

test('it lists staff with their roles, and no students', async () => {
  await aUser(database.db, { username: 'zhang', nickname: '张老师', roles: ['teacher', 'admin'], status: 'disabled' })
  await aUser(database.db, { username: 'lin' })
  expect(await adminList.run([])).toBe(0)
  expect(terminal.printed()).toMatch(/^zhang +张老师 {2}教师、管理员 {2}（已停用/)
  expect(terminal.printed()).not.toContain('lin')
})

test('whoever lists the staff of a school that has none reads so, and how to make an administrator', async () => {
  await aUser(database.db, { username: 'lin' })
  expect(await adminList.run([])).toBe(0)
  expect(terminal.printed()).toMatch(/^这里还没有管理员和老师。.*admin create \/ There are no administrators/)
})

test('whoever types a command in the wrong place reads that nobody is there, and a slip of the name is only that', async () => {
  expect(await adminResetPassword.run(['lin'])).toBe(1)
  expect(terminal.printed()).toMatch(/✗ 没有这个用户：lin。这个数据库里还没有人.*DATA_DIR/)
  await aUser(database.db, { username: 'lin' })
  expect(await adminResetPassword.run(['lim'])).toBe(1)
  expect(terminal.printed()).toMatch(/✗ 没有这个用户：lim \//)
})

test('a command typed between fetching a new version and starting it upgrades nothing under the version that still serves the school', async () => {
  await aUser(database.db, { username: 'zhang' })
  const last = await takeLastMigration(database.db)
  for (const command of [adminList, adminCreate, filesCompare])
    await expect(command.run([])).rejects.toThrow(MigrationsWaiting)
  await expect(adminResetPassword.run(['zhang'])).rejects.toThrow(MigrationsWaiting)
  await last.putBack()
})
