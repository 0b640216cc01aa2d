import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { restoreAdmin } from '@tongchuang/contract/restore.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { messageOf, upload } from '../testing/bringing-backups.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { incomingIn } from './incoming.ts'
import { restorePaths, settleRestores } from './under-way.ts'

let school: School
let dataDir: string
beforeEach(async () => {
  school = await testApp()
  dataDir = school.app.config.dataDir
})
afterEach(() => school.close())

const hour = 3_600_000

/** What a restore leaves whose machine lost its power while, or before, its record reached the disk. */
const cutOff = async (record: string, written = -hour): Promise<void> => {
  const { folder, owner } = restorePaths(dataDir, upload)
  await mkdir(folder, { recursive: true })
  await writeFile(owner, record)
  const at = new Date(Date.now() + written)
  await utimes(owner, at, at)
}

const settle = () => settleRestores({ ...school.app, dataDir, hasOwnSecret: false })

test.each([
  ['empty', ''],
  ['cut off half-way', '{"host":"school","p'],
  ['full of zeros', '\0'.repeat(60)],
])(
  'a school starts where the power failed during a restore whose record is %s, and nothing of it is left',
  async (_, record) => {
    await cutOff(record)
    expect(await settle()).toEqual([])
    expect(await readdir(dataDir)).not.toContain('restoring')
  },
)

test('a school whose clock was set back an hour does not wait for a restore that died on a machine of another name', async () => {
  await cutOff(JSON.stringify({ host: 'the container before this one', pid: 1, of: '' }), hour)
  expect(await settle()).toEqual([])
  expect(await readdir(dataDir)).not.toContain('restoring')
})

test('whoever waits for a restore when the power fails is told that nothing stayed, whatever became of its state', async () => {
  await incomingIn(dataDir).note(upload, { state: 'running', restored: null })
  const folder = join(dataDir, 'restore')
  expect(await readdir(folder)).toEqual([`${upload}.json`])
  for (const state of ['', '{"state":"run', '\0\0\0']) {
    await writeFile(join(folder, `${upload}.json`), state)
    await cutOff('')
    expect(await messageOf(school.send(restoreAdmin.look, { upload }))).toMatch(/恢复到一半时服务器停了/)
    await rm(folder, { recursive: true })
    await mkdir(folder)
  }
})
