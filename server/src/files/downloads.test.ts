import { randomBytes } from 'node:crypto'
import { access, mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { fileCards, linkTo } from './cards.ts'
import { aFile } from './factory.ts'
import { fileRoutes } from './routes.ts'
import { filesOf, findFile, readyFiles, type FileRow } from './store.ts'

let school: School
let author: { id: number }
let token: string

beforeEach(async () => {
  school = await testApp({ authenticate, features: [fileRoutes] })
  author = await aUser(school.app.db)
  token = await school.signIn(author)
})
afterEach(() => school.close())

const stored = (name: string, bytes: Buffer, owner_id = author.id) =>
  aFile(school.app.db, { owner_id, name }, { files: school.app.files, bytes })
const get = (url: string, headers: Record<string, string> = { token }) => school.inject({ method: 'GET', url, headers })
const originalOf = (row: FileRow, user = author) => linkTo(school.app, row.id, 'original', user.id)
const again = async (row: FileRow) => (await findFile(school.app.db, row.id))!

const photo = () =>
  sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#1450d9' } })
    .withExif({ IFD0: { Copyright: 'at home' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1' } })
    .jpeg()
    .toBuffer()

test('a link to a file opens for one person and expires: others and strangers get nothing', async () => {
  const row = await stored('作文.txt', Buffer.from('我的一天'))
  const link = originalOf(row)
  const [other, absent] = [await aUser(school.app.db), linkTo(school.app, row.id + 99, 'original', author.id)]
  const others = await school.signIn(other)
  expect((await get(link)).body).toBe('我的一天')
  expect((await get(link, { cookie: `a=b; token=${token}` })).body).toBe('我的一天')

  const nothing = await get(absent)
  expect([nothing.statusCode, nothing.json()]).toMatchObject([404, { code: 0, data: { reason: 'NOT_FOUND' } }])
  expect((await get(link, { token: others })).body).toBe(nothing.body)
  expect((await get(link.replace('signature=o', 'signature=t'))).body).toBe(nothing.body)
  expect((await get(link.replace(`/${row.id}?`, `/${row.id + 1}?`))).body).toBe(nothing.body)
  expect((await get(`${link}x`)).body).toBe(nothing.body)
  expect((await get(link, {})).json()).toMatchObject({ code: 50008 })
  // The same link with the other user’s id in its signature: nobody issued it.
  expect(
    (await get(link.replace(`.${author.id.toString(36)}.`, `.${other.id.toString(36)}.`), { token: others })).body,
  ).toBe(nothing.body)

  school.clock.move(44 * 60_000)
  expect((await get(link)).statusCode).toBe(200)
  school.clock.move(16 * 60_000)
  expect((await get(link)).statusCode).toBe(404)
  expect((await get(originalOf(row))).statusCode).toBe(200)
  await school.app.db.updateTable('sessions').set({ ended_at: 1, ended_reason: 'logout' }).execute()
  expect((await get(originalOf(row))).json()).toMatchObject({ code: 50008 })
})

test('what a browser might run is only ever saved, under its own name', async () => {
  const page = await get(originalOf(await stored('我的"网页".html', Buffer.from('<script>alert(1)</script>'))))
  expect(page.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename="______.html"; filename*=UTF-8''${encodeURIComponent('我的"网页".html')}`,
  })
  expect(page.headers['content-security-policy']).toContain('sandbox')
  const pdf = await get(originalOf(await stored('报告.pdf', Buffer.from('%PDF-1.7 …'))))
  expect(pdf.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline;/),
  })
})

test('parts of a file can be asked for, and what did not change is not sent again', async () => {
  const bytes = randomBytes(1000)
  bytes.write('ID3', 0, 'latin1')
  const link = originalOf(await stored('歌.mp3', bytes))
  const whole = await get(link)
  expect(whole.rawPayload).toEqual(bytes)
  expect(whole.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': '1000',
    'cache-control': 'private, no-cache',
  })
  const part = async (range: string, more = {}) => get(link, { token, range, ...more })
  const middle = await part('bytes=10-19')
  expect([middle.statusCode, middle.headers['content-range'], middle.rawPayload]).toEqual([
    206,
    'bytes 10-19/1000',
    bytes.subarray(10, 20),
  ])
  expect((await part('bytes=990-')).rawPayload).toEqual(bytes.subarray(990))
  expect((await part('bytes=-10')).rawPayload).toEqual(bytes.subarray(990))
  expect((await part('bytes=0-99999')).headers['content-range']).toBe('bytes 0-999/1000')
  const outside = await part('bytes=1000-')
  expect([outside.statusCode, outside.headers['content-range'], outside.body]).toEqual([416, 'bytes */1000', ''])
  for (const odd of ['bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=-'])
    expect((await part(odd)).statusCode).toBe(200)
  const etag = String(whole.headers.etag)
  expect((await part('bytes=0-1', { 'if-range': '"old"' })).statusCode).toBe(200)
  const same = await get(link, { token, 'if-none-match': etag })
  expect([same.statusCode, same.body]).toEqual([304, ''])
})

test('others see a picture anew, smaller and without the place where it was taken; the author sees the original', async () => {
  const bytes = await photo()
  expect((await sharp(bytes).metadata()).exif?.length).toBeGreaterThan(50)
  const row = await stored('照片.jpg', bytes)
  const reader = await aUser(school.app.db)
  const theirs = await school.signIn(reader)
  expect(fileCards(school.app, [row], reader.id, 'public')).toEqual([])
  expect(await school.app.jobs.run('files.pictures')).toBe(true)

  const [card] = fileCards(school.app, [await again(row)], reader.id, 'public')
  expect(card).toMatchObject({ id: row.id, name: '照片.jpg', kind: 'image', mime: 'image/jpeg', sha256: '' })
  const shown = await get(card!.url, { token: theirs })
  const meta = await sharp(shown.rawPayload).metadata()
  expect([meta.width, meta.height, meta.exif]).toEqual([2048, 1024, undefined])
  expect(card!.size).toBe(shown.rawPayload.length)
  const thumb = await sharp((await get(card!.thumb_url!, { token: theirs })).rawPayload).metadata()
  expect([thumb.format, thumb.width]).toEqual(['webp', 480])
  expect((await get(originalOf(row, reader), { token: theirs })).rawPayload).toEqual(bytes)
  expect(await again(row)).toMatchObject({ pictures: 'made', width: 2048, height: 1024 })
})

test('a small picture that is wanted before its turn is made at once, once', async () => {
  const row = await stored('照片.jpg', await photo())
  const link = linkTo(school.app, row.id, 'thumb', author.id)
  const answers = await Promise.all([1, 2, 3].map(() => get(link)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await again(row)).pictures).toBe('made')
})

test('a picture that would eat the machine keeps its original and gets no smaller ones', async () => {
  const bomb = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const broken = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(500)])
  const rows = [await stored('bomb.png', bomb), await stored('broken.png', broken)]
  await school.app.jobs.run('files.pictures')
  for (const row of rows) {
    const now = await again(row)
    expect(now).toMatchObject({ pictures: 'failed', thumb_key: null, public_key: null })
    expect(fileCards(school.app, [now], 1, 'public')).toEqual([])
    expect(fileCards(school.app, [now], author.id)).toMatchObject([{ thumb_url: null }])
    expect((await get(linkTo(school.app, row.id, 'public', author.id))).statusCode).toBe(404)
    expect((await get(originalOf(row))).statusCode).toBe(200)
  }
})

test('files are found in the order asked for, and only finished ones of one’s own', async () => {
  const { db } = school.app
  const [a, b] = [await aFile(db, { owner_id: author.id }), await aFile(db, { owner_id: author.id })]
  const other = await aFile(db, { owner_id: (await aUser(db)).id })
  const unfinished = await aFile(db, { owner_id: author.id, status: 'uploading' })
  const ids = [b.id, other.id, a.id, unfinished.id, b.id, 99_999]
  expect((await filesOf(db, author.id, ids)).map(({ id }) => id)).toEqual([b.id, a.id])
  expect((await readyFiles(db, ids)).map(({ id }) => id)).toEqual([b.id, other.id, a.id])
  expect(await filesOf(db, author.id, [])).toEqual([])
})

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

test('a day later the sweep removes abandoned uploads and bytes nobody points to, and nothing else', async () => {
  const { app } = school
  const now = app.clock()
  const [hour, day] = [3600_000, 24 * 3600_000]
  const uploads = join(app.config.dataDir, 'uploads')
  await mkdir(uploads, { recursive: true })
  const aged = async (path: string, age: number) => {
    await writeFile(path, 'x')
    await utimes(path, new Date(now - age), new Date(now - age))
  }
  const old = await aFile(app.db, { owner_id: author.id, status: 'uploading', created_at: now - day - hour })
  const young = await aFile(app.db, { owner_id: author.id, status: 'uploading', created_at: now - day + hour })
  for (const { id } of [old, young]) await aged(join(uploads, String(id)), day + hour)
  await aged(join(uploads, '777.json'), day + hour)
  await aged(join(uploads, '778'), hour)

  const kept = await stored('照片.jpg', await photo())
  await app.jobs.run('files.pictures')
  const folder = join(app.config.dataDir, 'files', kept.upload_id.slice(0, 2))
  const [orphan, fresh] = [join(folder, 'f'.repeat(32)), join(folder, 'e'.repeat(32))]
  await aged(orphan, day + hour)
  await aged(fresh, hour)
  const { thumb_key, public_key } = await again(kept)
  const keys = [kept.upload_id, thumb_key!, public_key!].map((key) => join(app.config.dataDir, 'files', key))
  for (const path of keys) await utimes(path, new Date(now - 9 * day), new Date(now - 9 * day))

  await app.jobs.run('files.uploads')
  await app.jobs.run('files.sweep')
  expect(await Promise.all([old.id, 777].map((name) => exists(join(uploads, String(name)))))).toEqual([false, false])
  expect(await exists(join(uploads, '777.json'))).toBe(false)
  expect(await Promise.all([young.id, 778].map((name) => exists(join(uploads, String(name)))))).toEqual([true, true])
  expect(await Promise.all([orphan, fresh].map(exists))).toEqual([false, true])
  expect(await Promise.all(keys.map(exists))).toEqual([true, true, true])
  expect((await app.db.selectFrom('files').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual([
    young.id,
    kept.id,
  ])
})

test('a student who holds a hundred downloads open gets no more of them, and a classmate gets theirs', async () => {
  const row = await stored('长篇.txt', randomBytes(2 ** 20))
  const mate = await aUser(school.app.db)
  const mates = await school.signIn(mate)
  const hold = () => school.inject({ url: originalOf(row), headers: { token }, payloadAsStream: true })
  const held = []
  for (let at = 0; at < 100; at += 1) held.push(await hold())
  expect(new Set(held.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const over = await get(originalOf(row))
  expect([over.statusCode, over.json()]).toMatchObject([503, { data: { reason: 'BUSY' } }])
  expect((await get(originalOf(row, mate), { token: mates })).statusCode).toBe(200)
  for (const answer of held) answer.stream().resume()
  await expect.poll(async () => (await get(originalOf(row))).statusCode, { timeout: 20_000 }).toBe(200)
})
