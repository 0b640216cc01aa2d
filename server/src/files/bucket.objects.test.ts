import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { openDatabase } from '../db/open.ts'
import { portOf } from '../http/port-of.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { freshDatabase } from '../testing/test-database.ts'
import { freshObjects, missingObjects } from '../testing/test-objects.ts'
import { describeUnless } from '../testing/where-possible.ts'
import { linkTo } from './cards.ts'
import { aFile } from './factory.ts'
import { fileRoutes } from './routes.ts'
import { findFile, type FileRow } from './store.ts'

const MB = 2 ** 20
const day = 24 * 3_600_000

/** Two servers on two machines: they share a database and a bucket, and no folder. */
let here: School
let there: School
let addresses: [string, string]
let student: { id: number }
let token: string

const listen = async ({ app }: School) => {
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${portOf(app.http.server)}`
}

const open = async (more: Record<string, string> = {}) => {
  const database = await freshDatabase()
  const objects = await freshObjects(more)
  here = await testApp({ database, config: { objects }, features: [fileRoutes] })
  const second = await openDatabase({ url: database.url, dataDir: '' })
  there = await testApp({ database: second, config: { objects }, features: [fileRoutes] })
  addresses = [await listen(here), await listen(there)]
  student = await aUser(here.app.db)
  token = await here.signIn(student)
}

const protocol = () => ({ token, 'tus-resumable': '1.0.0' })
const patching = (offset: number) => ({
  ...protocol(),
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})
const begin = async (name: string, size: number) => {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const metadata = `filename ${encoded(name)},purpose ${encoded('submission')}`
  const headers = { ...protocol(), 'upload-length': String(size), 'upload-metadata': metadata }
  return (await fetch(`${addresses[0]}/api/files`, { method: 'POST', headers })).headers.get('location') ?? ''
}
const send = (base: string, location: string, offset: number, bytes: Buffer) =>
  fetch(base + location, { method: 'PATCH', headers: patching(offset), body: new Uint8Array(bytes) })
const offsetOf = async (base: string, location: string) =>
  Number((await fetch(base + location, { method: 'HEAD', headers: protocol() })).headers.get('upload-offset'))
const zip = (size: number) => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(size - 4)])
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const rows = () => here.app.db.selectFrom('files').selectAll().orderBy('id').execute()
const stored = (name: string, bytes: Buffer) =>
  aFile(here.app.db, { owner_id: student.id, name }, { files: here.app.files, bytes })
const get = (
  row: FileRow,
  headers: Record<string, string> = {},
  variant: 'original' | 'public' | 'thumb' = 'original',
) =>
  fetch(addresses[1] + linkTo(there.app, row.id, variant, student.id), {
    headers: { token, ...headers },
    redirect: 'manual',
  })
const namesIn = async (keys: AsyncIterable<{ key: string } | { name: string }>) =>
  (await Array.fromAsync(keys)).map((one) => ('key' in one ? one.key : one.name)).toSorted()

describeUnless(missingObjects, 'files in an object store', () => {
  beforeEach(() => open())
  afterEach(async () => {
    await there.close()
    await here.close()
  })

  test('an upload in many parts that breaks off at one server goes on at the other, and nothing of it is left behind', async () => {
    const bytes = zip(13 * MB + 7)
    const location = await begin('作品.zip', bytes.length)
    // Less than a store takes as a part, then across several.
    expect((await send(addresses[0], location, 0, bytes.subarray(0, 300_000))).status).toBe(204)
    expect(await offsetOf(addresses[1], location)).toBe(300_000)
    expect((await send(addresses[1], location, 300_000, bytes.subarray(300_000, 11 * MB))).status).toBe(204)
    expect(await offsetOf(addresses[0], location)).toBe(11 * MB)
    // The connection breaks in the middle of a request: the parts received whole are kept, the rest is sent again.
    const over = new AbortController()
    const broken = fetch(addresses[0] + location, {
      method: 'PATCH',
      headers: { ...patching(11 * MB), 'content-length': String(bytes.length - 11 * MB) },
      body: new ReadableStream({
        start: (stream) => {
          stream.enqueue(new Uint8Array(bytes.subarray(11 * MB, 12 * MB)))
          setTimeout(() => over.abort(), 200)
        },
      }),
      duplex: 'half',
      signal: over.signal,
    } as RequestInit).catch(() => null)
    await broken
    const offset = await offsetOf(addresses[1], location)
    expect(offset).toBeGreaterThan(11 * MB)
    expect((await send(addresses[1], location, offset, bytes.subarray(offset))).status).toBe(200)
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'ready', kind: 'archive', size: bytes.length, sha256: hashOf(bytes) })
    expect(await namesIn(here.app.stores.uploads!.names())).toEqual([])
    expect(await namesIn(here.app.files.list())).toEqual([row!.upload_id])
    expect(hashOf(Buffer.from(await (await get(row!)).arrayBuffer()))).toBe(hashOf(bytes))
    for (const { app } of [here, there]) expect(await readdir(app.config.dataDir)).not.toContain('files')
  })

  test('the same part sent to both servers at once is taken once', async () => {
    const said = new Set<number>()
    const rounds = Array.from({ length: 4 }, () => zip(40_000))
    for (const bytes of rounds) {
      const location = await begin('a.zip', bytes.length)
      const answers = await Promise.all([...addresses, ...addresses].map((base) => send(base, location, 0, bytes)))
      for (const { status } of answers) said.add(status)
      expect(answers.some(({ status }) => status === 200)).toBe(true)
    }
    expect([...said].filter((status) => ![200, 404, 409, 410, 423].includes(status))).toEqual([])
    expect((await rows()).map(({ sha256 }) => sha256)).toEqual(rounds.map(hashOf))
    await expect.poll(() => here.app.db.selectFrom('upload_turns').selectAll().execute()).toEqual([])
  })

  test('the turn of a process that died is free after its time', async () => {
    const bytes = zip(2_000)
    const location = await begin('a.zip', bytes.length)
    const dead = { file_id: Number(location.split('/').at(-1)), holder: 'a process that died', asked: 0 }
    await here.app.db
      .insertInto('upload_turns')
      .values({ ...dead, held_until: there.clock.now() + 10_000 })
      .execute()
    expect((await send(addresses[1], location, 0, bytes)).status).toBe(423)
    there.clock.move(10_000)
    expect((await send(addresses[1], location, 0, bytes)).status).toBe(200)
  })

  test('bytes that do not match their file name are refused', async () => {
    const bytes = randomBytes(6 * MB)
    const location = await begin('图.png', bytes.length)
    expect((await send(addresses[0], location, 0, bytes)).status).toBe(415)
    expect([
      await rows(),
      await namesIn(here.app.stores.uploads!.names()),
      await namesIn(here.app.files.list()),
    ]).toEqual([[], [], []])
  })

  test('an upload that is given up, and one whose row is gone, leave nothing in the store', async () => {
    const location = await begin('a.zip', 20 * MB)
    expect((await send(addresses[0], location, 0, zip(9 * MB))).status).toBe(204)
    const other = await begin('b.zip', 20 * MB)
    expect((await send(addresses[0], other, 0, zip(100))).status).toBe(204)
    expect((await fetch(addresses[1] + location, { method: 'DELETE', headers: protocol() })).status).toBe(204)
    const left = await namesIn(here.app.stores.uploads!.names())
    expect(new Set(left.map((name) => name.replace(/\..*/, '')))).toEqual(new Set([other.split('/').at(-1)]))
    await here.app.db.deleteFrom('files').execute()
    // The store has its own clock.
    here.clock.set(Date.now() + 2 * day)
    await here.app.jobs.run('files.uploads')
    expect(await namesIn(here.app.stores.uploads!.names())).toEqual([])
  })

  test('others get a picture smaller and without its location, and any server serves each form of it', async () => {
    const photo = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#1450d9' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1' } })
      .jpeg()
      .toBuffer()
    const row = await stored('照片.jpg', photo)
    await here.app.jobs.run('files.pictures')
    const made = (await findFile(there.app.db, row.id))!
    expect(made).toMatchObject({ pictures: 'made', width: 2048, height: 1024 })
    const [thumb, open] = await Promise.all([get(made, {}, 'thumb'), get(made, {}, 'public')])
    expect(await sharp(Buffer.from(await thumb.arrayBuffer())).metadata()).toMatchObject({ format: 'webp' })
    const shown = Buffer.from(await open.arrayBuffer())
    expect([open.status, (await sharp(shown).metadata()).exif]).toEqual([200, undefined])
    expect((await get(made, { 'if-none-match': open.headers.get('etag') ?? '' }, 'public')).status).toBe(304)
  })

  test('a part of a file is sent as a part, and one behind its end is refused', async () => {
    const bytes = zip(200_000)
    const row = await stored('a.zip', bytes)
    const part = await get(row, { range: 'bytes=1000-1999' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/200000'])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true)
    expect((await get(row, { range: 'bytes=200000-' })).status).toBe(416)
  })

  test('bytes without a row go into the trash, come back when a row points to them, and are deleted after 30 days', async () => {
    const { app } = here
    const [kept, gone] = [await stored('a.txt', Buffer.from('一')), await stored('b.txt', Buffer.from('二'))]
    await app.db.deleteFrom('files').execute()
    here.clock.set(Date.now() + 2 * day)
    await app.jobs.run('files.sweep')
    expect([await namesIn(app.files.list()), await namesIn(app.files.trash())]).toEqual([
      [],
      [kept.upload_id, gone.upload_id].toSorted(),
    ])
    await aFile(app.db, { owner_id: student.id, upload_id: kept.upload_id })
    await app.jobs.run('files.sweep')
    expect([await namesIn(app.files.list()), await namesIn(app.files.trash())]).toEqual([
      [kept.upload_id],
      [gone.upload_id],
    ])
    here.clock.move(31 * day)
    await app.jobs.run('files.sweep')
    expect([await namesIn(app.files.list()), await namesIn(app.files.trash())]).toEqual([[kept.upload_id], []])
  })
})

describeUnless(missingObjects, 'a store that does not answer', () => {
  test('answers uploads and reads BUSY, and they go on once it is back', async () => {
    const database = await freshDatabase()
    const objects = await freshObjects()
    here = await testApp({ database, config: { objects }, features: [fileRoutes] })
    const second = await openDatabase({ url: database.url, dataDir: '' })
    // No server listens there.
    const away = { ...objects, endpoint: 'http://127.0.0.1:9' }
    there = await testApp({ database: second, config: { objects: away }, features: [fileRoutes] })
    addresses = [await listen(here), await listen(there)]
    student = await aUser(here.app.db)
    token = await here.signIn(student)
    const bytes = zip(50_000)
    const location = await begin('a.zip', bytes.length)
    expect((await send(addresses[0], location, 0, bytes.subarray(0, 20_000))).status).toBe(204)
    const looked = await fetch(addresses[1] + location, { method: 'HEAD', headers: protocol() })
    expect([404, 410]).not.toContain(looked.status)
    const sent = await send(addresses[1], location, 20_000, bytes.subarray(20_000))
    expect(await sent.json()).toMatchObject({ code: 0, data: { reason: 'BUSY' } })
    const row = await stored('作文.txt', Buffer.from('我的一天'))
    expect(await (await get(row)).json()).toMatchObject({ code: 0, data: { reason: 'BUSY' } })
    expect(await offsetOf(addresses[0], location)).toBe(20_000)
    expect((await send(addresses[0], location, 20_000, bytes.subarray(20_000))).status).toBe(200)
    await there.close()
    await here.close()
  })
})

describeUnless(missingObjects, 'where the store hands out recordings itself', () => {
  beforeEach(() => open({ S3_LINKS: 'on' }))
  afterEach(async () => {
    await there.close()
    await here.close()
  })

  test('an archive and a recording are fetched from it by an address for a minute, named and typed by us; a picture never is', async () => {
    const bytes = zip(5_000)
    const archive = await stored('作品 一.zip', bytes)
    const sent = await get(archive)
    const address = sent.headers.get('location') ?? ''
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([302, 'no-store'])
    expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('60')
    const fetched = await fetch(address)
    expect(Buffer.from(await fetched.arrayBuffer()).equals(bytes)).toBe(true)
    expect(fetched.headers.get('content-disposition')).toMatch(/^attachment; .*%E4%BD%9C/)
    expect(fetched.headers.get('content-type')).toBe('application/zip')
    const wav = Buffer.concat([Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1'), Buffer.alloc(100)])
    const recording = await fetch((await get(await stored('录音.wav', wav))).headers.get('location') ?? '', {
      headers: { range: 'bytes=0-3' },
    })
    expect([recording.status, recording.headers.get('content-type'), await recording.text()]).toEqual([
      206,
      'audio/wav',
      'RIFF',
    ])
    const photo = await sharp({ create: { width: 30, height: 15, channels: 3, background: '#1450d9' } })
      .jpeg()
      .toBuffer()
    const picture = await stored('照片.jpg', photo)
    await here.app.jobs.run('files.pictures')
    const made = (await findFile(here.app.db, picture.id))!
    for (const variant of ['original', 'public', 'thumb'] as const)
      expect((await get(made, {}, variant)).status).toBe(200)
  })

  test('a person who may not see a file gets no address of it', async () => {
    const row = await stored('a.zip', zip(100))
    token = await here.signIn(await aUser(here.app.db))
    const sent = await get(row)
    expect([sent.status, sent.headers.get('location')]).toEqual([404, null])
  })
})
