import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePassword as password } from '../sample-password.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aUser } from './factory.ts'

let school: School
beforeEach(async () => {
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
})
afterEach(() => school.close())

const email = 'wen@school.cn'
const minute = 60_000

/** Somebody at a browser of their own, at one network. */
const person = (name: string, network: string) => {
  const call = async (url: string, payload: object): Promise<string> => {
    const answer = await school.inject({
      method: 'POST',
      url: `/api/user/${url}`,
      remoteAddress: network,
      headers: { cookie: `browser=${name.padEnd(22, '-')}` },
      payload,
    })
    const { code, data } = answer.json<{ code: number; data: { reason?: string } }>()
    return code === 1 ? 'done' : String(data.reason)
  }
  /** Asks for a code for the address; answers it as it was mailed. */
  const ask = async (event = 'register'): Promise<string> => {
    const outcome = await call('send_verification_code', { email, event })
    if (outcome !== 'done') return outcome
    const { text } = await school.app.db
      .selectFrom('mail_outbox')
      .select('text')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return /\b(\d{6})\b/.exec(text)?.[1] ?? 'no code'
  }
  const register = (code: string, username = 'newcomer') =>
    call('register', { username, password: 'a fresh one 77', email, code })
  const reset = (code: string) => call('reset_password', { email, code, password: 'a fresh one 77' })
  return { ask, register, reset, logIn: (username: string) => call('login', { username, password }) }
}

const other = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

test('a stranger who types wrong codes for an address voids no code of who asked for it, and five tries are all there are', async () => {
  const [owner, stranger] = [person('owner', '10.0.0.1'), person('stranger', '10.0.0.1')]
  const code = await owner.ask()
  for (let by = 1; by <= 9; by += 1) expect(await stranger.register(other(code, by))).toBe('CODE_WRONG')
  // Neither from another browser: the two tries of others are used up.
  expect(await person('third', '10.0.0.3').register(code)).toBe('CODE_WRONG')
  for (let by = 1; by <= 2; by += 1) expect(await owner.register(other(code, by))).toBe('CODE_WRONG')
  expect(await owner.register(code)).toBe('done')
})

test('who asked for a code has the five tries of it together with everybody else', async () => {
  const [owner, stranger] = [person('owner', '10.0.0.1'), person('stranger', '10.0.0.2')]
  const code = await owner.ask()
  for (let by = 1; by <= 2; by += 1) expect(await stranger.register(other(code, by))).toBe('CODE_WRONG')
  for (let by = 1; by <= 3; by += 1) expect(await owner.register(other(code, by))).toBe('CODE_WRONG')
  expect(await owner.register(code)).toBe('CODE_WRONG')
})

test('a code that somebody else asks for takes the place of none, and can be typed by its owner, wherever they read it', async () => {
  const [owner, stranger] = [person('owner', '10.0.0.1'), person('stranger', '10.0.0.2')]
  const code = await owner.ask()
  school.clock.move(minute)
  const theirs = await stranger.ask()
  for (let by = 1; by <= 9; by += 1) expect(await stranger.register(other(theirs, by))).toBe('CODE_WRONG')
  expect(await owner.register(code)).toBe('done')
})

test('an owner who types the code of the later letter, which another asked for, is in as well', async () => {
  const [owner, stranger] = [person('owner', '10.0.0.1'), person('stranger', '10.0.0.2')]
  await owner.ask()
  school.clock.move(minute)
  expect(await owner.register(await stranger.ask())).toBe('done')
})

test('people at one network cannot use up the letters that an address gets in an hour', async () => {
  for (let at = 0; at < 3; at += 1) {
    expect(await person(`stranger${at}`, '10.0.0.2').ask()).toMatch(/^\d{6}$/)
    school.clock.move(minute)
  }
  expect(await person('stranger4', '10.0.0.2').ask()).toBe('TOO_FAST')
  const owner = person('owner', '10.0.0.1')
  expect(await owner.register(await owner.ask())).toBe('done')
})

test('nor do many networks use up the last one: it is for a browser in which its account has been, and there is no sixth', async () => {
  const { username } = await aUser(school.app.db, { email, email_confirmed: true })
  const owner = person('owner', '10.0.0.1')
  expect(await owner.logIn(username)).toBe('done')
  for (let at = 0; at < 4; at += 1) {
    expect(await person('stranger', `10.0.1.${at}`).ask('resetpwd')).toMatch(/^\d{6}$/)
    school.clock.move(minute)
  }
  expect(await person('stranger', '10.0.1.9').ask('resetpwd')).toBe('TOO_FAST')
  const code = await owner.ask('resetpwd')
  expect(code).toMatch(/^\d{6}$/)
  school.clock.move(minute)
  expect(await owner.ask('resetpwd')).toBe('TOO_FAST')
  expect(await owner.reset(code)).toBe('done')
})

test('an address without an account is asked for as often as one with an account', async () => {
  const asked: string[] = []
  for (let at = 0; at < 5; at += 1) {
    const outcome = await person('stranger', `10.0.1.${at}`).ask('register')
    asked.push(outcome === 'TOO_FAST' ? outcome : 'sent')
    school.clock.move(minute)
  }
  expect(asked).toEqual(['sent', 'sent', 'sent', 'sent', 'TOO_FAST'])
})
