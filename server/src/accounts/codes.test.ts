import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { registration } from '@tongchuang/contract/registration.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { portOf } from '../http/port-of.ts'
import { samplePassword as password } from '../sample-password.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aUser } from './factory.ts'

type Letter = { to: string; text: string }
let school: School
let post: SMTPServer
let letters: Letter[]

/** The decoded body of a letter. */
const readable = (source: string): string => {
  const body = source.slice(source.indexOf('\r\n\r\n') + 4)
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([\dA-F]{2})/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

beforeEach(async () => {
  letters = []
  post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, done) => {
      letters.push({
        to: session.envelope.rcptTo.map(({ address }) => address).join(),
        text: readable(await text(stream)),
      })
      done()
    },
  })
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', () => resolve()))
  school = await testApp({ config: { smtpUrl: `smtp://127.0.0.1:${portOf(post.server)}` } })
})
afterEach(async () => {
  await school.close()
  await new Promise<void>((resolve) => post.close(resolve))
})

type Event = 'register' | 'resetpwd' | 'change'
const ask = (email: string, event: Event = 'register', send = school.send) =>
  send(accounts.sendCode, { email, event }).then(
    (answer) => answer,
    (error: { reason: string; data: object }) => error.data,
  )
const deliver = () => school.app.jobs.run('mail.deliver')
const codeIn = (letter: Letter | undefined) => /\b(\d{6})\b/.exec(letter?.text ?? '')?.[1] ?? ''
/** The code an address gets, by a real mail server. */
const codeFor = async (email: string, event: Event = 'register', send = school.send) => {
  await ask(email, event, send)
  await deliver()
  return codeIn(letters.findLast(({ to }) => to === email))
}
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')
const register = (code: string, given: { username?: string; email?: string } = {}) =>
  school
    .send(registration.register, {
      username: 'newcomer',
      password: 'a fresh one 77',
      email: 'new@school.cn',
      code,
      ...given,
    })
    .then(
      ({ userinfo }) => userinfo.username,
      (error: { reason: string }) => error.reason,
    )

test('a newcomer registers with the code that was mailed, and is logged in with a confirmed address', async () => {
  const code = await codeFor('new@school.cn')
  expect(code).toMatch(/^\d{6}$/)
  expect(letters).toHaveLength(1)
  const { userinfo } = await school.send(registration.register, {
    username: '新同学',
    nickname: '小新',
    password: 'a fresh one 77',
    email: 'New@School.cn',
    mobile: '138 0013 8000',
    code,
    consent_version: 1,
  })
  expect(await school.with(userinfo.token)(profile.get)).toMatchObject({
    mobile: '138****8000',
    username: '新同学',
    nickname: '小新',
    email: 'N***@School.cn',
    certification: true,
    role: '学生',
  })
  expect(await register(code, { username: 'again' })).toBe('CODE_WRONG')
})

test('the subject of a letter never has the code', async () => {
  const owner = await aUser(school.app.db, {
    email: 'wen@school.cn',
    email_key: 'wen@school.cn',
    email_confirmed: true,
  })
  await ask('new@school.cn', 'register')
  await ask('wen@school.cn', 'resetpwd')
  await ask('other@school.cn', 'change', school.as(owner))
  const queued = await school.app.db.selectFrom('mail_outbox').select(['subject', 'text']).execute()
  expect(queued.map(({ text }) => /\d{6}/.test(text))).toEqual([true, true, true])
  expect(queued.map(({ subject }) => subject)).toEqual(Array(3).fill('同窗公会：你的验证码 / Your code'))
})

test('a code is kept as a hash, and a letter that was sent is not kept', async () => {
  const code = await codeFor('new@school.cn')
  const { db } = school.app
  expect(JSON.stringify(await db.selectFrom('verification_codes').selectAll().execute())).not.toContain(code)
  expect(await db.selectFrom('mail_outbox').selectAll().execute()).toEqual([])
})

test('five wrong codes and the right one is worth nothing', async () => {
  const code = await codeFor('new@school.cn')
  for (let by = 1; by <= 5; by += 1) expect(await register(other(code, by))).toBe('CODE_WRONG')
  expect(await register(code)).toBe('CODE_WRONG')
})

test('a code typed in wide digits is the same code', async () => {
  const code = await codeFor('new@school.cn')
  const wide = code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  expect(await register(wide)).toBe('newcomer')
})

test('a taken user name costs no try, and the code still registers', async () => {
  const taken = await aUser(school.app.db)
  const code = await codeFor('new@school.cn')
  for (let at = 0; at < 6; at += 1)
    expect(await register(code, { username: taken.username.toUpperCase() })).toBe('NAME_TAKEN')
  expect(await register(code)).toBe('newcomer')
})

test('a code is bound to its address and purpose, ends after five minutes, and gives way to a newer one', async () => {
  const code = await codeFor('new@school.cn')
  await aUser(school.app.db, { email: 'old@school.cn', email_confirmed: true })
  expect(await register(code, { email: 'else@school.cn' })).toBe('CODE_WRONG')
  const reset = await codeFor('old@school.cn', 'resetpwd')
  expect(await register(reset, { email: 'old@school.cn' })).toBe('CODE_WRONG')
  school.clock.move(60_000)
  const newer = await codeFor('new@school.cn')
  if (newer !== code) expect(await register(code)).toBe('CODE_WRONG')
  school.clock.move(5 * 60_000)
  expect(await register(newer)).toBe('CODE_WRONG')
})

test('an address gets one code a minute and three an hour for who asks, whatever for', async () => {
  expect(await ask('new@school.cn')).toEqual({ wait_seconds: 60 })
  expect(await ask('NEW@school.cn', 'resetpwd')).toMatchObject({ reason: 'TOO_FAST', seconds: 60 })
  for (let at = 0; at < 2; at += 1) {
    school.clock.move(60_000)
    expect(await ask('new@school.cn')).toEqual({ wait_seconds: 60 })
  }
  school.clock.move(60_000)
  expect(await ask('new@school.cn')).toMatchObject({ reason: 'TOO_FAST', seconds: 57 * 60 })
  expect(await ask('else@school.cn')).toEqual({ wait_seconds: 60 })
  await deliver()
  school.clock.move(57 * 60_000)
  expect(await ask('new@school.cn')).toEqual({ wait_seconds: 60 })
  await deliver()
  expect(letters.filter(({ to }) => to === 'new@school.cn')).toHaveLength(4)
})

test('twenty requests at once send one letter', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('new@school.cn')))
  expect(answers.filter((answer) => 'wait_seconds' in answer)).toHaveLength(1)
  await deliver()
  expect(letters).toHaveLength(1)
})

test('known and unknown addresses get the same answer, and an owner learns what was asked', async () => {
  await aUser(school.app.db, { email: 'owner@school.cn', email_confirmed: true })
  const answers = [
    await ask('owner@school.cn'),
    await ask('stranger@school.cn', 'resetpwd'),
    await ask('free@school.cn'),
  ]
  expect(answers).toEqual(Array(3).fill({ wait_seconds: 60 }))
  // Each leaves one row in the outbox, because a request that writes more takes longer.
  const waiting = school.app.db.selectFrom('mail_outbox').select('id')
  expect(await waiting.execute()).toHaveLength(3)
  // On the second request, both are refused alike as well.
  expect(await ask('owner@school.cn')).toEqual(await ask('stranger@school.cn', 'resetpwd'))
  await deliver()
  expect(await waiting.execute()).toEqual([])
  expect(letters.map(({ to }) => to).toSorted()).toEqual(['free@school.cn', 'owner@school.cn'])
  expect(letters.find(({ to }) => to === 'owner@school.cn')?.text).toContain('已经属于一个账号')
})

test('whoever forgot the password sets a new one by mail, which ends every session', async () => {
  const student = await aUser(school.app.db, {
    email: 'me@school.cn',
    email_confirmed: true,
    must_change_password: true,
  })
  const before = school.as(student)
  await before(profile.get)
  const code = await codeFor('me@school.cn', 'resetpwd')
  const reset = (given: object = {}) =>
    school.send(accounts.resetPassword, { email: 'Me@school.cn', code, password: 'a fresh one 77', ...given })
  await expect(reset({ password: 'iloveyou1' })).rejects.toMatchObject({ reason: 'WEAK_PASSWORD' })
  await expect(reset({ code: other(code) })).rejects.toMatchObject({ reason: 'CODE_WRONG' })
  expect(await reset()).toEqual({})
  await expect(reset({ password: 'another one 88' })).rejects.toMatchObject({ reason: 'CODE_WRONG' })
  await expect(before(profile.get)).rejects.toMatchObject({ code: 50008 })
  await expect(school.send(accounts.login, { username: student.username, password })).rejects.toMatchObject({
    reason: 'CREDENTIALS',
  })
  const { userinfo } = await school.send(accounts.login, { username: 'me@school.cn', password: 'a fresh one 77' })
  expect(await school.with(userinfo.token)(profile.get)).toMatchObject({ must_change_password: false })
})

test('an unconfirmed address cannot reset a password', async () => {
  await aUser(school.app.db, { email: 'typed@school.cn' })
  expect(await ask('typed@school.cn', 'resetpwd')).toEqual({ wait_seconds: 60 })
  await deliver()
  expect(letters).toEqual([])
})

test('changing the address needs the password and a code sent to the new one, and the old address is told', async () => {
  const student = await aUser(school.app.db, { email: 'old@school.cn', email_confirmed: true })
  const send = school.as(student)
  const code = await codeFor('next@school.cn', 'change', send)
  const change = (given: object = {}) =>
    send(accounts.changeContact, { password, email: 'next@school.cn', code, ...given })
  await expect(change({ password: 'wrong' })).rejects.toMatchObject({ reason: 'WRONG_PASSWORD' })
  await expect(change({ code: other(code) })).rejects.toMatchObject({ reason: 'CODE_WRONG' })
  expect(await change()).toEqual({})
  expect(await send(profile.get)).toMatchObject({ email: 'n***@school.cn', certification: true })
  await deliver()
  expect(letters.at(-1)).toMatchObject({ to: 'old@school.cn' })
  await expect(school.send(accounts.sendCode, { email: 'x@school.cn', event: 'change' })).rejects.toMatchObject({
    code: 50008,
  })
})

test('an address somebody else confirmed is never given to a second account', async () => {
  const [owner, student] = [
    await aUser(school.app.db, { email: 'one@school.cn', email_confirmed: true }),
    await aUser(school.app.db),
  ]
  const send = school.as(student)
  expect(await ask('one@school.cn', 'change', send)).toEqual({ wait_seconds: 60 })
  await deliver()
  expect(codeIn(letters[0])).toBe('')
  // Even with a code, for example one sent before the other confirmed it.
  await school.app.db.updateTable('users').set({ email_confirmed: false }).where('id', '=', owner.id).execute()
  school.clock.move(60_000)
  const code = await codeFor('one@school.cn', 'change', send)
  await school.app.db.updateTable('users').set({ email_confirmed: true }).where('id', '=', owner.id).execute()
  await expect(send(accounts.changeContact, { password, email: 'one@school.cn', code })).rejects.toMatchObject({
    reason: 'CODE_WRONG',
  })
})

test('numbers are refused, and what is no address', async () => {
  await expect(school.send(accounts.sendCode, { mobile: '13800138000', event: 'register' })).rejects.toMatchObject({
    reason: 'NO_SMS',
  })
  for (const email of ['nobody', 'a@b.cn\r\nBcc: c@d.cn', 'a b@c.cn'])
    expect(await ask(email)).toMatchObject({ reason: 'INVALID', field: 'email' })
  await expect(school.send(accounts.sendCode, { event: 'register' })).rejects.toMatchObject({ reason: 'INVALID' })
})

test('a hundred codes an hour for one network, and no more letters than that', async () => {
  await school.close()
  school = await testApp({ limits: true, config: { smtpUrl: 'smtp://127.0.0.1:1' } })
  const answers: object[] = []
  for (let at = 0; at < 120; at += 1) answers.push(await ask(`a${at}@school.cn`))
  expect(answers.filter((answer) => 'wait_seconds' in answer)).toHaveLength(100)
  expect(answers.at(-1)).toMatchObject({ reason: 'TOO_FAST' })
  expect(await school.app.db.selectFrom('mail_outbox').select('id').execute()).toHaveLength(100)
})

test('without a mail server registration and reset by mail are closed', async () => {
  await school.close()
  school = await testApp()
  expect(await school.send(accounts.site)).toMatchObject({
    mail: false,
    doors: { invite: true, code: false, invite_required: true },
  })
  expect(await ask('new@school.cn')).toMatchObject({ reason: 'NO_MAIL' })
  expect(await register('123456')).toBe('CLOSED_DOOR')
  await expect(
    school.send(accounts.resetPassword, { email: 'a@b.cn', code: '123456', password: 'a fresh one 77' }),
  ).rejects.toMatchObject({
    reason: 'NO_MAIL',
  })
})
