import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { localFileStore } from '../storage/file-store.ts'
import { OneAtATime, turnsByFile } from './one-at-a-time.ts'
import { UploadFolder } from './upload-store.ts'
import { uploadProblem } from './uploads.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const { signal } = new AbortController()
const asked = {
  language: 'zh-CN',
  address: '',
  origin: '',
  user_agent: '',
  browser: '',
  now: 0,
  request_id: '',
} as const
const answerTo = (error: unknown) => uploadProblem({ log: silentLog() }, error, asked)
const never = () => {}

test.each([
  ['the same process', () => 'same'],
  ['another process', () => 'other'],
])(
  'a request that waits in %s for one that does not end is told so, and has its turn once that has ended',
  async (_where, where) => {
    const here = new OneAtATime(turnsByFile(folder), 300)
    const first = here.newLock('7')
    let times = 0
    await first.lock(signal, () => void (times += 1))
    const second = (where() === 'same' ? here : new OneAtATime(turnsByFile(folder), 300)).newLock('7')
    const answer = answerTo(await second.lock(signal, never).catch((error: unknown) => error))
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([423, { code: 0, data: { reason: 'BUSY' } }])
    expect(times).toBeGreaterThan(0)
    await first.unlock()
    await second.lock(signal, never)
    await second.unlock()
    expect(existsSync(join(folder, '7.asked'))).toBe(false)
  },
)

test('different uploads do not wait for each other', async () => {
  const locks = new OneAtATime(turnsByFile(folder), 0)
  await Promise.all(['1', '2', '3'].map((id) => locks.newLock(id).lock(signal, never)))
  await Promise.all(['1', '2', '3'].map((id) => locks.newLock(id).unlock()))
})

test('writing to an upload that became a file at another server is answered 410', async () => {
  const error: unknown = await new UploadFolder(folder, localFileStore(folder))
    .write(Readable.from(['late']), '7', 0)
    .catch((cause: unknown) => cause)
  expect(answerTo(error).status).toBe(410)
})
