import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from './accounts/factory.ts'
import { siteRoutes } from './http/static.ts'
import { untilSetUp } from './setup-page.ts'
import { testApp, type School } from './testing/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'sites-'))
const http = fastify()
let school: School

beforeAll(async () => {
  school = await testApp({ features: [] })
  for (const name of ['web', 'admin']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'index.html'), '<html><head></head><body>a site</body></html>')
    writeFileSync(join(folder, name, 'main.js'), '1')
  }
  const sites = [
    { folder: join(folder, 'web'), mount: '', isPage: () => true },
    { folder: join(folder, 'admin'), mount: '/admin', isPage: () => true },
  ]
  siteRoutes(http, '', untilSetUp(school.app.db, sites))
})
afterAll(async () => {
  await http.close()
  await school.close()
  rmSync(folder, { recursive: true })
})

const get = async (url: string, language = 'zh-CN') =>
  (await http.inject({ url, headers: { 'accept-language': language } })).body

test('whoever opens a school in which there is nobody yet reads how it is set up, until there is somebody', async () => {
  for (const page of ['/', '/login', '/admin/', '/admin/login']) {
    expect(await get(page), page).toContain('<h1>这里还没有设置好</h1>')
    expect(await get(page, 'en'), page).toContain('<h1>Not set up yet</h1>')
  }
  // The printed link, and what its page is made of.
  expect(await get('/admin/setup')).toContain('a site')
  expect(await get('/admin/main.js')).toBe('1')
  await aUser(school.app.db, { roles: ['admin'] })
  for (const page of ['/', '/login', '/admin/', '/admin/setup']) expect(await get(page), page).toContain('a site')
})
