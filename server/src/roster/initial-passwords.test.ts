import { accounts } from '@tongchuang/contract/accounts.ts'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { findByLogin } from '../accounts/store.ts'
import { hashOpenedBy } from '../accounts/waiting-passwords.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let admin: School['send']

beforeEach(async () => {
  school = await testApp()
  admin = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
})
afterEach(() => school.close())

const mapping = { student_no: 0, real_name: 1, class_name: null, gender: null }

/** Applies a list and returns the passwords on its slips, by user name. */
const slipsOf = async (text: string): Promise<Map<string, string>> => {
  const { id } = await admin(rosterAdmin.read, { name: '名单', text })
  await admin(rosterAdmin.check, { id, has_header: true, mapping })
  await admin(rosterAdmin.apply, { id, consent: true })
  await school.app.jobs.run('roster')
  const { list } = await admin(rosterAdmin.slips, { id })
  return new Map(list.map(({ username, password }) => [username, password]))
}

const hashes = () =>
  school.app.db
    .selectFrom('users')
    .select(['username', 'password_hash'])
    .where('student_no', 'is not', null)
    .orderBy('id')
    .execute()
const waiting = () => school.app.db.selectFrom('waiting_passwords').selectAll().execute()
const logIn = (username: string, password: string) => school.send(accounts.login, { username, password })

test('a slip opens the account at once, before its password is hashed and after; no other password does', async () => {
  const slips = await slipsOf('学号,姓名\n0012,林雨桐\n0013,欧阳思源')
  expect(await waiting()).toHaveLength(2)
  for (const wrong of ['', 'wrong', slips.get('0013')!])
    await expect(logIn('0012', wrong)).rejects.toMatchObject({ code: 0 })
  // Wide letters are the same letters here as everywhere.
  const wide = [...slips.get('0012')!].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('')
  expect((await logIn('0012', wide)).userinfo.username).toBe('0012')
  await school.app.jobs.run('accounts.hash')
  expect(await waiting()).toEqual([])
  expect((await hashes()).every(({ password_hash }) => password_hash.startsWith('$argon2id$'))).toBe(true)
  expect((await logIn('0013', slips.get('0013')!)).userinfo.username).toBe('0013')
})

test('whoever chooses a password, or is given one, before the first was hashed keeps the later one', async () => {
  const slips = await slipsOf('学号,姓名\n0012,林雨桐\n0013,欧阳思源')
  const { userinfo } = await logIn('0012', slips.get('0012')!)
  await school.with(userinfo.token)(accounts.changePassword, {
    password: slips.get('0012')!,
    new_password: '夏天的雨落在屋顶上',
  })
  const [, { user_id }] = (await waiting().then((rows) => [null, rows[0]!])) as [null, { user_id: number }]
  const { password } = await admin(accountsAdmin.resetPassword, { user_id })
  await school.app.jobs.run('accounts.hash')
  expect((await logIn('0012', '夏天的雨落在屋顶上')).userinfo.username).toBe('0012')
  expect((await logIn('0013', password)).userinfo.username).toBe('0013')
  for (const username of ['0012', '0013'])
    await expect(logIn(username, slips.get(username)!)).rejects.toMatchObject({ reason: 'CREDENTIALS' })
})

test('a slip opens the account also in the moment its password is hashed, between two reads of a log-in', async () => {
  const slips = await slipsOf('学号,姓名\n0012,林雨桐')
  const account = await findByLogin(school.app.db, '0012')
  await school.app.jobs.run('accounts.hash')
  expect(await hashOpenedBy(school.app, account, slips.get('0012')!)).toBe((await hashes())[0]?.password_hash)
  expect(await hashOpenedBy(school.app, account, 'wrong')).toBeNull()
})

test('what another server encrypted opens nothing, not even to an empty password, and holds nobody else up', async () => {
  const slips = await slipsOf(`学号,姓名\n${Array.from({ length: 22 }, (_, at) => `${10 + at},林${at}`).join('\n')}`)
  const { db } = school.app
  const last = (await waiting()).at(-1)!.user_id
  await db.updateTable('waiting_passwords').set({ closed: 'gone' }).where('user_id', '<', last).execute()
  await expect(logIn('10', ' ')).rejects.toMatchObject({ reason: 'CREDENTIALS' })
  await school.app.jobs.run('accounts.hash')
  expect((await hashes()).map(({ password_hash }) => password_hash !== '')).toEqual([...Array(21).fill(false), true])
  expect((await logIn('31', slips.get('31')!)).userinfo.username).toBe('31')
})

test('a school that is started once beside another secret still opens to the slips it has handed out', async () => {
  const slips = await slipsOf('学号,姓名\n0012,林雨桐')
  const { secret } = school.app.config
  school.app.changeSecret('a secret of another machine')
  await school.app.jobs.run('accounts.hash')
  school.app.changeSecret(secret)
  await school.app.jobs.run('accounts.hash')
  expect(await waiting()).toEqual([])
  expect((await logIn('0012', slips.get('0012')!)).userinfo.username).toBe('0012')
})
