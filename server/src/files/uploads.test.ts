import { randomBytes } from 'node:crypto'
import { appendFile, copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { buildApp } from '../app.ts'
import { portOf } from '../http/port-of.ts'
import { silentLog } from '../log.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { createFinisher } from './finish.ts'
import { fileRoutes } from './routes.ts'
import type { FileRow } from './store.ts'
import { UploadFolder } from './upload-store.ts'
import { hashOf, listen, png, uploading } from '../testing/uploading.ts'

let school: School
let base: string
let token: string
let student: { id: number }

beforeEach(async () => {
  school = await testApp({ authenticate, features: [fileRoutes] })
  base = await listen(school.app)
  student = await aUser(school.app.db)
  token = await school.signIn(student)
})
afterEach(() => school.close())

const { begin, send, look, upload, rows, leftovers, halfway } = uploading(() => ({ school, base, token }))

test('an upload that breaks off goes on where it was, also after a restart of the server, and keeps its Chinese name', async () => {
  const bytes = randomBytes(3 * 2 ** 20)
  bytes.write('PK\x03\x04', 0, 'latin1')
  const begun = await begin({ name: '我的作品 第一版.zip', size: bytes.length })
  expect(begun.status).toBe(201)
  const location = begun.headers.get('location')!
  expect(location).toMatch(/^\/api\/files\/\d+$/)
  const { request, status } = await halfway(location, bytes, 1_500_000)
  request.destroy(new Error('the line broke'))
  expect(await status).toBe('broken')

  // The same data folder and database, another process.
  await school.app.http.close()
  const restarted = await buildApp({
    ...school.app,
    log: silentLog(),
    authenticate,
    features: [fileRoutes],
    limits: (limits) => limits,
  })
  await restarted.http.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${portOf(restarted.http.server)}`
  try {
    const offset = Number((await look(location)).headers.get('upload-offset'))
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThan(bytes.length)
    const ended = await send(location, offset, bytes.subarray(offset))
    expect(ended.status).toBe(200)
    const answer = (await ended.json()) as { code: number; data: { id: number; url: string } }
    expect(answer).toMatchObject({
      code: 1,
      data: { name: '我的作品 第一版.zip', kind: 'archive', size: bytes.length, sha256: hashOf(bytes) },
    })
    const read = await fetch(base + answer.data.url, { headers: { token } })
    expect(hashOf(Buffer.from(await read.arrayBuffer()))).toBe(hashOf(bytes))
    expect(read.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('我的作品 第一版.zip')}`,
    )
    expect(await leftovers()).toEqual([])
  } finally {
    await restarted.http.close()
  }
})

test('whoever lost the last answer finds the upload complete, and the file by its own address', async () => {
  const { location, ended } = await upload('图.png', png)
  expect(ended.status).toBe(200)
  const again = await look(location)
  expect(again.status).toBe(200)
  expect([again.headers.get('upload-offset'), again.headers.get('upload-length')]).toEqual([
    String(png.length),
    String(png.length),
  ])
  const card = (await (await fetch(base + location, { headers: { token } })).json()) as { data: unknown }
  expect(card.data).toEqual(((await ended.json()) as { data: unknown }).data)
})

test('an upload whose last byte came just before the process died is finished when somebody asks', async () => {
  const begun = await begin({ name: '图.png', size: png.length })
  const location = begun.headers.get('location')!
  const id = Number(location.split('/').at(-1))
  // The state left by a process that died between the last byte and the check of the file.
  await send(location, 0, png.subarray(0, 100))
  await appendFile(join(school.app.config.dataDir, 'uploads', String(id)), png.subarray(100))
  expect((await look(location)).headers.get('upload-offset')).toBe(String(png.length))
  expect(await rows()).toMatchObject([{ id, status: 'ready', sha256: hashOf(png) }])
})

test('two requests that send the same part at once do not mix', async () => {
  const bytes = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(2 ** 20)])
  const location = (await begin({ name: 'a.zip', size: bytes.length })).headers.get('location')!
  const answers = await Promise.all([send(location, 0, bytes), send(location, 0, bytes)])
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses[0]).toBe(200)
  expect([404, 409, 410]).toContain(statuses[1])
  expect(await rows()).toMatchObject([{ status: 'ready', sha256: hashOf(bytes) }])
})

test('an upload that is given up is gone', async () => {
  const location = (await begin({ name: 'a.txt', size: 5 })).headers.get('location')!
  await send(location, 0, Buffer.from('ab'))
  expect(
    (await fetch(base + location, { method: 'DELETE', headers: { token, 'tus-resumable': '1.0.0' } })).status,
  ).toBe(204)
  expect([await rows(), await leftovers()]).toEqual([[], []])
  expect((await look(location)).status).toBe(404)
})

test('an upload that is given up while its last part is under way leaves nothing', async () => {
  const bytes = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(2 ** 20)])
  const location = (await begin({ name: 'a.zip', size: bytes.length })).headers.get('location')!
  const { request, status } = await halfway(location, bytes, bytes.length - 1)
  await school.app.db.deleteFrom('files').execute()
  request.end(bytes.subarray(-1))
  expect(await status).toBe(404)
  expect(await rows()).toEqual([])
})

test('an upload that is given up while its content is checked becomes no file', async () => {
  const folder = new UploadFolder(join(school.app.config.dataDir, 'uploads'), school.app.files)
  const location = (await begin({ name: '图.png', size: png.length })).headers.get('location')!
  const [row] = await rows()
  await writeFile(folder.pathOf(location.split('/').at(-1)!), png)
  await school.app.db.deleteFrom('files').execute()
  const finished: FileRow[] = []
  await expect(createFinisher(school.app, folder, (file) => finished.push(file))(row!)).rejects.toMatchObject({
    reason: 'NOT_FOUND',
  })
  expect([finished, await rows()]).toEqual([[], []])
})

test('a finished file takes no more bytes and cannot be given up, even where its upload was left behind', async () => {
  const { location } = await upload('图.png', png)
  const [before] = await rows()
  const left = (await begin({ name: '图.png', size: png.length })).headers.get('location')!
  const pathOf = (of: string) => join(school.app.config.dataDir, 'uploads', of.split('/').at(-1)!)
  for (const ending of ['', '.json']) await copyFile(`${pathOf(left)}${ending}`, `${pathOf(location)}${ending}`)
  expect((await send(location, 0, Buffer.from(png).reverse())).status).toBe(404)
  expect(
    (await fetch(base + location, { method: 'DELETE', headers: { token, 'tus-resumable': '1.0.0' } })).status,
  ).toBe(404)
  expect((await rows())[0]).toEqual(before)
})

test('an upload cannot be fetched before its last byte has arrived, and its id is accepted in one form only', async () => {
  const location = (await begin({ name: '图.png', size: png.length })).headers.get('location')!
  const answer = (path: string) =>
    fetch(base + path, { headers: { token } }).then(async (given) => [given.status, await given.json()])
  const absent = await answer('/api/files/99999')
  expect(absent).toMatchObject([404, { data: { reason: 'NOT_FOUND' } }])
  expect(await answer(location)).toMatchObject([404, { data: { reason: 'NOT_FOUND' } }])
  await send(location, 0, png)
  expect(await answer(location)).toMatchObject([200, { code: 1 }])
  for (const path of [`${location}e0`, `${location}.0`, `/api/files/${2 ** 31}`])
    expect(await answer(path), path).toMatchObject([404, {}])
})
