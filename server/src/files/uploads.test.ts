import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, copyFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { buildApp } from '../app.ts'
import { silentLog } from '../log.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { createFinisher } from './finish.ts'
import { fileRoutes } from './routes.ts'
import type { FileRow } from './store.ts'
import { UploadFolder } from './upload-store.ts'
import { uploadProblem } from './uploads.ts'

let school: School
let base: string
let token: string
let student: { id: number }

const listen = async ({ http }: School['app']) => {
  await http.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
}

beforeEach(async () => {
  school = await testApp({ authenticate, features: [fileRoutes] })
  base = await listen(school.app)
  student = await aUser(school.app.db)
  token = await school.signIn(student)
})
afterEach(() => school.close())

const encoded = (text: string) => Buffer.from(text).toString('base64')
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

type Begin = { name: string; size: number; purpose?: string; token?: string }

const begin = ({ name, size, purpose = 'submission', token: by = token }: Begin) =>
  fetch(`${base}/api/files`, {
    method: 'POST',
    headers: {
      token: by,
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': `filename ${encoded(name)},purpose ${encoded(purpose)}`,
    },
  })

const send = (location: string, offset: number, bytes: Buffer, by = token) =>
  fetch(base + location, {
    method: 'PATCH',
    headers: {
      token: by,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  })

const look = (location: string, by = token) =>
  fetch(base + location, { method: 'HEAD', headers: { token: by, 'tus-resumable': '1.0.0' } })

const upload = async (name: string, bytes: Buffer, purpose?: string) => {
  const begun = await begin({ name, size: bytes.length, ...(purpose && { purpose }) })
  const location = begun.headers.get('location') ?? ''
  return { begun, location, ended: begun.status === 201 ? await send(location, 0, bytes) : begun }
}

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(200)])
const rows = () => school.app.db.selectFrom('files').selectAll().orderBy('id').execute()
const leftovers = async () =>
  (await readdir(join(school.app.config.dataDir, 'uploads'))).filter((name) => !name.startsWith('picture-'))

/** Sends part of a body and waits until most of it is on the server's disk; how to go on, and the status of the answer. */
const halfway = async (location: string, whole: Buffer, sent: number) => {
  const headers = {
    token,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': whole.length,
  }
  const request = plainRequest(base + location, { method: 'PATCH', headers, agent: false })
  const status = new Promise<number | 'broken'>((resolve) => {
    request.on('error', () => resolve('broken'))
    request.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
  })
  request.write(whole.subarray(0, sent))
  const path = join(school.app.config.dataDir, 'uploads', location.split('/').at(-1)!)
  await vi.waitFor(async () => expect((await stat(path)).size).toBeGreaterThan(sent / 2), { timeout: 10_000 })
  return { request, status }
}

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
  base = `http://127.0.0.1:${(restarted.http.server.address() as AddressInfo).port}`
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
  // What a process leaves that died between the last byte and the look at the file.
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

test.each([
  ['virus.exe', 'submission'],
  ['page.svg', 'submission'],
  ['没有后缀', 'submission'],
  ['essay.pdf', 'avatar'],
])('%s as %s is refused before a byte is sent, by name', async (name, purpose) => {
  const refused = await begin({ name, size: 10, purpose })
  expect(refused.status).toBe(415)
  expect(await refused.json()).toMatchObject({
    code: 0,
    data: { reason: 'FILE_TYPE', name },
    msg: `「${name}」不是可以上传的类型，或者内容和扩展名对不上`,
  })
  expect(await rows()).toEqual([])
})

test.each([
  ['a program called a picture', 'cute.png', Buffer.concat([Buffer.from('MZ'), randomBytes(500)])],
  ['a page called a picture', 'cute.jpg', Buffer.from('<script>alert(1)</script>')],
  ['a program called a text', 'notes.txt', Buffer.concat([Buffer.from('\x7fELF\x02'), randomBytes(500)])],
  ['nothing called a picture', 'empty.gif', Buffer.alloc(0)],
])('%s is refused after the last byte, and nothing of it stays', async (_what, name, bytes) => {
  const { ended } = await upload(name, bytes)
  expect(ended.status).toBe(415)
  expect(await ended.json()).toMatchObject({ code: 0, data: { reason: 'FILE_TYPE', name } })
  expect(await rows()).toEqual([])
  expect(await leftovers()).toEqual([])
})

test('what is too large is refused before it is sent, in the words of the file', async () => {
  const refused = await begin({ name: '大.zip', size: 201 * 2 ** 20 })
  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({ data: { reason: 'FILE_SIZE', name: '大.zip', max_mb: 200 } })
  const avatar = await begin({ name: '我.png', size: 11 * 2 ** 20, purpose: 'avatar' })
  expect(await avatar.json()).toMatchObject({ data: { reason: 'FILE_SIZE', max_mb: 10 } })
})

test('nobody gets past the space that is theirs, not even by beginning everything at once', async () => {
  await school.app.changeSettings({ files: { file_mb: 200, submission_mb: 500, student_mb: 1, max_files: 10 } })
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => begin({ name: `${at}.zip`, size: 400_000 })))
  const taken = answers.filter(({ status }) => status === 201).length
  expect(taken).toBeLessThanOrEqual(2)
  const refused = answers.find(({ status }) => status !== 201)!
  expect(await refused.json()).toMatchObject({ data: { reason: 'QUOTA', max_mb: 1 } })
  expect(await rows()).toHaveLength(taken)
})

test('an upload belongs to one person: to others and to strangers it is not there', async () => {
  const location = (await begin({ name: 'a.txt', size: 5 })).headers.get('location')!
  const other = await school.signIn(await aUser(school.app.db))
  expect((await send(location, 0, Buffer.from('abcde'), other)).status).toBe(404)
  expect((await look(location, other)).status).toBe(404)
  expect(
    (await fetch(base + location, { method: 'DELETE', headers: { token: other, 'tus-resumable': '1.0.0' } })).status,
  ).toBe(404)
  const [forbidden, absent] = await Promise.all(
    [location, '/api/files/99999'].map(async (path) =>
      (await fetch(base + path, { headers: { token: other } })).text(),
    ),
  )
  expect(forbidden).toBe(absent)
  for (const by of ['', 'x'.repeat(43)]) {
    const anonymous = await begin({ name: 'a.txt', size: 5, token: by })
    expect(anonymous.status).toBe(401)
    expect(await anonymous.json()).toMatchObject({ code: 50008 })
  }
  const cookieOnly = await fetch(base + location, { headers: { cookie: `token=${token}` } })
  expect(await cookieOnly.json()).toMatchObject({ code: 50008 })
  expect((await send(location, 0, Buffer.from('abcde'))).status).toBe(200)
})

test.runIf(existsSync('/dev/full'))(
  'a full disk is told as what it is, and once there is room the upload goes on',
  async () => {
    const location = (await begin({ name: 'a.txt', size: 5 })).headers.get('location')!
    const path = join(school.app.config.dataDir, 'uploads', location.split('/').at(-1)!)
    await rm(path)
    await symlink('/dev/full', path)
    const full = await send(location, 0, Buffer.from('abcde'))
    expect([full.status, await full.json()]).toMatchObject([
      507,
      { code: 0, data: { reason: 'DISK_FULL' }, msg: expect.stringContaining('磁盘满了') },
    ])
    await rm(path)
    await writeFile(path, '')
    expect((await send(location, 0, Buffer.from('abcde'))).status).toBe(200)
  },
)

test('a disk that has become read-only is no fault of the upload: it is asked to come again, and the operator reads why', () => {
  const error = Object.assign(new Error('EROFS: read-only file system, write'), { code: 'EROFS' })
  const told: unknown[] = []
  const log = Object.assign(silentLog(), { error: (...line: unknown[]) => told.push(line) })
  const { status, retryAfter, body } = uploadProblem({ log }, error, { language: 'zh-CN', request_id: 'r1', now: 0 })
  expect([status, retryAfter, JSON.parse(body)]).toMatchObject([503, 2, { code: 0, data: { reason: 'BUSY' } }])
  expect(told).toMatchObject([[{ err: error }, 'an upload failed']])
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

test('an upload that is given up while it is looked at becomes no file', async () => {
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

test('only staff upload for tasks and banners, only students for their work', async () => {
  const teacher = await aUser(school.app.db, { roles: ['teacher'] })
  const staff = await school.signIn(teacher, { audience: 'admin', role: 'teacher' })
  const tried = async (by: string, purpose: string) => {
    const answer = await begin({ name: 'a.png', size: 5, purpose, token: by })
    return answer.status === 201 ? 'taken' : ((await answer.json()) as { data: { reason: string } }).data.reason
  }
  expect(
    await Promise.all(['submission', 'avatar', 'task', 'banner', 'poem'].map((purpose) => tried(token, purpose))),
  ).toEqual(['taken', 'taken', 'ROLE', 'ROLE', 'INVALID'])
  expect(await Promise.all(['submission', 'avatar', 'task', 'banner'].map((purpose) => tried(staff, purpose)))).toEqual(
    ['ROLE', 'taken', 'taken', 'taken'],
  )
})

test('whatever the protocol does not allow is answered in the envelope', async () => {
  const location = (await begin({ name: 'a.txt', size: 5 })).headers.get('location')!
  const headers = { token, 'tus-resumable': '1.0.0' }
  const bytes = { 'content-type': 'application/offset+octet-stream' }
  const tries = [
    fetch(`${base}/api/files`, { method: 'POST', headers: { token } }),
    fetch(`${base}/api/files`, { method: 'POST', headers }),
    fetch(`${base}/api/files`, { method: 'POST', headers: { ...headers, 'upload-length': '1e3' } }),
    fetch(`${base}/api/files`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': '5', 'upload-metadata': 'filename %%%' },
    }),
    fetch(`${base}/api/files`, {
      method: 'POST',
      headers: { ...headers, 'upload-defer-length': '1', 'upload-metadata': `filename ${encoded('a.txt')}` },
    }),
    fetch(`${base}/api/files`, { method: 'POST', headers: { token }, body: new FormData() }),
    fetch(base + location, { method: 'PATCH', headers: { ...headers, ...bytes, 'upload-offset': '3' }, body: 'ab' }),
    fetch(base + location, {
      method: 'PATCH',
      headers: { ...headers, ...bytes, 'upload-offset': '0' },
      body: 'far too much',
    }),
    fetch(base + location, { method: 'PATCH', headers: { ...headers, ...bytes, 'upload-offset': '-1' }, body: 'ab' }),
    fetch(base + location, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/json' },
      body: '{}',
    }),
    fetch(`${base}/api/files/0`, {
      method: 'PATCH',
      headers: { ...headers, ...bytes, 'upload-offset': '0' },
      body: 'ab',
    }),
    fetch(`${base}/api/files/..%2f..%2fsecret`, { headers }),
  ]
  for (const answer of await Promise.all(tries)) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    const body = (await answer.json()) as { code: number; msg: string; data: { reason: string } }
    expect([0, 50008]).toContain(body.code)
    expect(body.msg).not.toBe('')
    expect(body.data.reason).toMatch(/^[A-Z_]+$/)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
})
