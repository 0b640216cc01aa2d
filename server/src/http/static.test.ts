import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type School } from '../testing/test-app.ts'
import { isStudentPage, studentOpening } from './pages.ts'

const script = 'console.log("同窗")'
const folder = mkdtempSync(join(tmpdir(), 'site-'))
let school: School
let prefixed: School

beforeAll(async () => {
  mkdirSync(join(folder, 'web/assets'), { recursive: true })
  mkdirSync(join(folder, 'web/.vite'))
  mkdirSync(join(folder, 'admin/assets'), { recursive: true })
  const html =
    '<!doctype html><html lang="zh-CN"><head><title>x</title><link rel="icon" href="./icon.svg"></head><body><div id="root"></div><script type="module" src="./assets/main-1a2b.js"></script></body></html>'
  writeFileSync(join(folder, 'web/index.html'), html)
  writeFileSync(join(folder, 'web/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const manifest = {
    'src/app/shell.tsx': { file: 'assets/shell-1.js', imports: ['_shared.js'], css: ['assets/shell-1.css'] },
    'src/pages/square-page.tsx': { file: 'assets/square-1.js', imports: ['_shared.js'] },
    'src/pages/login-page.tsx': { file: 'assets/login-1.js' },
    'src/locales/zh-CN/auth.ts': { file: 'assets/words-zh.js' },
    'src/locales/en-US/auth.ts': { file: 'assets/words-en.js' },
    '_shared.js': { file: 'assets/shared-1.js', imports: ['main'] },
    main: { file: 'assets/main-1a2b.js' },
  }
  const painted = { 'login zh-CN': '<h1>登录</h1><img src="/a.svg">', 'login en-US': '<h1>Log in</h1>' }
  writeFileSync(join(folder, 'web/.vite/painted.json'), JSON.stringify(painted))
  writeFileSync(join(folder, 'web/.vite/manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'web/assets/main-1a2b.js'), script)
  writeFileSync(join(folder, 'web/assets/main-1a2b.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'web/assets/main-1a2b.js.gz'), gzipSync(script))
  writeFileSync(join(folder, 'admin/index.html'), html)
  writeFileSync(join(folder, 'admin/assets/main-1a2b.js'), script)
  writeFileSync(join(folder, 'secret'), 'not served')
  const sites = [
    { folder: join(folder, 'web'), mount: '', isPage: isStudentPage, openingOf: studentOpening },
    { folder: join(folder, 'admin'), mount: '/admin', isPage: () => true },
  ]
  school = await testApp({ sites, features: [] })
  prefixed = await testApp({
    sites,
    features: [],
    config: { baseUrl: 'https://school.example/xuehui', basePath: '/xuehui', https: true },
  })
})
afterAll(async () => {
  await school.close()
  await prefixed.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  school.inject({ method, url, headers })

describe('pages', () => {
  test.each([
    '/',
    '/login',
    '/register?operate=logout',
    '/square/index',
    '/square/task_detail/7',
    '/square/task_detail/submit/7',
    '/square/guild_details/7/%E5%90%8D%2F/all',
    '/tradeunion/index',
    '/dashboard/workplace',
    '/redirect/square/index',
  ])('%s is the document of the student site, never stored without asking', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.body).toContain('src="/assets/main-1a2b.js"')
    expect(answer.body).toContain('href="/icon.svg"')
    expect(answer.body).toContain('<meta name="base-path" content="">')
  })

  test('the document of a page names the parts it opens with and its words in the reader’s language, each once', async () => {
    const { body } = await prefixed.inject({ method: 'GET', url: '/xuehui/square/index' })
    for (const file of ['shell-1.js', 'square-1.js', 'shared-1.js', 'shell-1.css', 'words-zh.js'])
      expect(body.split(`href="/xuehui/assets/${file}"`), file).toHaveLength(2)
    expect(body, 'named by the document already').not.toContain('href="/xuehui/assets/main-1a2b.js"')
    const english = (await get('/square/index', { cookie: 'token=1; language=en-US' })).body
    expect(english).toContain('words-en.js')
    expect(english).toContain('<html lang="en-US">')
    expect(english).not.toContain('words-zh.js')
  })

  test('the document has the log-in form in the reader’s language, and for a logged-in person the page that is loading', async () => {
    for (const url of ['/login', '/', '/login?redirect=%2Fsquare%2Findex'])
      expect((await get(url)).body, url).toContain('<div id="root" data-painted><h1>登录</h1><img src="/a.svg"></div>')
    expect((await prefixed.inject('/xuehui/login')).body).toContain('<img src="/xuehui/a.svg">')
    expect((await get('/login', { cookie: 'language=en-US' })).body).toContain('<h1>Log in</h1>')
    // What else the page may show is not known before it has looked at its address.
    for (const url of ['/login?operate=logout', '/register', '/square/index'])
      expect((await get(url)).body, url).toContain('<div id="root"></div>')
    const known = (await get('/', { cookie: 'token=1' })).body
    expect(known).toContain('square-1.js')
    expect(known).not.toContain('登录')
  })

  test('an unknown address gets the document too, with status 404', async () => {
    for (const url of ['/nothing', '/square/task_detail/x', '/assets/gone.js', '/index.php', '/.vite/manifest.json']) {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    }
  })

  test('an unknown address below /api is an envelope', async () => {
    for (const url of ['/api', '/api/nothing']) {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 0, data: { reason: 'NO_ROUTE' } })
    }
  })

  test('the staff’s site has a document of its own', async () => {
    expect((await get('/admin/')).body).toContain('src="/admin/assets/main-1a2b.js"')
    expect((await get('/admin/assets/main-1a2b.js')).body).toBe(script)
  })

  test('below a path prefix links and the base are the prefix’s, whether the proxy cuts it off or not', async () => {
    for (const url of ['/xuehui/square/index', '/square/index']) {
      const { body, statusCode } = await prefixed.inject(url)
      expect(statusCode).toBe(200)
      expect(body).toContain('src="/xuehui/assets/main-1a2b.js"')
      expect(body).toContain('<meta name="base-path" content="/xuehui">')
    }
    expect((await prefixed.inject('/xuehui')).statusCode).toBe(200)
    expect((await prefixed.inject('/xuehui/assets/main-1a2b.js')).body).toBe(script)
    expect((await prefixed.inject('/xuehui/admin/')).body).toContain('src="/xuehui/admin/assets/main-1a2b.js"')
    expect((await prefixed.inject('/xuehui/healthz')).statusCode).toBe(200)
  })

  test('a part of a page carries only what concerns it, a picture that could be opened as a page keeps its policy', async () => {
    const part = (await get('/assets/main-1a2b.js')).headers
    expect(part).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    for (const name of ['content-security-policy', 'referrer-policy', 'permissions-policy', 'etag'])
      expect(part, name).not.toHaveProperty(name)
    expect((await get('/icon.svg')).headers).toHaveProperty('content-security-policy')
  })

  test('answer headers have the length that the page sizes assume', async () => {
    const lengthOf = async (url: string) => {
      const { headers } = await get(url, { 'accept-encoding': 'br' })
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
      return ['HTTP/1.1 200 OK', ...lines, 'keep-alive: timeout=65', '', ''].join('\r\n').length
    }
    // `heads` of tools/check-sizes.ts.
    expect(await lengthOf('/assets/main-1a2b.js')).toBeLessThanOrEqual(350)
    expect(await lengthOf('/login')).toBeLessThanOrEqual(950)
  })

  test('every document carries the sites’ policy', async () => {
    const policy = String((await get('/login')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
    for (const part of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types stored-html ProseMirrorClipboard service-worker',
    ]) {
      expect(policy).toContain(part)
    }
    expect((await get('/login')).headers['x-content-type-options']).toBe('nosniff')
  })
})

test('a part whose file an update took away under a running process is unknown, so that pages say that there is a new version', async () => {
  const replaced = mkdtempSync(join(tmpdir(), 'site-'))
  mkdirSync(join(replaced, 'assets'))
  writeFileSync(join(replaced, 'index.html'), '<!doctype html><html><head></head></html>')
  for (const name of ['read-1.js', 'unread-1.js']) writeFileSync(join(replaced, 'assets', name), script)
  const here = await testApp({ sites: [{ folder: replaced, mount: '', isPage: isStudentPage }], features: [] })
  const status = async (name: string) => (await here.inject(`/assets/${name}`)).statusCode
  expect(await status('read-1.js')).toBe(200)
  rmSync(replaced, { recursive: true })
  expect([await status('read-1.js'), await status('unread-1.js')]).toEqual([200, 404])
  await here.close()
})

test('a page that cannot be sent is a page with the number of the fault; a program gets the envelope', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'site-'))
  writeFileSync(join(broken, 'index.html'), '<!doctype html><html><head></head></html>')
  writeFileSync(join(broken, 'icon.svg'), '<svg/>')
  const here = await testApp({ sites: [{ folder: broken, mount: '', isPage: isStudentPage }], features: [] })
  rmSync(broken, { recursive: true })
  const asked = (headers: Record<string, string>) => here.inject({ method: 'GET', url: '/icon.svg', headers })
  const page = await asked({ accept: 'text/html,*/*', 'accept-language': 'zh-CN' })
  expect(page.statusCode).toBe(500)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toMatch(/抱歉，服务器出了问题.*错误编号 <b>[0-9a-z]{9}<\/b>/s)
  expect((await asked({ accept: 'text/html', 'accept-language': 'en-US' })).body).toContain('<html lang="en">')
  expect((await asked({ accept: '*/*' })).json()).toMatchObject({ code: 0, data: { reason: 'FAULT' } })
  await here.close()
})

describe('assets', () => {
  test('a file with a hash in its name is kept for a year and comes as the browser likes it', async () => {
    const url = '/assets/main-1a2b.js'
    const plain = await get(url)
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(plain.body).toBe(script)
    const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
    const gzip = await get(url, { 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
  })

  test('what the browser has already is not sent again', async () => {
    const { etag } = (await get('/icon.svg')).headers
    const again = await get('/icon.svg', { 'if-none-match': String(etag) })
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' })
  })

  test('a HEAD request is answered with the length and without a body', async () => {
    const answer = await get('/assets/main-1a2b.js', {}, 'HEAD')
    expect({ status: answer.statusCode, length: answer.headers['content-length'], body: answer.body }).toEqual({
      status: 200,
      length: String(Buffer.byteLength(script)),
      body: '',
    })
  })

  test.each([
    '/../secret',
    '/assets/../../secret',
    '/%2e%2e/secret',
    '/..%2fsecret',
    '/assets/%2e%2e%2f%2e%2e%2fsecret',
    '/.vite/manifest.json',
    '//secret',
  ])('%s leads to no file', async (url) => {
    const answer = await get(url)
    expect(answer.body).not.toContain('not served')
    expect([400, 404]).toContain(answer.statusCode)
  })
})
