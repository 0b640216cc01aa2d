import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leftovers } from './check-sizes.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('no text of the screens is left from the template', () => {
  const files = globSync(
    [
      '{web,admin}/src/locales/**/*.ts',
      'ui/src/texts/*.ts',
      '{web,admin}/index.html',
      '{web,admin}/public/**/*.{html,css,svg}',
    ],
    {
      cwd: root,
    },
  )
  expect(files.length).toBeGreaterThan(80)
  expect(files.flatMap((path) => leftovers(read(path)).map((words) => `${path} says ${words}`))).toEqual([])
})

/** The quoted texts of a catalogue, without their placeholders. */
const sentences = (path: string): string[] =>
  [...read(path).matchAll(/(['`])((?:\\.|(?!\1).)*)\1/g)].map(([, , words = '']) =>
    words.replaceAll(/\$\{[^}]*\}/g, ''),
  )

test('a Chinese screen says nothing in the English of the template: no "not found", no "back", no "error"', () => {
  const files = globSync(['{web,admin}/src/locales/zh-CN/*.ts', 'ui/src/texts/zh-CN.ts'], { cwd: root })
  const all = files.flatMap(sentences)
  expect(all.length).toBeGreaterThan(1500)
  expect(
    all.filter((words) => /^\W*(not found|back|error|404|login|logout|home|workplace|dashboard)\W*$/i.test(words)),
  ).toEqual([])
})
