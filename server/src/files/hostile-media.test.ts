import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { linkTo } from './cards.ts'
import { boxOf, emptyBoxes, emptyChunks, filmOf } from '../testing/hostile-files.ts'
import { noticeableMs, stallOf } from '../testing/stall.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aFile } from './factory.ts'
import { fileRoutes } from './routes.ts'
import { findFile } from './store.ts'

let school: School
let sender: { id: number }
let other: { id: number }
let token: string

beforeEach(async () => {
  school = await testApp({ authenticate, features: [fileRoutes] })
  ;[sender, other] = [await aUser(school.app.db), await aUser(school.app.db)]
  token = await school.signIn(other)
})
afterEach(() => school.close())

const stored = (owner_id: number, name: string, bytes: Buffer) =>
  aFile(school.app.db, { owner_id, name }, { files: school.app.files, bytes })
const aPicture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#3a6' } })
    .png()
    .toBuffer()

test.each([
  ['24 MB of empty chunks', 'song.wav', () => emptyChunks(24 * 2 ** 20)],
  ['24 MB of empty boxes', 'film.mp4', () => filmOf(emptyBoxes(24 * 2 ** 20, 'what'))],
  ['an index of 24 MB of empty boxes', 'film.mov', () => filmOf(boxOf('moov', emptyBoxes(24 * 2 ** 20)))],
])('while a recording of %s is looked at, somebody else sees their picture', async (_what, name, make) => {
  const recording = await stored(sender.id, name, make())
  const picture = await stored(other.id, '照片.png', await aPicture())
  const made = school.app.jobs.run('files.recordings')
  const url = linkTo(school.app, picture.id, 'thumb', other.id)
  expect((await school.inject({ method: 'GET', url, headers: { token } })).statusCode).toBe(200)
  await made
  expect(await findFile(school.app.db, recording.id)).toMatchObject({ pictures: 'failed', public_key: null })
  // The author can still open the original.
  const own = linkTo(school.app, recording.id, 'original', sender.id)
  expect(
    (await school.inject({ method: 'HEAD', url: own, headers: { token: await school.signIn(sender) } })).statusCode,
  ).toBe(200)
})

test('a person with many waiting pictures gets one processed before another person’s first one', async () => {
  const many = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => stored(sender.id, `${at}.png`, await aPicture())),
  )
  const mine = await stored(other.id, '照片.png', await aPicture())
  const theirs = await school.signIn(sender)
  const all = many.map(({ id }) =>
    school.inject({ method: 'GET', url: linkTo(school.app, id, 'thumb', sender.id), headers: { token: theirs } }),
  )
  await all[0]
  const shown = await school.inject({
    method: 'GET',
    url: linkTo(school.app, mine.id, 'thumb', other.id),
    headers: { token },
  })
  expect(shown.statusCode).toBe(200)
  const rows = await Promise.all(many.map(({ id }) => findFile(school.app.db, id)))
  // Theirs are still under way: in a line of their own they would all have come first.
  expect(rows.filter((row) => row?.pictures === 'waiting').length).toBeGreaterThan(0)
  expect((await Promise.all(all)).map(({ statusCode }) => statusCode)).toEqual(many.map(() => 200))
})

test('while a photo of 50 megapixels is made smaller, nobody else waits', async () => {
  const create = { width: 8660, height: 5774, channels: 3, background: '#fbf7ec' } as const
  const photo = await stored(sender.id, '照片.jpg', await sharp({ create }).jpeg().toBuffer())
  const { stallMs } = await stallOf(() => school.app.jobs.run('files.pictures'))
  expect(await findFile(school.app.db, photo.id)).toMatchObject({ pictures: 'made', width: 2048 })
  expect(stallMs).toBeLessThan(noticeableMs)
})
