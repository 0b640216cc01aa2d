import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { equivalent, findMutants, type Mutant } from './mutants.ts'

// node tools/mutations/run.ts [--tests] adds a bypass to every guard in a copy of the sources, switches one bypass on
// after the other in one process, and asks again the rows of the matrix that reach the guard: an answer must change.
// This takes one to two minutes. With --tests, each guard whose bypass the matrix does not notice is broken once more
// under the tests of its own folder that reach it, and one must go red: ten minutes on two cores. The exit code is 0
// only if every guard is covered.

const { values } = parseArgs({ options: { tests: { type: 'boolean' } } })
const root = join(import.meta.dirname, '../..')
const { mutants, texts } = await findMutants(root)
const env = { ...process.env, TEST_DIALECT: 'sqlite', TZ: 'UTC' }

const copy = mkdtempSync(join(tmpdir(), 'tongchuang-mutations-'))
const inCopy = (name: string): string => join(copy, name)

// Records which guards each test file reaches, so that a guard is broken under those files alone.
const setup = `import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
const met = new Set<number>()
Object.assign(globalThis, { anybody: sql\`1 = 1\`, broken: (id: number) => { met.add(id); return id === Number(process.env.BROKEN ?? -1) } })
afterAll(() => {
  const path = expect.getState().testPath ?? ''
  if (process.env.MET) writeFileSync(process.env.MET + '/' + encodeURIComponent(path), JSON.stringify({ path, met: [...met] }))
})`
// Tests that start and kill a process need the built pages, which the copy lacks, and no guard would be broken in that
// process.
const config = `export default { test: { setupFiles: ['./broken.ts'], testTimeout: 60_000, hookTimeout: 120_000, maxWorkers: 2, isolate: false, exclude: ['**/*.postgres.test.ts', '**/killed.test.ts', '**/node_modules/**'] } }`

/**
 * Runs the tests of some paths with additional environment variables; returns whether they passed, and their output.
 */
const test = (paths: readonly string[], more: Readonly<Record<string, string>>): { isGreen: boolean; said: string } => {
  const args = [
    inCopy('node_modules/vitest/vitest.mjs'),
    'run',
    '--bail=1',
    '--reporter=dot',
    '--passWithNoTests',
    ...paths,
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...env, ...more },
  })
  return { isGreen: status === 0, said: stripVTControlCharacters(stdout + stderr) }
}

const everyFeature = ['held', 'at-once', 'list-queries', 'names-of-minors'].map((name) => `server/src/${name}.test.ts`)

// Further folders whose tests exercise the code of a folder.
const usedBy: Readonly<Record<string, readonly string[]>> = {
  accounts: ['school', 'registration', 'roster', 'providers'],
  audit: ['privacy'],
  catalog: ['guilds'],
  'student-task': ['tasks', 'reviews', 'submissions'],
  files: ['submissions'],
  guilds: ['tasks', 'roster'],
  http: ['accounts'],
  ledger: ['profile', 'works'],
  'setup-link.ts': ['school'],
  messages: ['privacy', 'tasks', 'reviews', 'guilds'],
  school: ['reviews'],
  tasks: ['reviews', 'submissions'],
  works: ['discussions'],
  moments: ['privacy'],
}

const testsOf = ({ file }: Mutant): readonly string[] => {
  const folder = file.split('/')[2]!
  return [...[folder, ...(usedBy[folder] ?? [])].map((name) => `server/src/${name}/`), ...everyFeature]
}

/**
 * Runs the tests for these guards with nothing broken; returns a function that lists the test files that reach a guard.
 */
const comingBy = (guards: readonly Mutant[]): ((mutant: Mutant) => string[]) => {
  const notes = inCopy('met')
  mkdirSync(notes)
  const { isGreen, said } = test([...new Set(guards.flatMap(testsOf))], { MET: notes })
  if (!isGreen) throw new Error(`the tests are red before anything is broken\n${said}`)
  const files = readdirSync(notes).map(
    (name) => JSON.parse(readFileSync(join(notes, name), 'utf8')) as { path: string; met: readonly number[] },
  )
  return (mutant) => {
    const wanted = testsOf(mutant).map(inCopy)
    return files
      .filter(({ path, met }) => met.includes(mutant.id) && wanted.some((start) => path.startsWith(start)))
      .map(({ path }) => path)
  }
}

/** The guards that no test of their folder or of the whole product notices when they are broken. */
const unnoticed = (guards: readonly Mutant[]): Mutant[] => {
  writeFileSync(inCopy('broken.ts'), setup)
  writeFileSync(inCopy('vitest.config.ts'), config)
  const testsBy = comingBy(guards)
  return guards.filter((mutant) => {
    const { id, file, line, guard } = mutant
    const tests = testsBy(mutant)
    const { isGreen, said } = tests.length > 0 ? test(tests, { BROKEN: String(id) }) : { isGreen: true, said: '' }
    const by = /FAIL\s+(.*)/.exec(said)?.[1] ?? ''
    console.log(
      `${!isGreen ? 'held by tests   ' : tests.length > 0 ? 'no test notices ' : 'no test comes by'} ${file}:${line} ${guard}${by && ` ← ${by}`}`,
    )
    return isGreen
  })
}

for (const [line, why] of Object.entries(equivalent)) console.log(`no guard         ${line} ← ${why}`)
try {
  for (const name of ['contract', 'server', 'package.json'])
    cpSync(join(root, name), inCopy(name), { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  symlinkSync(join(root, 'node_modules'), inCopy('node_modules'))
  for (const [file, text] of texts) writeFileSync(inCopy(file), text)
  const [guards, left] = [inCopy('guards.json'), inCopy('left.json')]
  writeFileSync(guards, JSON.stringify(mutants))
  const { status } = spawnSync(process.execPath, ['server/src/testing/matrix/break-guards.ts', guards, left], {
    cwd: copy,
    stdio: 'inherit',
    env,
  })
  process.exitCode = status ?? 1
  if (values.tests) {
    const beside = JSON.parse(readFileSync(left, 'utf8')) as Mutant[]
    const open = unnoticed(beside)
    const [inMatrix, inTests] = [mutants.length - beside.length, beside.length - open.length]
    console.log(
      `${mutants.length} guards: ${inMatrix} held by the matrix, ${inTests} by the tests of their folder, ${open.length} by nobody`,
    )
    process.exitCode = open.length > 0 ? 1 : 0
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
