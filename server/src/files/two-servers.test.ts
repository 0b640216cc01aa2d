import { createHash, randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { openDatabase } from '../db/open.ts'
import { portOf } from '../http/port-of.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { freshDatabase } from '../testing/test-database.ts'
import { fileRoutes } from './routes.ts'

/** Two servers on one database and one data folder. */
let here: School
let there: School
let addresses: [string, string]
let token: string

beforeEach(async () => {
  const database = await freshDatabase()
  here = await testApp({ database, features: [fileRoutes] })
  const { dataDir } = here.app.config
  there = await testApp({
    database: await openDatabase({ url: database.url, dataDir }),
    config: { dataDir },
    features: [fileRoutes],
  })
  const listen = async ({ app }: School) => {
    await app.http.listen({ host: '127.0.0.1', port: 0 })
    return `http://127.0.0.1:${portOf(app.http.server)}`
  }
  addresses = [await listen(here), await listen(there)]
  token = await here.signIn(await aUser(here.app.db))
})
afterEach(async () => {
  await there.close()
  await here.close()
})

const protocol = () => ({ token, 'tus-resumable': '1.0.0' })
const patching = (offset: number) => ({
  ...protocol(),
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})
const begin = async (size: number) => {
  const metadata = `filename ${Buffer.from('a.zip').toString('base64')},purpose ${Buffer.from('submission').toString('base64')}`
  const headers = { ...protocol(), 'upload-length': String(size), 'upload-metadata': metadata }
  return (await fetch(`${addresses[0]}/api/files`, { method: 'POST', headers })).headers.get('location') ?? ''
}
const send = (base: string, location: string, offset: number, bytes: Buffer) =>
  fetch(base + location, { method: 'PATCH', headers: patching(offset), body: new Uint8Array(bytes.subarray(offset)) })
const offsetOf = async (base: string, location: string) =>
  Number((await fetch(base + location, { method: 'HEAD', headers: protocol() })).headers.get('upload-offset'))
const archive = (size: number) => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(size)])
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const rows = () => here.app.db.selectFrom('files').select(['status', 'sha256', 'size']).orderBy('id').execute()

test('the same part of an upload sent to both servers at once is taken once, and the other gets a status of the protocol', async () => {
  const rounds = Array.from({ length: 8 }, () => archive(40_000))
  const said = new Set<number>()
  for (const bytes of rounds) {
    const location = await begin(bytes.length)
    const answers = await Promise.all([...addresses, ...addresses].map((base) => send(base, location, 0, bytes)))
    for (const { status } of answers) said.add(status)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await offsetOf(addresses[1], location)).toBe(bytes.length)
  }
  expect([...said].filter((status) => ![200, 404, 409, 410, 423].includes(status))).toEqual([])
  expect((await rows()).map(({ sha256 }) => sha256)).toEqual(rounds.map(hashOf))
  expect(await readdir(join(here.app.config.dataDir, 'uploads'))).toEqual([])
})

test('a student whose connection broke continues at the other server, which ends the request at the first', async () => {
  const bytes = archive(300_000)
  const location = await begin(bytes.length)
  const broken = plainRequest(addresses[0] + location, {
    method: 'PATCH',
    headers: { ...patching(0), 'content-length': bytes.length },
    agent: false,
  })
  const ended = new Promise<unknown>((resolve) => {
    broken.on('error', resolve)
    broken.on('response', (answer) => resolve(answer.resume()))
  })
  broken.write(bytes.subarray(0, 100_000))
  const path = join(here.app.config.dataDir, 'uploads', location.split('/').at(-1)!)
  await expect.poll(async () => (await stat(path)).size).toBeGreaterThan(0)
  const offset = await offsetOf(addresses[1], location)
  expect(offset).toBeLessThanOrEqual(100_000)
  await ended
  broken.destroy()
  expect((await send(addresses[1], location, offset, bytes)).status).toBe(200)
  expect(await rows()).toMatchObject([{ status: 'ready', sha256: hashOf(bytes), size: bytes.length }])
})
