import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addTally, nothingYet, skippedLines, tallied } from './tally.ts'
import type { Tally } from './tally.ts'

const root = join(import.meta.dirname, '../..')
let folder = ''

// Below the repository, so that the fixtures find vitest.
beforeEach(() => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache/tally-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The tally behind the closing line for a run of these files. */
const closing = (files: Record<string, string>): Promise<Tally> => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporter = join(root, 'tools/report/vitest-reporter.ts')
  return tallied(async (env) => {
    const { status } = spawnSync(
      process.execPath,
      [vitest, 'run', `--root=${folder}`, '--config=vitest.config.ts', `--reporter=${reporter}`],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, ...env },
      },
    )
    return status === 0
  })
}

const config = (setup: string): string => `export default { test: { ${setup} } }`
const passing = "import { test } from 'vitest'\ntest('a', () => {})\n"

test('a run is counted by its passed, failed and skipped tests', async () => {
  const tally = await closing({
    'vitest.config.ts': config(''),
    'a.test.ts': `${passing}test('b', () => { throw new Error('no') })\ntest('c', ({ skip }) => skip('no disk'))`,
  })
  expect(tally).toEqual({ passed: 1, failed: 1, skipped: { 'no disk': 1 }, red: ['a.test.ts › b'], retried: [] })
})

test('a test that is skipped and does not say why is red', async () => {
  const tally = await closing({ 'vitest.config.ts': config(''), 'a.test.ts': `${passing}test.skip('b', () => {})` })
  expect(tally).toMatchObject({ passed: 1, failed: 1, red: ['a.test.ts › b: skipped, and says not why'] })
})

test('the reasons of all parts of a run are told in a line each, the most frequent first', () => {
  const total = nothingYet()
  addTally(total, { ...nothingYet(), skipped: { 'no disk': 1 } })
  addTally(total, { ...nothingYet(), skipped: { 'no disk': 1, 'no list': 3 } })
  expect(skippedLines(total)).toEqual({ lines: ['○ 3 skipped: no list', '○ 2 skipped: no disk'], all: 5 })
})

test('a test that is green only at its second try is named, with why it was red', async () => {
  const tally = await closing({
    'vitest.config.ts': config('retry: 1'),
    'a.test.ts':
      "import { test } from 'vitest'\nlet tries = 0\ntest('a', () => { tries += 1; if (tries < 2) throw new Error('no') })",
  })
  expect(tally).toEqual({ passed: 1, failed: 0, skipped: {}, red: [], retried: ['a.test.ts › a: no'] })
})

test('a set-up that fails is a failure, though no test ran', async () => {
  const tally = await closing({
    'vitest.config.ts': config("globalSetup: './setup.ts'"),
    'setup.ts': "throw new Error('no database')",
    'a.test.ts': passing,
  })
  expect(tally.failed).toBeGreaterThan(0)
  expect(tally.passed).toBe(0)
})

test('a run of nothing is a failure', async () => {
  expect(await closing({ 'vitest.config.ts': config('passWithNoTests: true') })).toMatchObject({
    passed: 0,
    failed: 1,
  })
})

test('an error after the last test is a failure', async () => {
  const tally = await closing({
    'vitest.config.ts': config(''),
    'a.test.ts': `${passing}void Promise.reject(new Error('late'))`,
  })
  expect(tally).toMatchObject({ passed: 1, failed: 1, red: ['behind no test: late'] })
})

test('a file that does not load is a failure beside those that do', async () => {
  const tally = await closing({
    'vitest.config.ts': config(''),
    'a.test.ts': passing,
    'b.test.ts': "throw new Error('no')",
  })
  expect(tally).toMatchObject({ passed: 1, failed: 1, red: ['b.test.ts'] })
})

test('a run that was killed before it could count is a failure', async () => {
  expect(await tallied(async () => false)).toMatchObject({ passed: 0, failed: 1 })
})
