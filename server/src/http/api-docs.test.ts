import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleRoutes, exampleSessions } from '../testing/example.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { allowances } from './rate-limit.ts'

let school: School
beforeAll(async () => {
  school = await testApp({ features: [exampleRoutes], authenticate: exampleSessions, limits: true })
})
afterAll(() => school.close())

const get = (url: string, headers: Record<string, string> = {}) => school.inject({ url, headers })

test.each(['/api/openapi.json', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/swagger-ui-bundle.js'])(
  'a browser that has %s gets 304, and any other gets it compressed',
  async (url) => {
    const [first, again] = await Promise.all([get(url), get(url)])
    expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, undefined])
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
    const packed = await get(url, { 'accept-encoding': 'gzip, br' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(packed.rawPayload.length).toBeLessThan(first.rawPayload.length / 2)
    expect(gunzipSync(packed.rawPayload).equals(first.rawPayload)).toBe(true)
    const { etag } = first.headers
    expect(first.headers['cache-control']).toBe('no-cache')
    const same = await get(url, { 'if-none-match': String(etag) })
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
    expect((await get(`${url}?x=1`, { 'if-none-match': '"another"' })).statusCode).toBe(200)
  },
)

test('below a path its page asks for its parts, and its calls, below that path', async () => {
  const config = { baseUrl: 'https://school.example/xuehui', basePath: '/xuehui', https: true }
  const below = await testApp({ features: [exampleRoutes], authenticate: exampleSessions, config })
  const page = (await below.inject({ url: '/xuehui/api/docs' })).body
  const parts = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => String(address))
  expect(parts.length).toBeGreaterThan(3)
  for (const address of parts) {
    expect(address).toMatch(/^\/xuehui\/api\/docs\//)
    expect((await below.inject({ url: address })).statusCode, address).toBe(200)
  }
  const { servers } = (await below.inject({ url: '/xuehui/api/openapi.json' })).json()
  expect(servers).toEqual([{ url: '/xuehui' }])
  await below.close()
})

test('an unknown or differently spelt address is answered like any other unknown address', async () => {
  for (const path of ['nothing.js', '%73wagger-ui.css', '/swagger-ui.css', '..%2fpackage.json']) {
    const answer = await get(`/api/docs/static/${path}`)
    expect([answer.statusCode, answer.json()], path).toMatchObject([404, { data: { reason: 'NO_ROUTE' } }])
  }
  expect((await get('/api/docs/static/swagger-ui.css')).statusCode).toBe(200)
})

test('an address that asks too often is limited as with any other read', async () => {
  school.clock.move(120_000)
  const visitor = { user_id: null, address: '127.0.0.1', now: school.clock.now() }
  for (let time = 0; time < allowances.read.address; time += 1) await school.app.limits.spend('read', visitor)
  expect((await get('/api/openapi.json')).json()).toMatchObject({ data: { reason: 'TOO_FAST' } })
})
