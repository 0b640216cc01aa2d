import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findMutants, type Mutant } from './mutants.ts'

// node tools/mutations/run.ts [--tests]
// Writes a way around every guard into a copy of the sources, breaks one after the other in one process, and asks the
// rows of the matrix that come by it again: an answer has to change. With --tests, each guard the matrix does not hold is
// broken once more while the tests of its own folder run, which have to go red: that takes a quarter of an hour.

const { values } = parseArgs({ options: { tests: { type: 'boolean' } } })
const root = join(import.meta.dirname, '../..')
const { mutants, texts } = findMutants(root)
const env = { ...process.env, TEST_DIALECT: 'sqlite', TZ: 'UTC' }

const copy = mkdtempSync(join(tmpdir(), 'tongchuang-mutations-'))
const inCopy = (name: string): string => join(copy, name)

const setup = `Object.assign(globalThis, { broken: (id: number) => id === Number(process.env.BROKEN ?? -1) })`
const config = `export default { test: { setupFiles: ['./broken.ts'], testTimeout: 60_000, hookTimeout: 120_000, maxWorkers: 2, isolate: false, exclude: ['**/*.postgres.test.ts', '**/node_modules/**'] } }`

/** Whether the tests of some paths go red while a guard is broken. */
const goRed = (id: number, paths: readonly string[]): boolean => {
  const args = [inCopy('node_modules/vitest/vitest.mjs'), 'run', '--bail=1', '--reporter=dot', '--passWithNoTests', ...paths]
  return spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore', env: { ...env, BROKEN: String(id) } }).status !== 0
}

const everyFeature = ['held', 'at-once', 'list-queries'].map((name) => `server/src/${name}.test.ts`)

// What one folder does is also tested where it is used.
const usedBy: Readonly<Record<string, readonly string[]>> = {
  accounts: ['school', 'registration'],
  desk: ['tasks', 'reviews', 'submissions'],
  files: ['submissions'],
  ledger: ['profile', 'works'],
  messages: ['tasks', 'reviews'],
  tasks: ['reviews', 'submissions'],
}

const testsOf = ({ file }: Mutant): readonly string[] => {
  const folder = basename(dirname(file))
  return [folder, ...(usedBy[folder] ?? [])].map((name) => `server/src/${name}`)
}

/** The guards no test of their folder, nor one of the whole, notices. */
const unnoticed = (guards: readonly Mutant[]): Mutant[] => {
  writeFileSync(inCopy('broken.ts'), setup)
  writeFileSync(inCopy('vitest.config.ts'), config)
  for (const folder of new Set(guards.flatMap(testsOf))) if (goRed(-1, [folder])) throw new Error(`the tests of ${folder} are red before anything is broken`)
  return guards.filter((mutant) => {
    const { id, file, line, guard } = mutant
    const isNoticed = goRed(id, testsOf(mutant)) || goRed(id, everyFeature)
    console.log(`${isNoticed ? 'held by tests  ' : 'nobody notices '} ${file}:${line} ${guard}`)
    return !isNoticed
  })
}

try {
  for (const name of ['contract', 'server', 'package.json'])
    cpSync(join(root, name), inCopy(name), { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  symlinkSync(join(root, 'node_modules'), inCopy('node_modules'))
  for (const [file, text] of texts) writeFileSync(inCopy(file), text)
  const [guards, left] = [inCopy('guards.json'), inCopy('left.json')]
  writeFileSync(guards, JSON.stringify(mutants))
  const { status } = spawnSync(process.execPath, ['server/src/testing/matrix/break-guards.ts', guards, left], { cwd: copy, stdio: 'inherit', env })
  process.exitCode = status ?? 1
  if (values.tests) {
    const open = unnoticed(JSON.parse(readFileSync(left, 'utf8')) as Mutant[])
    console.log(`${mutants.length - open.length} of ${mutants.length} guards are held by the matrix or by the tests of their folder`)
    process.exitCode = open.length > 0 ? 1 : 0
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
