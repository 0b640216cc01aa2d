import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect, parseArgs } from 'node:util'
import { createVitest } from 'vitest/node'
import { equivalent, findMutants, type Mutant } from './mutants.ts'

// node tools/mutations/run.ts [--tests] adds a bypass to every guard in a copy of the sources, switches one bypass on
// after the other in one process, and asks again the rows of the matrix that reach the guard: an answer must change.
// This takes one to two minutes. With --tests, each guard whose bypass the matrix does not notice is broken once more
// under the tests that reach it, those of its own folder first, and one must go red: half an hour on two cores.
// `--only roster/` breaks those of the files alone whose path matches. The exit code is 0 only if every guard is
// covered.

const { values } = parseArgs({ options: { tests: { type: 'boolean' }, only: { type: 'string', default: '' } } })
const root = join(import.meta.dirname, '../..')
const { mutants: all, texts } = await findMutants(root)
const mutants = all.filter(({ file }) => new RegExp(values.only).test(file))
const env = { ...process.env, TEST_DIALECT: 'sqlite', TZ: 'UTC' }

const copy = mkdtempSync(join(tmpdir(), 'tongchuang-mutations-'))
const inCopy = (name: string): string => join(copy, name)
// The number of no guard.
const NONE = -1

// Records which guards each test file reaches, so that a guard is broken under those files alone. Which one is broken
// is read anew by each test file, because one process runs them all: starting it for each guard took most of an hour.
const setup = `import { readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
const met = new Set<number>()
const wanted = Number(readFileSync('${inCopy('wanted')}', 'utf8'))
Object.assign(globalThis, { anybody: sql\`1 = 1\`, broken: (id: number) => { met.add(id); return id === wanted } })
afterAll(() => {
  const path = expect.getState().testPath ?? ''
  if (wanted === ${NONE}) writeFileSync('${inCopy('met')}/' + encodeURIComponent(path), JSON.stringify({ path, met: [...met] }))
})`

/** The tests that start a process of the product: no guard would be broken in it. */
const ofProcesses = (): string[] =>
  globSync('server/src/**/*.test.ts', { cwd: root }).filter((path) =>
    readFileSync(join(root, path), 'utf8').includes('/server-process.ts'),
  )

/** Runs test files again and again in one process: with a guard broken, or with none. */
const startTests = async () => {
  Object.assign(process.env, env)
  writeFileSync(inCopy('broken.ts'), setup)
  mkdirSync(inCopy('met'), { recursive: true })
  const vitest = await createVitest('test', {
    root: copy,
    watch: false,
    bail: 1,
    reporters: [{}],
    setupFiles: ['./broken.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 2,
    isolate: false,
    exclude: ['**/*.{postgres,objects,pure}.test.ts', '**/node_modules/**', ...ofProcesses()],
    // As in vitest.config.ts: passwords that cost next to nothing, except in pure tests.
    alias: [{ find: /^.*\/password-cost\.ts$/, replacement: inCopy('server/src/testing/cheap-passwords.ts') }],
  })
  await vitest.standalone()
  return {
    /** The test file that fails with this guard broken; null if none does. */
    failing: async (paths: readonly string[], id: number): Promise<string | null> => {
      // Without a path, all would be run.
      if (paths.length === 0) return null
      writeFileSync(inCopy('wanted'), String(id))
      const specs = await vitest.globTestSpecifications([...paths])
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs)
      if (unhandledErrors.length > 0) return `an error that nobody caught: ${inspect(unhandledErrors[0], { depth: 0 })}`
      const asked = new Set(specs.map(({ moduleId }) => moduleId))
      return (
        testModules
          .find((one) => asked.has(one.moduleId) && one.state() === 'failed')
          ?.moduleId.replace(`${copy}/`, '') ?? null
      )
    },
    close: () => vitest.close(),
  }
}

type Tests = Awaited<ReturnType<typeof startTests>>

/**
 * Runs all tests with nothing broken; returns a function that lists the test files that reach a guard: those of its own
 * folder, which notice most, and all others. What is built when its file is loaded is reached by whichever test comes
 * first: then all are listed.
 */
const comingBy = async (tests: Tests) => {
  const red = await tests.failing([inCopy('server/src/')], NONE)
  if (red !== null) throw new Error(`the tests are red before anything is broken: ${red}`)
  const files = readdirSync(inCopy('met')).map(
    (name) => JSON.parse(readFileSync(inCopy(join('met', name)), 'utf8')) as { path: string; met: readonly number[] },
  )
  return ({ id, file, isLoaded }: Mutant) => {
    const reaching = isLoaded ? files : files.filter(({ met }) => met.includes(id))
    const folder = inCopy(file.split('/').slice(0, 3).join('/'))
    const near = (path: string) => path.startsWith(`${folder}/`)
    const paths = reaching.map(({ path }) => path)
    return [paths.filter(near), paths.filter((path) => !near(path))]
  }
}

/** The test file that fails with a guard broken; null if none does. */
const failingIn = async (tests: Tests, paths: readonly (readonly string[])[], id: number): Promise<string | null> => {
  for (const some of paths) {
    const red = await tests.failing(some, id)
    if (red !== null) return red
  }
  return null
}

/** The guards that no test notices when they are broken. */
const unnoticed = async (guards: readonly Mutant[]): Promise<Mutant[]> => {
  const open: Mutant[] = []
  const judge = async (tests: Tests, mutant: Mutant, paths: readonly (readonly string[])[]): Promise<void> => {
    const { id, file, line, guard } = mutant
    const by = await failingIn(tests, paths, id)
    const outcome = by === null ? 'no test notices' : 'held by tests  '
    console.log(`${outcome}  ${file}:${line} ${guard}${by === null ? '' : ` ← ${by}`}`)
    if (by === null) open.push(mutant)
  }
  const tests = await startTests()
  const testsBy = await comingBy(tests)
  for (const mutant of guards.filter(({ isLoaded }) => !isLoaded)) await judge(tests, mutant, testsBy(mutant))
  await tests.close()
  // Processes that have loaded the file already keep what was built then: each of these guards gets new ones.
  for (const mutant of guards.filter(({ isLoaded }) => isLoaded)) {
    const fresh = await startTests()
    await judge(fresh, mutant, testsBy(mutant))
    await fresh.close()
  }
  return open
}

for (const [line, why] of Object.entries(equivalent)) console.log(`no guard         ${line} ← ${why}`)
try {
  for (const name of ['contract', 'server', 'docs', '.env.example', 'package.json'])
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
    const open = await unnoticed(beside)
    const [inMatrix, inTests] = [mutants.length - beside.length, beside.length - open.length]
    console.log(
      `${mutants.length} guards: ${inMatrix} held by the matrix, ${inTests} by tests, ${open.length} by nobody`,
    )
    process.exitCode = open.length > 0 ? 1 : 0
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
