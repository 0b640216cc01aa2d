import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { fileCards } from './cards.ts'
import { aFile } from './factory.ts'
import { fileRoutes } from './routes.ts'
import { findFile } from './store.ts'

let school: School
let author: { id: number }
let reader: { id: number }
let theirs: string

beforeEach(async () => {
  school = await testApp({ authenticate, features: [fileRoutes] })
  ;[author, reader] = [await aUser(school.app.db), await aUser(school.app.db)]
  theirs = await school.signIn(reader)
})
afterEach(() => school.close())

const place = '+31.2304+121.4737/'
const of32 = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, at * 4)
  return bytes
}
const box = (type: string, ...parts: (Buffer | string)[]): Buffer => {
  const inside = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  return Buffer.concat([of32(inside.length + 8), Buffer.from(type, 'latin1'), inside])
}
const track = (handler: string, at: number, size: number): Buffer =>
  box(
    'trak',
    box('tkhd', of32(0, 3_800_000_000, 3_800_000_000, 1)),
    box(
      'mdia',
      box('hdlr', of32(0, 0), handler, of32(0)),
      box(
        'minf',
        box('stbl', box('stsc', of32(0, 1, 1, 1, 1)), box('stsz', of32(0, 0, 1, size)), box('stco', of32(0, 1, at))),
      ),
    ),
  )

/** A film of two samples, the picture and the location, with the location again in the metadata. */
const film = (): Buffer => {
  const head = box('ftyp', 'isom', of32(0), 'isom')
  const seen = 'what is seen'
  const data = box('mdat', seen, place)
  const at = head.length + 8
  const moov = box(
    'moov',
    box('mvhd', of32(0, 3_800_000_000, 3_800_000_000, 600)),
    track('vide', at, seen.length),
    track('meta', at + seen.length, place.length),
    box('udta', box('\u00a9xyz', place)),
    box('meta', place),
  )
  return Buffer.concat([head, data, moov, box('uuid', place), box('Xtra', place)])
}
const chunk = (name: string, text: string): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(text.length)
  return Buffer.concat([Buffer.from(name), size, Buffer.from(text + (text.length % 2 ? '\0' : ''), 'latin1')])
}
const wave = (): Buffer => {
  const inside = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('fmt ', 'x'.repeat(16)),
    chunk('LIST', place),
    chunk('data', 'what is heard'),
    chunk('bext', place),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(inside.length)
  return Buffer.concat([Buffer.from('RIFF'), size, inside])
}
const song = (): Buffer =>
  Buffer.concat([
    Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x12', 'latin1'),
    Buffer.from(place),
    Buffer.from('\xff\xfbwhat is heard', 'latin1'),
    Buffer.from(`TAG${place}`.padEnd(128, '\0'), 'latin1'),
  ])

const givenToOthers = async (name: string, bytes: Buffer) => {
  const row = await aFile(school.app.db, { owner_id: author.id, name }, { files: school.app.files, bytes })
  for (const job of ['files.pictures', 'files.recordings']) await school.app.jobs.run(job)
  const [card] = fileCards(school.app, [(await findFile(school.app.db, row.id))!], reader.id, 'public')
  return card
}
const get = (url: string, headers = {}) => school.inject({ method: 'GET', url, headers: { token: theirs, ...headers } })

test.each([
  ['film.mp4', film, 'what is seen'],
  ['film.mov', film, 'what is seen'],
  ['voice.m4a', film, 'what is seen'],
  ['song.wav', wave, 'what is heard'],
  ['song.mp3', song, 'what is heard'],
])('others get %s without the place where it was taken, and any part of it', async (name, make, content) => {
  const bytes = make()
  expect(bytes.toString('latin1')).toContain(place)
  const card = await givenToOthers(name, bytes)
  expect(card).toMatchObject({ name, thumb_url: null, text_url: null, sha256: '' })
  const whole = await get(card!.url)
  expect(whole.statusCode).toBe(200)
  expect(whole.rawPayload.toString('latin1')).toContain(content)
  expect(whole.rawPayload.toString('latin1')).not.toContain(place.slice(1, 8))
  expect(whole.rawPayload.includes(of32(3_800_000_000))).toBe(false)
  const part = await get(card!.url, { range: 'bytes=2-5' })
  expect([part.statusCode, part.rawPayload]).toEqual([206, whole.rawPayload.subarray(2, 6)])
})

test.each([
  ['a film cut off in its index', 'cut.mp4', film().subarray(0, 120)],
  ['a box longer than the film', 'long.mp4', Buffer.concat([box('ftyp', 'isom'), of32(9_999), Buffer.from('mdat')])],
  ['a film in fragments with notes', 'live.mp4', Buffer.concat([film(), box('moof', box('mfhd', of32(0, 1)))])],
  ['a PDF', 'report.pdf', Buffer.from('%PDF-1.7 /Author (me)')],
  ['an ogg', 'song.ogg', Buffer.from('OggS artist=me')],
])('of %s others get nothing, and the author keeps the original', async (_, name, bytes) => {
  expect(await givenToOthers(name, bytes)).toBeUndefined()
})

test('a text is shown to whoever may have it, in the encoding it was written in, and never as a page of this site', async () => {
  const gbk = Buffer.concat([
    Buffer.from('print("'),
    Buffer.from([0xc4, 0xe3, 0xba, 0xc3]),
    Buffer.from('<script>")\r\n# end\r\n'),
  ])
  const card = await givenToOthers('随机.py', gbk)
  const shown = await get(card!.text_url!)
  expect(shown.headers['content-type']).toContain('application/json')
  const { data } = shown.json<{ data: { html: string; lines: number } }>()
  expect(data.lines).toBe(2)
  expect(data.html).toContain('你好&lt;script&gt;')
  expect(data.html).toContain('hljs-comment')
  expect(
    (await school.inject({ method: 'GET', url: card!.text_url!, headers: { token: await school.signIn(author) } }))
      .statusCode,
  ).toBe(404)
  expect((await givenToOthers('长.txt', Buffer.alloc(512 * 1024 + 1, 97)))!.text_url).toBeNull()
  const picture = await givenToOthers('film.mp4', film())
  expect((await get(picture!.url.replace('?', '/text?'))).statusCode).toBe(404)
})
