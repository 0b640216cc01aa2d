import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { auth } from './zh-CN/auth.ts'
import { inside } from './zh-CN/inside.ts'
import { myCenterPage } from './zh-CN/my-center-page.ts'
import { school } from './zh-CN/school.ts'
import { taskDetailPage } from './zh-CN/task-detail-page.ts'
import { taskSubmitPage } from './zh-CN/task-submit-page.ts'

const source = join(import.meta.dirname, '..')
const groups = { auth, inside, school, myCenter: myCenterPage, taskDetail: taskDetailPage, taskSubmit: taskSubmitPage }
const isPart = (name: string): name is keyof typeof groups => Object.hasOwn(groups, name)
const read = (path: string) => readFileSync(path, 'utf8')

/** A file and every other of this site that it imports, now or later. */
const reachedFrom = (path: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(path) || !existsSync(path)) return seen
  seen.add(path)
  for (const [, name = ''] of read(path).matchAll(/(?:from|import\() ?'(\.\.?\/[^']+\.tsx?)'/g))
    if (!/\/(locales|pages)\//.test(name) || path.includes('/pages/')) reachedFrom(join(dirname(path), name), seen)
  return seen
}

/** The groups of words a file reads. */
const groupsIn = (code: string): string[] => [
  ...[...code.matchAll(/const \{([^}]*)\} = (?:useTexts|currentTexts)\(\)(?!\??\.)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/:.*/s, '').trim()),
  ),
  ...[...code.matchAll(/(?:useTexts|currentTexts)\(\)\??\.(\w+)/g)].map(([, name = '']) => name),
]

const table = read(join(source, 'app/table.ts'))
const pages = [...table.matchAll(/import\('\.\.\/pages\/([\w-]+)\.tsx'\)(?:, ('[^)]*))?/g)].map(
  ([, page = '', parts = '']) => ({
    page,
    parts: [...parts.matchAll(/'(\w+)'/g)].map(([, part = '']) => part),
  }),
)

test.each(pages.filter(({ page }) => !/^(login|register)-/.test(page)))(
  '$page asks for all words it says',
  ({ page, parts }) => {
    const there = new Set(
      ['auth', 'inside', ...parts].flatMap((part) => (isPart(part) ? Object.keys(groups[part]) : [])),
    )
    const missing = [...reachedFrom(join(source, `pages/${page}.tsx`))].flatMap((path) =>
      groupsIn(read(path))
        .filter((name) => name !== '' && !there.has(name))
        .map((name) => `${relative(source, path)}: ${name}`),
    )
    expect(missing).toEqual([])
  },
)

test('the check finds the pages of the site', () => {
  expect(pages.length).toBeGreaterThan(8)
})
