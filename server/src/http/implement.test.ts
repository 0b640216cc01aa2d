import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallFailed } from '@tongchuang/contract/sender.ts'
import { example, exampleAdmin, exampleRoutes, exampleSessions, exampleToken, postTo } from '../testing/example.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp({ features: [exampleRoutes], authenticate: exampleSessions })
})
afterAll(() => school.close())

const as = (name: string) => school.with(exampleToken(name))
const refusal = async (attempt: Promise<unknown>): Promise<{ code: number; reason: string }> => {
  const error = (await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  )) as CallFailed | null
  return { code: error?.code ?? 1, reason: error?.reason ?? '' }
}
const post = postTo(() => school)

describe('the envelope', () => {
  test('an answer has code, msg, time in seconds of the server’s clock, and data', async () => {
    const answer = await school.inject({ url: '/api/example/hello' })
    expect(answer.json()).toEqual({
      code: 1,
      msg: 'ok',
      time: Math.floor(school.clock.now() / 1000),
      data: { user_id: null, language: 'zh-CN' },
    })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('a long answer is compressed for whoever takes that, and the same for everybody', async () => {
    const answers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`问题${at}`, '一夜写成的作品'.repeat(6)]))
    const ask = (encoding: Record<string, string>, count: number) =>
      school.inject({
        method: 'POST',
        url: '/api/example/save',
        payload: { id: 1, title: '作品', answers: answers(count) },
        headers: { token: exampleToken('student'), ...encoding },
      })
    const plain = await ask({}, 60)
    const packed = await ask({ 'accept-encoding': 'gzip, deflate, br' }, 60)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload)
    expect((await ask({ 'accept-encoding': 'gzip;q=0, identity' }, 60)).payload).toBe(plain.payload)
    expect((await ask({ 'accept-encoding': 'gzip' }, 1)).headers['content-encoding']).toBeUndefined()
  })

  test('a refusal is HTTP 200 with code 0, its reason, its data and a sentence in the language asked for', async () => {
    const zh = await post('/api/example/save', '{"id":404,"title":"x"}')
    expect(zh).toMatchObject({ status: 200, code: 0, msg: '内容不存在或已被移走', data: { reason: 'NOT_FOUND' } })
    const en = await post('/api/example/save', '{"id":404,"title":"x"}', {
      'accept-language': 'en-GB,en;q=0.9,zh;q=0.8',
    })
    expect(en.msg).toBe('This does not exist or has been moved')
    expect(
      (await post('/api/example/save', '{"id":404,"title":"x"}', { 'accept-language': 'zh-TW,en;q=0.9' })).msg,
    ).toBe('内容不存在或已被移走')
  })

  test('an error nobody foresaw tells a number and nothing else', async () => {
    const answer = await school.inject({ method: 'POST', url: '/api/example/fault' })
    expect(answer.statusCode).toBe(500)
    const { code, msg, data } = answer.json<{
      code: number
      msg: string
      data: { reason: string; request_id: string }
    }>()
    expect({ code, reason: data.reason }).toEqual({ code: 0, reason: 'FAULT' })
    expect(msg).toContain(data.request_id)
    expect(answer.body).not.toContain('password_hash')
  })
})

describe('what an answer contains', () => {
  test('a handler that returns a row with more columns sends the fields of the contract', async () => {
    const answer = await post('/api/example/save', '{"id":3,"title":"诗"}')
    expect(answer.data).toEqual({ id: 3, title: '诗', score: null, tags: ['a'] })
  })

  test('of two possible shapes the one that fits is sent, without fields of neither', async () => {
    const submit = (draft: boolean) => as('student')(example.submit, { draft })
    expect(await submit(true)).toEqual({ kind: 'draft', version: 1 })
    expect(await submit(false)).toEqual({ kind: 'sent', receipt: 'r', version: 2 })
  })
})

describe('who may make a call', () => {
  test('without a token, with a made-up one, a revoked one or a disabled account one has no session', async () => {
    expect(await refusal(school.send(example.accept, { id: 1 }))).toEqual({ code: 50008, reason: 'NO_SESSION' })
    for (const name of ['nobody', 'revoked', 'disabled'])
      expect(await refusal(as(name)(example.accept, { id: 1 }))).toEqual({ code: 50008, reason: 'NO_SESSION' })
  })

  test('an expired session is 50014, one taken over by another device 50012', async () => {
    expect(await refusal(as('expired')(example.accept, { id: 1 }))).toEqual({ code: 50014, reason: 'EXPIRED' })
    expect(await refusal(as('elsewhere')(example.accept, { id: 1 }))).toEqual({ code: 50012, reason: 'ELSEWHERE' })
  })

  test('the cookie alone never authenticates', async () => {
    const answer = await school.inject({
      method: 'PUT',
      url: '/api/example/accept',
      payload: { id: 1 },
      headers: { cookie: `token=${exampleToken('student')}` },
    })
    expect(answer.json()).toMatchObject({ code: 50008 })
  })

  test('each site refuses the sessions of the other', async () => {
    expect(await refusal(as('student')(exampleAdmin.staff))).toEqual({ code: 50008, reason: 'NO_SESSION' })
    expect(await refusal(as('teacher')(example.accept, { id: 1 }))).toEqual({ code: 50008, reason: 'NO_SESSION' })
    expect(await as('teacher')(exampleAdmin.staff)).toEqual({ role: 'teacher' })
  })

  test('a person without the role is refused with ROLE, also a teacher where an administrator is needed', async () => {
    expect(await refusal(as('guest')(example.accept, { id: 1 }))).toEqual({ code: 0, reason: 'ROLE' })
    expect(await refusal(as('teacher')(exampleAdmin.rule))).toEqual({ code: 0, reason: 'ROLE' })
    expect(await refusal(as('admin')(exampleAdmin.rule))).toEqual({ code: 1, reason: '' })
  })

  test('who must change the password first can make the calls for that and no other', async () => {
    expect(await refusal(as('fresh')(example.accept, { id: 1 }))).toEqual({ code: 0, reason: 'PASSWORD' })
    expect(await as('fresh')(example.profile)).toEqual({})
  })

  test('a public call knows its visitor where there is a session, and needs none', async () => {
    expect(await as('student')(example.hello)).toMatchObject({ user_id: 7 })
    expect(await as('expired')(example.hello)).toMatchObject({ user_id: null })
  })

  test('the session is looked at before the input: a stranger learns nothing about the fields of a call', async () => {
    expect(await refusal(school.send(example.accept, { nonsense: 1 } as never))).toEqual({
      code: 50008,
      reason: 'NO_SESSION',
    })
  })
})

describe('the browser’s name', () => {
  test('a first log-in gets a cookie no script can read, a second one is known by it', async () => {
    const first = await school.inject({ method: 'POST', url: '/api/example/login', payload: {} })
    const cookie = String(first.headers['set-cookie'])
    expect(cookie).toMatch(/^browser=[\w-]{22}; Path=\/api; Max-Age=31536000; HttpOnly; SameSite=Strict$/)
    const { browser } = first.json<{ data: { browser: string } }>().data
    const second = await school.inject({
      method: 'POST',
      url: '/api/example/login',
      payload: {},
      headers: { cookie: `a=b; ${cookie.split(';', 1)[0]}` },
    })
    expect(second.json()).toMatchObject({ data: { browser } })
    expect(second.headers['set-cookie']).toBeUndefined()
  })
})
