import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallFailed } from '@tongchuang/contract/sender.ts'
import { example, exampleRoutes, exampleSessions, exampleToken } from '../testing/example.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { testApp } from '../testing/test-app.ts'
import { addressKey, allowances, createLimits } from './rate-limit.ts'

const now = Date.parse('2026-10-12T01:00:10.000Z')
let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

const student = (user_id: number, address = '10.0.0.1') => ({ user_id, address, now })
const times = async (count: number, work: (at: number) => Promise<unknown>) => {
  for (let at = 0; at < count; at += 1) await work(at)
}

describe('allowances', () => {
  test('a class of 60 behind one address logs in within a minute', async () => {
    const { spend } = createLimits(database.db)
    await times(60, async () => {
      await spend('login', { user_id: null, address: '10.0.0.1', now })
    })
  })

  test('one address cannot try passwords without end, and the next minute is a new one', async () => {
    const { spend } = createLimits(database.db)
    const stranger = { user_id: null, address: '10.0.0.1', now }
    await times(allowances.login.address, () => spend('login', stranger))
    await expect(spend('login', stranger)).rejects.toMatchObject({ reason: 'TOO_FAST', data: { seconds: 50 } })
    await expect(spend('login', { ...stranger, address: '10.0.0.2' })).resolves.toBeUndefined()
    await expect(spend('login', { ...stranger, now: now + 50_000 })).resolves.toBeUndefined()
  })

  test('a student who writes too fast is slowed down, the neighbour at the same address is not', async () => {
    const { spend } = createLimits(database.db)
    await times(allowances.write.person, () => spend('write', student(1)))
    await expect(spend('write', student(1))).rejects.toMatchObject({ reason: 'TOO_FAST' })
    await expect(spend('write', student(2))).resolves.toBeUndefined()
  })

  test.each([
    ['a student who floods the server', student(1)],
    ['a stranger who does', { user_id: null, address: '10.0.0.1', now }],
  ])('%s from the school’s address keeps nobody else there from reading, writing and liking', async (_, flooding) => {
    const { spend } = createLimits(database.db)
    for (const limit of ['read', 'write', 'like'] as const) {
      await times(allowances[limit].address + 1, () => spend(limit, flooding).catch(() => {}))
      await expect(spend(limit, flooding)).rejects.toMatchObject({ reason: 'TOO_FAST' })
      await expect(spend(limit, student(2))).resolves.toBeUndefined()
    }
  })

  test('two processes count passwords together at once', async () => {
    const one = createLimits(database.db)
    const other = createLimits(database.db)
    const stranger = { user_id: null, address: '10.0.0.1', now }
    await times(allowances.invite.address, (at) => (at % 2 === 0 ? one : other).spend('invite', stranger))
    await expect(one.spend('invite', stranger)).rejects.toMatchObject({ reason: 'TOO_FAST' })
    await expect(other.spend('invite', stranger)).rejects.toMatchObject({ reason: 'TOO_FAST' })
  })

  test('two processes count writes together after an exchange', async () => {
    const one = createLimits(database.db)
    const other = createLimits(database.db)
    const half = allowances.write.person / 2
    await times(half, () => one.spend('write', student(1)))
    await times(half, () => other.spend('write', student(1)))
    await one.flush()
    await other.flush()
    await expect(other.spend('write', student(1))).rejects.toMatchObject({ reason: 'TOO_FAST' })
    await one.spend('write', student(1))
    await one.flush()
    await expect(one.spend('write', student(1))).rejects.toMatchObject({ reason: 'TOO_FAST' })
  })

  test('reading and writing a little costs the database nothing', async () => {
    const limits = createLimits(database.db)
    await times(5, () => limits.spend('write', student(1)))
    await times(20, () => limits.spend('read', student(1)))
    await limits.flush()
    expect(await database.db.selectFrom('limits').selectAll().execute()).toEqual([])
  })

  test('an address of IPv6 counts with its network', () => {
    expect(addressKey('2001:0db8:1:2::1')).toBe('2001:db8:1:2')
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0')
    expect(addressKey('::1')).toBe('0:0:0:0')
    expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1')
  })
})

describe('counters for a feature’s own rules', () => {
  test('a key is counted in its window and swept when old', async () => {
    const { hit, sweep } = createLimits(database.db)
    const { db } = database
    expect(await hit(db, 'account:1', 3600, now)).toBe(1)
    expect(await hit(db, 'account:1', 3600, now)).toBe(2)
    expect(await hit(db, 'account:1', 3600, now + 3600_000)).toBe(1)
    expect(await hit(db, 'account:2', 3600, now)).toBe(1)
    await sweep(now + 27 * 3600_000)
    expect(await db.selectFrom('limits').selectAll().execute()).toEqual([])
  })

  test('a hundred requests at once are counted as a hundred', async () => {
    const { hit } = createLimits(database.db)
    const counts = await Promise.all(Array.from({ length: 100 }, () => hit(database.db, 'k', 60, now)))
    expect(new Set(counts).size).toBe(100)
    expect(Math.max(...counts)).toBe(100)
  })
})

describe('over HTTP', () => {
  test('beyond the allowance the answer is 429 in the envelope and says when to come back; a form filled in wrongly is not counted', async () => {
    const school = await testApp({ features: [exampleRoutes], authenticate: exampleSessions, limits: true })
    const send = school.with(exampleToken('student'))
    const wrong = () => send(example.accept, { id: 0 }).catch((error: CallFailed) => error.reason)
    await times(300, async () => expect(await wrong()).toBe('INVALID'))
    await times(allowances.write.person, () => send(example.accept, { id: 1 }))
    const answer = await school.inject({
      method: 'PUT',
      url: '/api/example/accept',
      payload: { id: 1 },
      headers: { token: exampleToken('student') },
    })
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBe('60')
    expect(answer.json()).toMatchObject({
      code: 0,
      msg: '操作太频繁，请60秒后再试',
      data: { reason: 'TOO_FAST', seconds: 60 },
    })
    await school.close()
  })

  test('a header the client makes up does not reset the count of tries', async () => {
    const school = await testApp({ features: [exampleRoutes], authenticate: exampleSessions, limits: true })
    const attempt = (at: number) =>
      school.inject({
        method: 'POST',
        url: '/api/example/login',
        payload: {},
        headers: { 'x-forwarded-for': `1.1.1.${at % 250}`, token: `made-up-token-number-${at}` },
      })
    await times(allowances.login.address, attempt)
    expect((await attempt(0)).statusCode).toBe(429)
    await school.close()
  })
})
