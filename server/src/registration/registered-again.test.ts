import type { Input } from '@tongchuang/contract/call.ts'
import { accounts } from '@tongchuang/contract/accounts.ts'
import type { Envelope } from '@tongchuang/contract/sender.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { registration } from '@tongchuang/contract/registration.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fieldOf } from '../fields.ts'
import { aGuild } from '../guilds/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  // The letters stay in the outbox, where they are read.
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
})
afterEach(() => school.close())

const own = 'browser=TheBrowserOfTheStudent'
const another = 'browser=ABrowserOfSomebodyElse'

/** The name of whoever is logged in by a registration, or why it was refused. */
const from = async (browser: string, path: string, payload: object): Promise<string> => {
  const answer = await school.inject({ method: 'POST', url: path, payload, headers: { cookie: browser } })
  const { code, data } = answer.json<Envelope>()
  if (code !== 1) return String(fieldOf(data, 'reason'))
  const userinfo = fieldOf(data, 'userinfo')
  // The session that was given works.
  return (await school.with(String(fieldOf(userinfo, 'token')))(profile.get)).username
}

const form = { username: 'newcomer', password: 'a fresh one 77', nickname: '小明' }
const people = async () => (await school.app.db.selectFrom('users').select('id').execute()).length

test('a student whose answer was lost and who presses again is in, also in the last place, and there is one account', async () => {
  const { invite_code: invite, id } = await aGuild(school.app.db, { capacity: 1 })
  const join = (given: Partial<Input<typeof registration.userRegister>> = {}, browser = own) =>
    from(browser, registration.userRegister.path, { ...form, invite, ...given })
  expect(await Promise.all([join(), join()])).toEqual(['newcomer', 'newcomer'])
  expect(await join({ username: 'NewComer' })).toBe('newcomer')
  expect(await people()).toBe(1)
  const members = school.app.db.selectFrom('guild_members').select('guild_id')
  expect(await members.execute()).toEqual([{ guild_id: id }])

  // It opens nothing to others: not to another browser, password or guild, and not later.
  const other = await aGuild(school.app.db)
  expect([
    await join({}, another),
    await join({ password: 'another one 88' }),
    await join({ invite: other.invite_code }),
  ]).toEqual(['NAME_TAKEN', 'NAME_TAKEN', 'NAME_TAKEN'])
  await school.app.db.updateTable('users').set({ status: 'disabled' }).execute()
  expect(await join()).toBe('NAME_TAKEN')
  await school.app.db.updateTable('users').set({ status: 'normal' }).execute()
  school.clock.move(10 * 60_000 + 1)
  expect(await join()).toBe('NAME_TAKEN')
})

test('somebody who guesses the password of a new account by registering is slowed down like one who logs in', async () => {
  await school.app.changeSettings({ registration_open: true })
  const join = (password: string) => from(own, registration.userRegister.path, { ...form, password })
  expect(await join(form.password)).toBe('newcomer')
  for (let guess = 0; guess < 5; guess += 1) expect(await join(`a wrong guess ${guess}`)).toBe('NAME_TAKEN')
  expect(await join(form.password)).toBe('NAME_TAKEN')
})

/** The code that was mailed last. */
const mailed = async (email: string, event: 'register' | 'resetpwd') => {
  await school.send(accounts.sendCode, { email, event })
  const letters = await school.app.db.selectFrom('mail_outbox').select('text').orderBy('id').execute()
  return /\b\d{6}\b/.exec(letters.at(-1)?.text ?? '')?.[0] ?? ''
}

test('a newcomer who registers by a mailed code and presses again is in, and a colleague with another address is not', async () => {
  const email = 'new@school.cn'
  const code = await mailed(email, 'register')
  const join = (given: object = {}, browser = own) =>
    from(browser, registration.register.path, { ...form, email, code, ...given })
  expect([await join(), await join({ email: 'New@School.cn' })]).toEqual(['newcomer', 'newcomer'])
  expect([await join({ email: 'else@school.cn' }), await join({}, another)]).toEqual(['NAME_TAKEN', 'NAME_TAKEN'])
  expect(await people()).toBe(1)
})

test('somebody whose answer was lost when they set a new password reads that it is set, and nobody else learns anything', async () => {
  const email = 'new@school.cn'
  await from(own, registration.register.path, { ...form, email, code: await mailed(email, 'register') })
  school.clock.move(60_000)
  const code = await mailed(email, 'resetpwd')
  const reset = (given: object = {}) =>
    school.send(accounts.resetPassword, { email, code, password: 'a newer one 99', ...given }).then(
      () => 'done',
      (error: { reason: string }) => error.reason,
    )
  expect(await Promise.all([reset(), reset()])).toEqual(['done', 'done'])
  expect(await reset()).toBe('done')
  await school.app.events.drain()
  const told = school.app.db.selectFrom('messages').select('kind').where('kind', '=', 'account.password_changed')
  expect(await told.execute()).toHaveLength(1)
  // The code sets no second password, and a wrong code opens nothing even with the right password.
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect([await reset({ password: 'a third one 11' }), await reset({ code: wrong })]).toEqual([
    'CODE_WRONG',
    'CODE_WRONG',
  ])
  expect(await school.send(accounts.login, { username: 'newcomer', password: 'a newer one 99' })).toBeDefined()
  school.clock.move(5 * 60_000)
  expect(await reset()).toBe('CODE_WRONG')
})
