import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { accounts } from '@tongchuang/contract/accounts.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { samplePassword as password } from '../sample-password.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aSession, aUser } from './factory.ts'
import { sweepAccounts } from './sweep-store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const fresh = 'a fresh one 77'
const logIn = async (username: string, word = password) => {
  const { userinfo } = await school.send(accounts.login, { username, password: word })
  return { token: userinfo.token, send: school.with(userinfo.token) }
}
/** `in`, or the code a session call is refused with. */
const codeOf = (send: Send, call: typeof accounts.devices | typeof profile.get = accounts.devices) =>
  send(call).then(
    () => 'in',
    (error: { code: number; reason: string }) => `${error.code} ${error.reason}`,
  )

test('every log-in has a token of its own, of which only a hash is kept', async () => {
  const student = await aUser(school.app.db)
  const [one, two] = [await logIn(student.username), await logIn(student.username)]
  expect(one.token).not.toBe(two.token)
  expect(one.token.length).toBeGreaterThanOrEqual(43)
  const rows = await school.app.db.selectFrom('sessions').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain(one.token)
})

test('logging out ends that session at once; doing it again, or without one, answers the same', async () => {
  const student = await aUser(school.app.db)
  const [here, there] = [await logIn(student.username), await logIn(student.username)]
  expect(await here.send(accounts.logout)).toEqual({})
  expect([await codeOf(here.send), await codeOf(there.send)]).toEqual(['50008 NO_SESSION', 'in'])
  expect([await here.send(accounts.logout), await school.send(accounts.logout)]).toEqual([{}, {}])
})

test('after a day a session has expired and says so', async () => {
  const student = await aUser(school.app.db)
  const { send } = await logIn(student.username)
  school.clock.move(24 * 3_600_000 - 1)
  expect(await codeOf(send)).toBe('in')
  school.clock.move(1)
  expect(await codeOf(send)).toBe('50014 EXPIRED')
})

test('each site refuses the other’s sessions', async () => {
  const teacher = await aUser(school.app.db, { roles: ['student', 'teacher'] })
  const admin = school.with(
    await aSession(school.app.db, teacher, { audience: 'admin', role: 'teacher', now: school.clock.now() }),
  )
  expect(await codeOf(admin)).toBe('50008 NO_SESSION')
  await expect(school.as(teacher)(accountsAdmin.resetPassword, { user_id: 1 })).rejects.toMatchObject({ code: 50008 })
})

test('a new password ends every other session, on both sites', async () => {
  const teacher = await aUser(school.app.db, { roles: ['student', 'teacher'] })
  const [here, there] = [await logIn(teacher.username), await logIn(teacher.username)]
  const admin = school.with(
    (await school.send(accountsAdmin.login, { username: teacher.username, password })).userinfo.token,
  )
  await expect(here.send(accounts.changePassword, { password, new_password: 'password1' })).rejects.toMatchObject({
    reason: 'WEAK_PASSWORD',
  })
  await expect(here.send(accounts.changePassword, { password: 'wrong', new_password: fresh })).rejects.toMatchObject({
    reason: 'WRONG_PASSWORD',
  })
  await here.send(accounts.changePassword, { password, new_password: fresh })
  expect([await codeOf(here.send), await codeOf(there.send)]).toEqual(['in', '50008 NO_SESSION'])
  await expect(admin(accountsAdmin.resetPassword, { user_id: teacher.id })).rejects.toMatchObject({ code: 50008 })
  await expect(logIn(teacher.username)).rejects.toMatchObject({ reason: 'CREDENTIALS' })
  expect(await codeOf((await logIn(teacher.username, fresh)).send)).toBe('in')
  await school.app.events.drain()
  expect((await here.send(messages.list, {})).list.map(({ title }) => title)).toEqual(['密码已修改'])
})

test('a disabled account and a role taken back end what they allowed at the next request', async () => {
  const { db } = school.app
  const [student, teacher] = [await aUser(db), await aUser(db, { roles: ['teacher', 'admin'] })]
  const { send } = await logIn(student.username)
  await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', student.id).execute()
  expect(await codeOf(send)).toBe('50008 NO_SESSION')

  const { userinfo } = await school.send(accountsAdmin.login, { username: teacher.username, password, role: 'admin' })
  const admin = school.with(userinfo.token)
  await expect(admin(accountsAdmin.resetPassword, { user_id: 999 })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  await db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
  await expect(admin(accountsAdmin.resetPassword, { user_id: 999 })).rejects.toMatchObject({ reason: 'ROLE' })
})

test('an account without 学生 can read its profile and the menu of the student site, and nothing else there', async () => {
  const { send } = await logIn((await aUser(school.app.db, { roles: ['teacher'] })).username)
  expect(await send(profile.get)).toMatchObject({ role: '教师' })
  expect(await send(accounts.menu)).not.toHaveLength(0)
  await expect(send(messages.list, {})).rejects.toMatchObject({ reason: 'ROLE' })
})

test('whoever must change the password can do that, look at the profile and log out, and nothing else', async () => {
  const { send } = await logIn((await aUser(school.app.db, { must_change_password: true })).username)
  expect(await send(profile.get)).toMatchObject({ must_change_password: true })
  expect(await codeOf(send)).toBe('0 PASSWORD')
  await expect(send(accounts.menu)).rejects.toMatchObject({ reason: 'PASSWORD' })
  await send(accounts.changePassword, { password, new_password: fresh })
  expect(await send(profile.get)).toMatchObject({ must_change_password: false })
  expect(await codeOf(send)).toBe('in')
  expect(await send(accounts.logout)).toEqual({})
})

test('where a site allows one device, a log-in ends the one before and says so there', async () => {
  await school.app.changeSettings({ one_device: true })
  const teacher = await aUser(school.app.db, { roles: ['student', 'teacher'] })
  const first = await logIn(teacher.username)
  const admin = school.with(
    (await school.send(accountsAdmin.login, { username: teacher.username, password })).userinfo.token,
  )
  const second = await logIn(teacher.username)
  expect([await codeOf(first.send), await codeOf(second.send)]).toEqual(['50012 ELSEWHERE', 'in'])
  // The two sites are two devices.
  await expect(admin(accountsAdmin.resetPassword, { user_id: 999 })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
})

test('people see their devices on both sites and end one, or all others', async () => {
  const { db } = school.app
  const [student, other] = [await aUser(db), await aUser(db)]
  const now = school.clock.now()
  const token = await aSession(db, student, { now })
  for (const audience of ['student', 'admin', 'student'] as const) await aSession(db, student, { audience, now })
  await aSession(db, other, { now })
  const send = school.with(token)
  const [newest, admin, , current] = await send(accounts.devices)
  expect(newest).toMatchObject({
    name: 'Chrome · Windows',
    current: false,
    expires_at: new Date(now + 86_400_000).toISOString(),
  })
  expect([admin?.name, current?.current]).toEqual(['Chrome · Windows · 管理端', true])

  expect(await send(accounts.endDevice, { id: newest!.id })).toEqual({ ended: 1 })
  await expect(send(accounts.endDevice, { id: newest!.id })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  const foreign = (await school.as(other)(accounts.devices))[0]!.id
  await expect(send(accounts.endDevice, { id: foreign })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  await expect(send(accounts.endDevice, {})).rejects.toMatchObject({ reason: 'INVALID' })
  expect(await send(accounts.endDevice, { others: true })).toEqual({ ended: 2 })
  expect(await send(accounts.devices)).toHaveLength(1)
})

test('the menu names every route, the hidden ones too', async () => {
  const menu = await school.as(await aUser(school.app.db))(accounts.menu)
  const names = menu.flatMap(({ name, children = [] }) => [name, ...children.map((child) => child.name)])
  expect(names).toEqual(
    expect.arrayContaining([
      'square',
      'guildTasks',
      'taskDetail',
      'taskSubmit',
      'mycenter',
      'guilds',
      'Workplace',
      'login',
      'register',
    ]),
  )
  expect(new Set(names).size).toBe(names.length)
})

test('once a day what nobody can use any more is swept away', async () => {
  const { db, jobs } = school.app
  const student = await aUser(db)
  await logIn(student.username)
  await logIn(student.username, 'wrong').catch(() => {})
  await aSession(db, student, { now: school.clock.now() })
  school.clock.move(32 * 24 * 3_600_000)
  const token = await aSession(db, student, { now: school.clock.now() })
  await jobs.run('accounts.sweep')
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  expect(await db.selectFrom('password_tries').select('key').execute()).toEqual([])
  expect(await codeOf(school.with(token))).toBe('in')
})

test('who logged in while the clock was months ahead stays logged in for a day once it is right, and not for months', async () => {
  const { db } = school.app
  const student = await aUser(db)
  const day = 24 * 3_600_000
  school.clock.move(90 * day)
  const { send } = await logIn(student.username)
  school.clock.move(-90 * day)
  await sweepAccounts(db, school.clock.now(), true)
  school.clock.move(day - 60_000)
  expect(await codeOf(send)).toBe('in')
  school.clock.move(60_001)
  expect(await codeOf(send)).toContain('EXPIRED')
})

test('a clock that is years behind for some minutes logs nobody out once it is right', async () => {
  const { db, jobs } = school.app
  const { send } = await logIn((await aUser(db)).username)
  const years = 26 * 365 * 24 * 3_600_000
  school.clock.move(-years)
  await jobs.run('accounts.sweep')
  school.clock.move(years)
  expect(await codeOf(send)).toBe('in')
})
