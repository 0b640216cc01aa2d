import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// node tools/mutations.ts [part of a name] [each nth]
// Takes one guard after the other out of a copy of the sources and runs the matrix against it: it has to turn red.

type Mutant = { file: string; line: number; before: string; after: string }

const root = join(import.meta.dirname, '..')
const [only = '', nth = '1'] = process.argv.slice(2)

/** How each kind of guard is broken; each line that fits gives one mutant. */
const breaks: readonly ((line: string) => string)[] = [
  // A refusal that is never given.
  (line) => line.replace(/^(\s*)if \((.+)\) throw fail\('(NOT_FOUND|ROLE)'\)/, "$1if (false && ($2)) throw fail('$3')"),
  // A switch that everybody has.
  (line) => line.replace(/^(export const may\w+ = \(staff: Staff\): boolean =>).*/, '$1 true'),
  // A row that belongs to everybody.
  (line) => line.replace(/\.where\('[\w.]*user_id', '=', (user_id|viewer\.user_id|viewer_id|caller\.user_id)\)/, ''),
  (line) => line.replace(/\.on\('[\w.]*user_id', '=', user_id\)/, ''),
  // A former member who is one still.
  (line) => line.replace(/\.(where|on)\('[\w.]*status', '=', 'member'\)/, ''),
  // A guild, a task or a work that is shown whatever its state.
  (line) => line.replace(/\.where\('[\w.]*status', 'not in', \[[^\]]*\]\)/, ''),
  // An access that asks for no role.
  (line) => line.replace(/(if \(access === '\w+'\) return) .*/, '$1 true'),
]

const sources = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !/test\.ts$|factory\.ts$|^(testing|demo|cli)\//.test(name),
)

const mutants: Mutant[] = sources.flatMap((name) => {
  const file = join('server/src', name)
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((before, index) => breaks.map((change) => ({ file, line: index + 1, before, after: change(before) })))
    .filter(({ before, after }) => before !== after)
})

const copy = mkdtempSync(join(tmpdir(), 'tongchuang-mutations-'))
for (const name of ['contract', 'server', 'vitest.config.ts', 'package.json', 'tsconfig.json'])
  cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('node_modules') })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

/** Whether the matrix stays green. */
const isGreen = (): boolean => {
  const run = ['node_modules/vitest/vitest.mjs', 'run', '--project=sqlite', '--bail=1', 'server/src/matrix.test.ts']
  return spawnSync(process.execPath, run, { cwd: copy, stdio: 'ignore' }).status === 0
}

const chosen = mutants.filter(({ file }) => file.includes(only)).filter((_, index) => index % Number(nth) === 0)
const survivors: string[] = []
try {
  if (!isGreen()) throw new Error('the matrix is red before anything is broken')
  for (const { file, line, before, after } of chosen) {
    const path = join(copy, file)
    const text = readFileSync(path, 'utf8')
    const lines = text.split('\n')
    lines[line - 1] = after
    writeFileSync(path, lines.join('\n'))
    const survived = isGreen()
    writeFileSync(path, text)
    if (survived) survivors.push(`${file}:${line} ${before.trim()}`)
    console.log(`${survived ? 'SURVIVED' : 'killed  '} ${file}:${line} ${before.trim()}`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} killed (${mutants.length} in all)`)
