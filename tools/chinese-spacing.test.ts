import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

// The browser sets the space between Chinese and Latin (`text-autospace` in ui/src/base.css): one that is typed as well
// would be seen twice, and stays where the text is read aloud or copied. A moment keeps those between its day and its
// time.
const typedSpace =
  /(?<=[\p{Script=Han}\u3001-\u303f\uff01-\uff5e]) (?=[A-Za-z0-9%+]|\$?\{)|(?<=[A-Za-z0-9%+}]) (?=[\p{Script=Han}\u3001-\u303f\uff01-\uff5e])/u

/** Texts for a terminal, which sets no space, and texts made up for tests. */
const elsewhere =
  /\.test\.|\/testing\/|\/factory\.tsx?$|server\/src\/(cli\/|config|start|data-(access|folder)|banner\.ts)/
const sources = [
  'web/src/locales/zh-CN/*.ts',
  'admin/src/locales/zh-CN/*.ts',
  'ui/src/**/*.{ts,tsx}',
  'contract/src/errors.ts',
  'server/src/**/*.ts',
  '*/index.html',
]

/** In an English sentence a Chinese name is set apart by spaces. */
const english = /\ben: (['`"]).*?\1/g

const withoutComments = (source: string): string =>
  source
    .replaceAll(english, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/(^|\s)\/\/ .*$/gm, '')

const found = (path: string): string[] =>
  withoutComments(readFileSync(join(root, path), 'utf8'))
    .split('\n')
    .flatMap((line, at) => (typedSpace.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : []))

test('no Chinese text of the product has a space typed between Chinese and Latin', () => {
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((path) => !elsewhere.test(path))
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap(found)).toEqual([])
})

test('a typed space is found between words, numbers and placeholders', () => {
  for (const text of ['第 3 版', '`${n} 人`', '请 {seconds} 秒后再试', '打开 JavaScript', '还差 ${n}%'])
    expect(typedSpace.test(text), text).toBe(true)
  for (const text of ['第3版', '`${n}人`', '3 / 5', '同学 · 老师', 'Ctrl + Enter', '学号 姓名', '可以写. _ -'])
    expect(typedSpace.test(text), text).toBe(false)
})

test('no line on a page ends between a number and its unit', () => {
  const parted = globSync('{web,admin}/src/locales/*/*.ts', { cwd: root })
    .filter((path) => !elsewhere.test(path))
    .flatMap((path) => (/\d [KMG]B\b/.test(readFileSync(join(root, path), 'utf8')) ? [path] : []))
  expect(parted).toEqual([])
})
