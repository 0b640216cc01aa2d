import { accounts } from '@tongchuang/contract/accounts.ts'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePassword as password } from '../sample-password.ts'
import { meanwhile } from '../testing/meanwhile.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aUser, type GivenUser } from './factory.ts'
import { closePassword, keepWaiting } from './waiting-passwords.ts'

let school: School
let admin: School['send']
beforeEach(async () => {
  school = await testApp()
  admin = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
})
afterEach(() => school.close())

const someone = (given?: GivenUser) => aUser(school.app.db, given)
const reset = (user_id: number) => admin(accountsAdmin.resetPassword, { user_id })
const logIn = (username: string, password: string) => school.send(accounts.login, { username, password })
const opened = (table: 'sessions' | 'login_challenges', user_id: number) =>
  school.app.db.selectFrom(table).select('user_id').where('user_id', '=', user_id).execute()

test('the old password is refused while staff reset it, and the new one works', async () => {
  const student = await someone()
  let fresh = ''
  const { reason } = await meanwhile(
    school,
    () => logIn(student.username, password),
    async () => {
      fresh = (await reset(student.id)).password
    },
  )
  expect(reason).toBe('CREDENTIALS')
  expect(await opened('sessions', student.id)).toEqual([])
  expect((await logIn(student.username, fresh)).userinfo.id).toBe(student.id)
})

test('the old password is refused on the admin site meanwhile, before any code is asked for', async () => {
  await school.app.changeSettings({ second_factor_required: true })
  const { id, username } = await someone({ roles: ['admin'] })
  const enter = () => school.send(accountsAdmin.login, { username, password })
  expect((await meanwhile(school, enter, () => reset(id))).reason).toBe('CREDENTIALS')
  expect(await opened('login_challenges', id)).toEqual([])
})

test('a log-in during which the account is closed is refused, also once the account is open again', async () => {
  const student = await someone()
  const close = (disabled: boolean) => admin(peopleAdmin.setDisabled, { user_id: student.id, disabled })
  expect(
    (
      await meanwhile(
        school,
        () => logIn(student.username, password),
        () => close(true),
      )
    ).reason,
  ).toBe('CREDENTIALS')
  await close(false)
  expect(await opened('sessions', student.id)).toEqual([])
})

test('of two changes of a password with the same old one at once one succeeds', async () => {
  const student = await someone()
  const windows = [await logIn(student.username, password), await logIn(student.username, password)]
  const words = ['the owner chose 77', 'a thief chose 77']
  const reasons = await Promise.all(
    windows.map(({ userinfo: { token } }, at) =>
      reasonOf(school.with(token)(accounts.changePassword, { password, new_password: words[at]! })),
    ),
  )
  // After the reset no other request has a session.
  expect(reasons.filter((reason) => reason === 'done')).toHaveLength(1)
  const chosen = words[reasons.indexOf('done')]!
  expect((await logIn(student.username, chosen)).userinfo.id).toBe(student.id)
})

/** A student whose initial password waits to be hashed. */
const aStudentWithASlip = async () => {
  const student = await someone({ password_hash: '', student_no: '0012' })
  await keepWaiting(school.app.db, [
    { user_id: student.id, closed: closePassword(school.app.config.secret, 'of paper') },
  ])
  return student
}

test('a slip opens the account also where its password is hashed while the log-in is under way', async () => {
  const { username, id } = await aStudentWithASlip()
  const hashed = () => school.app.jobs.run('accounts.hash')
  expect((await meanwhile(school, () => logIn(username, 'of paper'), hashed)).reason).toBe('done')
  expect(await opened('sessions', id)).toHaveLength(1)
  expect(await school.app.db.selectFrom('waiting_passwords').select('user_id').execute()).toEqual([])
})

test('students who log in by their slips while the passwords are hashed are all let in', async () => {
  const { username } = await aStudentWithASlip()
  const come = () => reasonOf(logIn(username, 'of paper'))
  const [, ...reasons] = await Promise.all([school.app.jobs.run('accounts.hash'), come(), come(), come()])
  expect(reasons).toEqual(['done', 'done', 'done'])
})

test('an old slip is refused while a new one is made', async () => {
  const { username, id } = await aStudentWithASlip()
  const renew = () => admin(peopleAdmin.newSlips, { user_ids: [id] })
  expect((await meanwhile(school, () => logIn(username, 'of paper'), renew)).reason).toBe('CREDENTIALS')
  expect(await opened('sessions', id)).toEqual([])
})
