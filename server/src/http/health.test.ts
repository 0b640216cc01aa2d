import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { version } from '../version.ts'
import { exampleRoutes, exampleSessions } from '../testing/example.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp({ features: [exampleRoutes], authenticate: exampleSessions })
})
afterEach(() => school.close())

const status = async (url: string) => (await school.inject(url)).statusCode

test('a healthy school is alive and ready, and says its version', async () => {
  expect(await status('/healthz')).toBe(200)
  expect(await status('/readyz')).toBe(200)
  expect((await school.inject('/api/version')).json()).toMatchObject({ code: 1, data: { version } })
})

test('a monitor that asks without wanting the answer’s text reads the same from its status', async () => {
  const asked = async (url: string) => (await school.inject({ method: 'HEAD', url })).statusCode
  expect([await asked('/healthz'), await asked('/readyz')]).toEqual([200, 200])
  school.app.http.stopping.value = true
  expect([await asked('/healthz'), await asked('/readyz')]).toEqual([503, 503])
})

test('a process that was asked to stop says so at both addresses, before its connections are refused', async () => {
  school.app.http.stopping.value = true
  for (const address of ['/readyz', '/healthz']) {
    const answer = await school.inject(address)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code: 0, data: { reason: 'BUSY', troubles: ['stopping'] } })
  }
  expect((await school.inject('/api/version')).headers.connection).toBe('close')
})

test('an operator who opens the page of a process that takes no work reads why, in their language, and not that people are too many', async () => {
  const read = async (language: string) =>
    (await school.inject({ url: '/readyz', headers: { 'accept-language': language } })).json<{ msg: string }>().msg
  await school.app.db.schema.dropTable('limits').execute()
  await rm(school.app.config.dataDir, { recursive: true })
  expect(await read('zh-CN')).toMatch(/^数据库现在不能写：.*；数据目录的磁盘快满了（不足100 MB），或者不能写$/)
  expect(await read('en-GB')).toMatch(/^The database cannot be written now: .*; The disk of the data folder/)
  school.app.http.stopping.value = true
  expect(await read('zh-CN')).toBe('这个进程正要停下')
})

test('a process whose database cannot be written is alive and not ready', async () => {
  await school.app.db.schema.dropTable('limits').execute()
  expect((await school.inject('/readyz')).json()).toMatchObject({ data: { troubles: ['database'] } })
  expect(await status('/healthz')).toBe(200)
})

test('students behind the proxy of the manual still read when no process can write: none of them is taken out', async () => {
  await school.app.db.schema.dropTable('limits').execute()
  expect(await status('/readyz')).toBe(503)
  for (const manual of ['operate.md', 'operate.en.md']) {
    const text = readFileSync(join(import.meta.dirname, '../../../docs', manual), 'utf8')
    const [, asked = ''] = /health_uri (\S+)/.exec(text) ?? []
    expect(asked).toMatch(/^\//)
    school.app.http.stopping.value = false
    expect(await status(asked)).toBe(200)
    school.app.http.stopping.value = true
    expect(await status(asked)).toBe(503)
  }
})

test('the API document lists every call with its input, output and refusals', async () => {
  const answer = await school.inject('/api/openapi.json')
  expect(answer.headers['content-type']).toContain('application/json')
  const { openapi, info, paths } = answer.json<{
    openapi: string
    info: { description: string }
    paths: Record<string, Record<string, Record<string, unknown>>>
  }>()
  expect(openapi).toBe('3.1.0')
  // A client has to know which refusals are no HTTP 200, and which any call may answer with.
  expect(info.description).toContain('`TOO_LARGE` 413, `TOO_FAST` 429, `FAULT` 500, `BUSY` 503')
  expect(info.description).toContain('`NO_SESSION`, `ELSEWHERE`, `EXPIRED` have the codes 50008, 50012, 50014')
  expect(Object.keys(paths).toSorted()).toEqual([
    '/api/admin/example/rule',
    '/api/admin/example/staff',
    '/api/example/accept',
    '/api/example/fault',
    '/api/example/hello',
    '/api/example/list',
    '/api/example/login',
    '/api/example/profile',
    '/api/example/save',
    '/api/example/submit',
  ])
  const save = paths['/api/example/save']?.post
  expect(save).toMatchObject({
    summary: 'Echoes a note.',
    requestBody: {
      content: { 'application/json': { schema: { required: ['id', 'title'], additionalProperties: false } } },
    },
    responses: { 200: { content: { 'application/json': { schema: { required: ['code', 'msg', 'time', 'data'] } } } } },
  })
  expect(save?.description).toContain('NOT_FOUND')
  expect(paths['/api/example/list']?.get?.parameters).toEqual(
    expect.arrayContaining([expect.objectContaining({ in: 'query', name: 'keyword' })]),
  )
})

test('the page of the API document comes with its assets, all from here', async () => {
  const page = await school.inject('/api/docs/')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, url]) => new URL(url ?? '', 'http://school/api/docs/'),
  )
  expect(assets.length).toBeGreaterThan(3)
  for (const url of assets) {
    expect(url.host).toBe('school')
    expect(await status(url.pathname)).toBe(200)
  }
})
