import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One guard that can be broken: `broken(id)` in its line says whether it is, for now. */
export type Mutant = { id: number; file: string; line: number; guard: string }

/** A guard of this kind, and its line with a way around it. */
type Break = { guard: RegExp; around: string }

const withoutIt = '.$$call((query: any) => globalThis.broken(ID) ? query : query$&)'

const breaks: readonly Break[] = [
  // A refusal that is never given.
  { guard: /(?<=^\s*)if \((.+)\) (?=throw fail\('(NOT_FOUND|ROLE)'\))/, around: 'if (!globalThis.broken(ID) && ($1)) ' },
  // A switch that everybody has.
  { guard: /(?<=^export const may\w+ = \(staff: Staff\): boolean =>) (.+)$/, around: ' globalThis.broken(ID) || ($1)' },
  // A row that belongs to everybody.
  { guard: /\.(where|on)\('[\w.]*user_id', '=', (user_id|viewer\.user_id|viewer_id|caller\.user_id|value\('user_id'\))\)/, around: withoutIt },
  // A former member who is one still.
  { guard: /\.(where|on)\('[\w.]*status', '=', 'member'\)/, around: withoutIt },
  // A guild, a task or a work that is shown whatever its state.
  { guard: /\.where\('[\w.]*status', 'not in', \[[^\]]*\]\)/, around: withoutIt },
  // An access that asks for no role.
  { guard: /(?<=if \(access === '\w+'\) return) (.+)$/, around: ' globalThis.broken(ID) || ($1)' },
]

// Tests and samples; and what works by itself, for nobody who asks: the erasing of a person and the clock.
const notAsked = /test\.ts$|factory\.ts$|^(testing|demo|cli)\/|(erase|clock)-store\.ts$/

/** Every guard of the server's sources under `root`, and the texts of their files with all the ways around them, by path. */
export const findMutants = (root: string): { mutants: readonly Mutant[]; texts: ReadonlyMap<string, string> } => {
  const mutants: Mutant[] = []
  const texts = new Map<string, string>()
  const names = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
  for (const name of names.toSorted()) {
    if (!name.endsWith('.ts') || notAsked.test(name)) continue
    const file = join('server/src', name)
    const before = readFileSync(join(root, file), 'utf8')
    const lines = before.split('\n').map((guarded, index) => {
      let line = guarded
      for (const { guard, around } of breaks) {
        if (!guard.test(line)) continue
        const id = mutants.length
        mutants.push({ id, file, line: index + 1, guard: guarded.trim() })
        line = line.replace(guard, around.replaceAll('ID', String(id)))
      }
      return line
    })
    // A query kept from before would not know of its broken guard.
    const after = lines.filter((line) => !line.includes('kept.set(adapter, query)')).join('\n')
    if (after !== before) texts.set(file, after)
  }
  return { mutants, texts }
}
