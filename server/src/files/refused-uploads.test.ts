import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { silentLog } from '../log.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aFile } from './factory.ts'
import { fileRoutes } from './routes.ts'
import { leastBytes, spaceOf } from './store.ts'
import { uploadProblem } from './uploads.ts'
import { encoded, listen, png, uploading } from '../testing/uploading.ts'

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

const { begin, send, look, upload, rows, leftovers } = uploading(() => ({ school, base, token }))

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

test('a student who tries again and again while nothing can be stored uploads as soon as it can', async () => {
  const folder = join(school.app.config.dataDir, 'uploads')
  await rm(folder, { recursive: true })
  await writeFile(folder, 'not a folder')
  for (let time = 0; time < 60; time += 1) expect((await begin({ name: '作业.zip', size: 300 })).ok).toBe(false)
  expect(await rows()).toEqual([])
  expect(await spaceOf(school.app.db, student.id)).toEqual({ bytes: 0, uploading: 0 })
  await rm(folder)
  await mkdir(folder)
  const { ended } = await upload('作业.png', png)
  expect(ended.status).toBe(200)
})

test.each([
  ['作业.txt', 'submission'],
  ['空.gif', 'avatar'],
])('an empty file is refused before anything of it is kept, and told why: %s as %s', async (name, purpose) => {
  const refused = await begin({ name, size: 0, purpose })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    code: 0,
    msg: `「${name}」是空的，请选有内容的文件`,
    data: { reason: 'INVALID', field: 'file' },
  })
  expect(await rows()).toEqual([])
  expect(await leftovers()).toEqual([])
})

test('tiny files count with the space they take on disk, so that a student reaches the limit', async () => {
  await school.app.changeSettings({ files: { file_mb: 1, submission_mb: 1, student_mb: 1, max_files: 10 } })
  const fitting = 2 ** 20 / leastBytes
  await Promise.all(Array.from({ length: fitting - 1 }, () => aFile(school.app.db, { owner_id: student.id })))
  const { ended } = await upload('last.txt', Buffer.from('a'))
  expect(ended.status).toBe(200)
  const refused = await begin({ name: 'one more.txt', size: 1 })
  expect([refused.status, await refused.json()]).toMatchObject([413, { data: { reason: 'QUOTA', max_mb: 1 } }])
})

test('of the space of a student no more files can be made than are summed up at once', async () => {
  const { files } = await school.app.settings()
  for (let at = 0; at < 5; at += 1) await aFile(school.app.db, { owner_id: student.id, size: 1 })
  const { bytes } = await spaceOf(school.app.db, student.id)
  expect((files.student_mb * 2 ** 20) / (bytes / 5)).toBeLessThanOrEqual(65_536)
})

test('nobody exceeds their space, not even by beginning all uploads at once', async () => {
  await school.app.changeSettings({ files: { file_mb: 200, submission_mb: 500, student_mb: 1, max_files: 10 } })
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => begin({ name: `${at}.zip`, size: 400_000 })))
  const taken = answers.filter(({ status }) => status === 201).length
  expect(taken).toBeLessThanOrEqual(2)
  const refused = answers.find(({ status }) => status !== 201)!
  expect(await refused.json()).toMatchObject({ data: { reason: 'QUOTA', max_mb: 1 } })
  expect(await rows()).toHaveLength(taken)
})

test('a student with fifty files under way is told so, and not that there is no space; the next waits for its turn', async () => {
  const { db } = school.app
  for (let at = 0; at < 50; at += 1) await aFile(db, { owner_id: student.id, size: 1, status: 'uploading' })
  const refused = await begin({ name: '第51个.zip', size: 1 })
  expect([refused.status, await refused.json()]).toMatchObject([429, { data: { reason: 'UPLOADS_OPEN', max: 50 } }])
  expect(await rows()).toHaveLength(50)
})

test('what one account of staff sends a day has an end as well; what was sent before counts no more', async () => {
  await school.app.changeSettings({ files: { file_mb: 1, submission_mb: 1, student_mb: 1, max_files: 10 } })
  const { db, clock } = school.app
  const assistant = await aUser(db, { roles: ['student', 'assistant'] })
  const by = await school.signIn(assistant, { audience: 'admin', role: 'assistant' })
  const given = { owner_id: assistant.id, purpose: 'task', size: 2 ** 20 } as const
  for (let at = 0; at < 9; at += 1) await aFile(db, { ...given, created_at: clock() - 25 * 3_600_000 })
  for (let at = 0; at < 4; at += 1) await aFile(db, { ...given, created_at: clock() })
  expect((await begin({ name: '讲义.zip', size: 2 ** 20, purpose: 'task', token: by })).status).toBe(201)
  const refused = await begin({ name: '再一份.zip', size: 2 ** 20, purpose: 'task', token: by })
  expect([refused.status, await refused.json()]).toMatchObject([413, { data: { reason: 'UPLOADED_TODAY', max_mb: 5 } }])
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

test('a full disk is reported as such, and the upload goes on once there is room', async ({ skip }) => {
  skip(!existsSync('/dev/full'), 'this machine has no /dev/full')
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
})

test('an upload to a read-only disk is answered to try again, and the log gives the operator the reason', () => {
  const error = Object.assign(new Error('EROFS: read-only file system, write'), { code: 'EROFS' })
  const told: unknown[] = []
  const log = Object.assign(silentLog(), { error: (...line: unknown[]) => told.push(line) })
  const { status, retryAfter, body } = uploadProblem({ log }, error, { language: 'zh-CN', request_id: 'r1', now: 0 })
  expect([status, retryAfter, JSON.parse(body)]).toMatchObject([503, 2, { code: 0, data: { reason: 'BUSY' } }])
  expect(told).toMatchObject([[{ err: error }, 'an upload failed']])
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
