import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const day = 24 * 3_600_000

/** Lays a file into the data folder that was last written to some days ago. */
const lay = async (folder: string, name: string, days: number) => {
  const place = join(school.app.config.dataDir, folder)
  await mkdir(place, { recursive: true })
  await writeFile(join(place, name), 'x')
  const at = new Date(school.clock.now() - days * day)
  await utimes(join(place, name), at, at)
}

const namesIn = async (folder: string) => (await readdir(join(school.app.config.dataDir, folder))).toSorted()
const run = async (...jobs: string[]) => {
  for (const job of jobs) await school.app.jobs.run(`leftovers.${job}`)
}

test('an unfinished backup of a process that died is removed after a day; running and finished ones and other files stay', async () => {
  await lay('backups', 'tongchuang-2026-10-01T02-00-00.zip.part', 2)
  await lay('backups', 'tongchuang-2026-10-12T00-00-00.zip.part', 0.5)
  await lay('backups', 'tongchuang-2026-01-01T02-00-00.zip', 200)
  await lay('backups', 'mine.zip.part', 200)
  const copy = 'before-0098-a-step-2026-10-01T00-00-00-000Z.sqlite'
  await lay('backups', `${copy}.part`, 2)
  await lay('backups', `${copy}.part-journal`, 2)
  await run('backups', 'upgrades')
  expect(await namesIn('backups')).toEqual([
    'mine.zip.part',
    'tongchuang-2026-01-01T02-00-00.zip',
    'tongchuang-2026-10-12T00-00-00.zip.part',
  ])
})

test('of the copies made before upgrades the last three and those younger than 30 days are kept', async () => {
  const copy = (n: number) => `before-000${n}-a-step-2026-0${n}-01T00-00-00-000Z.sqlite`
  for (const [n, days] of [
    [1, 300],
    [2, 200],
    [3, 100],
    [4, 60],
    [5, 50],
  ] as const)
    await lay('backups', copy(n), days)
  await run('upgrades')
  expect(await namesIn('backups')).toEqual([3, 4, 5].map(copy))
  for (const n of [6, 7, 8, 9]) await lay('backups', copy(n), 10)
  await run('upgrades')
  expect(await namesIn('backups')).toEqual([6, 7, 8, 9].map(copy))
})

test('a copy of own data that nothing names is gone after its days, and so is what a dead process wrote of a name or a secret', async () => {
  const zip = (letter: string) => `${letter.repeat(32)}.zip`
  await lay('exports', zip('a'), 5)
  await lay('exports', zip('b'), 2)
  await lay('.', 'installation.01234567-89ab-cdef-0123-456789abcdef', 2)
  await lay('.', 'installation', 100)
  await lay('.', 'secret.01234567-89ab-cdef-0123-456789abcdef', 2)
  await lay('.', 'secret', 100)
  await run('exports', 'names')
  expect(await namesIn('exports')).toEqual([zip('b')])
  expect((await namesIn('.')).filter((name) => /^(installation|secret)/.test(name))).toEqual(['installation', 'secret'])
})
