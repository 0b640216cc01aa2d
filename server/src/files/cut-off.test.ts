import { createHash, randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { DatabaseUnavailable } from '../db/errors.ts'
import type { Database } from '../db/open.ts'
import { portOf } from '../http/port-of.ts'
import { freshDatabase } from '../testing/test-database.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { fileRoutes } from './routes.ts'
import { leastBytes, spaceOf } from './store.ts'

let school: School
let base: string
let token: string
let student: { id: number }
/** While set, the database fails at the statement that marks a file as ready. */
let isCut: boolean
/** How many statements are still answered before the database is gone; -1 while it stays. */
let statementsLeft: number

/** A database that can fail at exactly the chosen statement. */
const cuttable = (database: Database): Database => {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (statementsLeft === 0) throw new DatabaseUnavailable('gone')
      if (statementsLeft > 0) statementsLeft -= 1
      if (isCut && node.kind === 'UpdateQueryNode' && JSON.stringify(node).includes('finished_at'))
        throw new DatabaseUnavailable('cut')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...database, db: database.db.withPlugin(plugin) }
}

beforeEach(async () => {
  isCut = false
  statementsLeft = -1
  school = await testApp({ authenticate, features: [fileRoutes], database: cuttable(await freshDatabase()) })
  const { http } = school.app
  await http.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${portOf(http.server)}`
  student = await aUser(school.app.db)
  token = await school.signIn(student)
})
afterEach(() => school.close())

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(200)])
const protocol = () => ({ token, 'tus-resumable': '1.0.0' })
const begin = async () => {
  const metadata = `filename ${Buffer.from('图.png').toString('base64')},purpose ${Buffer.from('submission').toString('base64')}`
  const headers = { ...protocol(), 'upload-length': String(png.length), 'upload-metadata': metadata }
  return (await fetch(`${base}/api/files`, { method: 'POST', headers })).headers.get('location') ?? ''
}
const send = (location: string, offset: number) =>
  fetch(base + location, {
    method: 'PATCH',
    headers: { ...protocol(), 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(png.subarray(offset)),
  })
const look = (location: string) => fetch(base + location, { method: 'HEAD', headers: protocol() })
const rows = () => school.app.db.selectFrom('files').select(['status', 'sha256', 'upload_id']).execute()
const sha256 = createHash('sha256').update(png).digest('hex')

/** An upload whose bytes are in the file store and whose row does not know it. */
const cutOff = async (): Promise<string> => {
  const location = await begin()
  isCut = true
  expect((await send(location, 0)).status).toBeGreaterThanOrEqual(400)
  isCut = false
  const [row] = await rows()
  expect(row?.status).toBe('uploading')
  expect((await stat(join(school.app.config.dataDir, 'files', row!.upload_id))).size).toBe(png.length)
  return location
}

test('an upload that lost the database at its end becomes a file when the student asks for its offset', async () => {
  const location = await cutOff()
  const answer = await look(location)
  expect([answer.status, answer.headers.get('upload-offset')]).toEqual([200, String(png.length)])
  expect(await rows()).toMatchObject([{ status: 'ready', sha256 }])
  expect(await spaceOf(school.app.db, student.id)).toEqual({ bytes: leastBytes, uploading: 0 })
})

test('a student who only sends the last part again gets the file too, and two requests at once get the same one', async () => {
  const location = await cutOff()
  const answers = await Promise.all([send(location, 100), send(location, 100)])
  const taken = answers.filter(({ status }) => status === 200)
  expect(taken.length).toBeGreaterThan(0)
  expect(await taken[0]!.json()).toMatchObject({ code: 1, data: { name: '图.png', sha256 } })
  expect(await rows()).toMatchObject([{ status: 'ready', sha256 }])
})

test('an upload nobody asks for again is finished by itself, and never given up for its age', async () => {
  await cutOff()
  await school.app.jobs.run('files.finish')
  expect(await rows()).toMatchObject([{ status: 'ready', sha256 }])
  await cutOffAgain()
  school.clock.move(25 * 3600_000)
  await school.app.jobs.run('files.uploads')
  expect((await rows()).map(({ status }) => status)).toEqual(['ready', 'ready'])
})

/** The same, with an existing file beside it. */
const cutOffAgain = async () => {
  const location = await begin()
  isCut = true
  await send(location, 0)
  isCut = false
}

test('an upload that has not all arrived stays under way, and the job does not touch it', async () => {
  const location = await begin()
  await fetch(base + location, {
    method: 'PATCH',
    headers: { ...protocol(), 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(png.subarray(0, 100)),
  })
  await school.app.jobs.run('files.finish')
  expect((await look(location)).headers.get('upload-offset')).toBe('100')
  expect((await send(location, 100)).status).toBe(200)
  expect(await rows()).toMatchObject([{ status: 'ready', sha256 }])
})

/** What a student may do who does not know whether the last part arrived. */
const waysOn = {
  'asks how far it is': look,
  'sends the last part again': (location: string) => send(location, 100),
  'does nothing more': async () => school.app.jobs.run('files.finish').then(() => undefined),
}

/**
 * Whatever was in progress, the upload continues and becomes one file with all its bytes, counted once in its owner’s
 * space.
 */
const expectFile = async (location: string, goOn: (location: string) => Promise<unknown>, times: number) => {
  await goOn(location)
  const answer = await look(location)
  if (answer.headers.get('upload-offset') !== String(png.length))
    await send(location, Number(answer.headers.get('upload-offset')))
  const all = await rows()
  expect(all.at(-1)).toMatchObject({ status: 'ready', sha256 })
  expect((await stat(join(school.app.config.dataDir, 'files', all.at(-1)!.upload_id))).size).toBe(png.length)
  expect(await spaceOf(school.app.db, student.id)).toEqual({ bytes: leastBytes * times, uploading: 0 })
}

test.each(Object.entries(waysOn))(
  'wherever the database goes away while the last part arrives, a student who %s has the file',
  async (_, goOn) => {
    let cuts = 0
    for (let left = 0; ; left += 1) {
      const location = await begin()
      statementsLeft = left
      const { ok } = await send(location, 0)
      statementsLeft = -1
      if (ok) break
      cuts += 1
      await expectFile(location, goOn, cuts)
    }
    expect(cuts).toBeGreaterThan(2)
  },
)

test.each(Object.entries(waysOn))(
  'wherever the file store fails while it takes the bytes, a student who %s has the file',
  async (_, goOn) => {
    const { files } = school.app
    const { keep } = files
    const before = async (): Promise<never> => Promise.reject(new Error('the disk is gone'))
    const after: typeof keep = async (...given) => keep(...given).then(before)
    for (const [at, broken] of [before, after].entries()) {
      const location = await begin()
      files.keep = broken
      expect((await send(location, 0)).status).toBeGreaterThanOrEqual(500)
      files.keep = keep
      await expectFile(location, goOn, at + 1)
    }
  },
)
