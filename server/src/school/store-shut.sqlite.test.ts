import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { linkTo } from '../files/cards.ts'
import { aFile } from '../files/factory.ts'
import { settingsFor } from '../testing/stub-store.ts'
import { testApp, type School } from '../testing/test-app.ts'

const refusal = '<?xml version="1.0"?><Error><Code>InvalidAccessKeyId</Code><Message>no</Message></Error>'

let store: Server
/** Whether the store refuses everything. */
let isShut: boolean
let school: School
beforeEach(async () => {
  isShut = false
  const kept = new Map<string, Buffer>()
  store = createServer(async ({ method, url = '' }, response) => {
    const [key = ''] = url.split('?')
    if (isShut) return response.writeHead(403).end(method === 'HEAD' ? '' : refusal)
    if (method === 'PUT') kept.set(key, await buffer(response.req))
    const there = kept.get(key)
    if (/^\/school\/?$/.test(key) || there) return response.writeHead(200).end(method === 'GET' ? there : '')
    return response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', () => resolve()))
  school = await testApp({ config: { objects: settingsFor(store) } })
})
afterEach(async () => {
  await school.close()
  store.closeAllConnections()
  store.close()
})

test('while the key of the store is not right, a student who opens a file is asked to try later, and administrators read why', async () => {
  const { app } = school
  const student = await aUser(app.db)
  const admin = school.as(await aUser(app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  const row = await aFile(app.db, { owner_id: student.id }, { files: app.files, bytes: Buffer.from('我的一天') })
  const headers = { token: await school.signIn(student) }
  const open = () => school.inject({ method: 'GET', url: linkTo(app, row.id, 'original', student.id), headers })
  const told = async () => (await admin(systemAdmin.read)).findings.filter(({ kind }) => kind === 'STORE_AWAY')
  expect([(await open()).body, await told()]).toEqual(['我的一天', []])
  isShut = true
  const answer = await open()
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { data: { reason: 'BUSY' } }])
  expect(await told()).toMatchObject([{ detail: expect.stringContaining('S3_SECRET_ACCESS_KEY') }])
  isShut = false
  expect([(await open()).body, await told()]).toEqual(['我的一天', []])
})
