import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('{web,admin,ui}/src/**/*.tsx', { cwd: root })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => !name.endsWith('.test.tsx'))
const read = (name: string): string => readFileSync(join(root, name), 'utf8')

/** Whether a source file checks the user’s role by itself. */
const asksItself = (source: string): boolean =>
  /\b(?:useMe\(\)|useProfile\(\)|me|profile)\??\.role(?:List)?\b\s*(?:===|!==|\.some|\.includes)/.test(source) ||
  /\{[^}]*\brole\b[^}]*\} = use(?:Me|Profile)\(\)/.test(source)

test('what depends on the role of whoever looks is shown by Permission alone', () => {
  // The frame decides with it whether the pages of a student are open at all, and whose language the server keeps.
  expect(sources.filter((name) => asksItself(read(name)))).toEqual([
    'web/src/app/avatar-panel.tsx',
    'web/src/app/shell.tsx',
  ])
  expect(sources.filter((name) => read(name).includes('<Permission ')).length).toBeGreaterThan(6)
})

test('a file that checks the role by itself is found', () => {
  expect(asksItself("const mayFind = useMe().role !== 'assistant'")).toBe(true)
  expect(asksItself('const { role } = useMe()')).toBe(true)
  expect(asksItself('{shell.roles[me.role]}')).toBe(false)
})
