import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const handbooks = ['operate', 'handbook-teacher', 'handbook-student'] as const
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The fenced blocks of one kind, in their order. */
const blocks = (text: string, kind: string): string[] =>
  [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].filter(([, named]) => named === kind).map(([, , body = '']) => body)

test('both languages of a handbook have the same commands, snippets and number of headings', () => {
  for (const name of handbooks) {
    const [zh, en] = [read(`docs/${name}.md`), read(`docs/${name}.en.md`)]
    for (const kind of ['sh run', 'nginx', 'caddy', 'ini'])
      expect(blocks(en, kind), `${name}: ${kind}`).toEqual(blocks(zh, kind))
    expect(en.match(/^## /gm)?.length, name).toBe(zh.match(/^## /gm)?.length)
  }
})

test('the proxy snippets have the form of their program, and every link of a handbook leads to a file', () => {
  const text = read('docs/operate.md')
  const [nginx, caddy] = [blocks(text, 'nginx'), blocks(text, 'caddy')]
  expect([nginx.length, caddy.length]).toEqual([2, 2])
  for (const snippet of [...nginx, ...caddy]) expect(snippet.split('{').length).toBe(snippet.split('}').length)
  for (const snippet of nginx) {
    for (const line of snippet
      .trim()
      .split('\n')
      .map((one) => one.trim()))
      expect(line).toMatch(/^$|[;{}]$/)
    expect(snippet).toContain('proxy_set_header X-Forwarded-For')
  }
  for (const path of [
    'README.md',
    'README.en.md',
    ...handbooks.flatMap((name) => [`docs/${name}.md`, `docs/${name}.en.md`]),
  ])
    for (const [, target = ''] of read(path).matchAll(/\]\((?!https?:)([^)#]+)\)/g))
      expect(existsSync(join(root, dirname(path), target)), `${path}: ${target}`).toBe(true)
})

/** Every text of the screens in one language, that of one site before that of the other. */
const screens = (language: string): string[] =>
  globSync(`{web,admin}/src/locales/${language}/*.ts`, { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/(['`])((?:\\.|(?!\1).)*)\1/g)].map(([, , text = '']) => text.replaceAll('\\n', '\n')),
  )

const bare = (text: string): string => text.replace(/^[\s·，。：:;,.()（）]+|[\s·，。：:;,.()（）]+$/g, '')

/** What the screens show: each text whole (… for its variable parts), its parts beside these, and what it lists. */
const shownBy = (texts: readonly string[]) => ({
  whole: new Set(texts.flatMap((text) => [text.replaceAll(/\$\{[^}]*\}/g, '…'), ...text.split('、')])),
  beside: new Set(texts.flatMap((text) => text.split(/\$\{[^}]*\}/).map(bare))),
  all: texts.join('\n'),
})

/** Whether a screen shows exactly this, shows it beside variable parts, or quotes or lists it. */
const isOnAScreen = (word: string, { whole, beside, all }: ReturnType<typeof shownBy>): boolean =>
  whole.has(word) || beside.has(bare(word)) || all.includes(`「${word}」`)

test.each([
  ['handbook-teacher.md', 'zh-CN', /「([^」]+)」/g],
  ['handbook-student.md', 'zh-CN', /「([^」]+)」/g],
  ['handbook-teacher.en.md', 'en-US', /\*\*([^*]+)\*\*/g],
  ['handbook-student.en.md', 'en-US', /\*\*([^*]+)\*\*/g],
])('the words %s quotes are whole words of the screens', (file, language, quoted) => {
  const texts = shownBy(screens(language))
  const words = [...read(`docs/${file}`).matchAll(quoted)].map(([, word = '']) => word)
  expect(words.length).toBeGreaterThan(10)
  // The document’s first line describes this notation.
  expect(words.filter((word) => word !== 'bold' && !isOnAScreen(word, texts))).toEqual([])
})

test('a label that is only a part of other words is no word of the screens', () => {
  const texts = shownBy([
    '停止提交',
    '关闭对话框',
    '给${n}人重发账号条',
    '${masked} · 未确认',
    '优、A、√',
    '打开「看成绩表」',
  ])
  const words = ['停止提交', '给…人重发账号条', '未确认', '优', '看成绩表']
  expect(words.filter((word) => !isOnAScreen(word, texts))).toEqual([])
  expect(['关闭', '重发账号条'].filter((word) => isOnAScreen(word, texts))).toEqual([])
})

/** The single keys that a text names: `1`–`5`, `p` / `b` / `n`. */
const keysIn = (cell: string): string[] => cell.match(/[^\s`/–，,|]+/g) ?? []

test.each([
  ['handbook-teacher.md', 'zh-CN'],
  ['handbook-teacher.en.md', 'en-US'],
] as const)('the keys of %s are keys of the list that the review page shows', async (file, language) => {
  const { review } =
    language === 'zh-CN'
      ? await import('../admin/src/locales/zh-CN/review.ts')
      : await import('../admin/src/locales/en-US/review.ts')
  const shown = new Set(review.keyList.flatMap(([keys, words]) => [...keysIn(keys), ...(words.match(/\bEsc\b/) ?? [])]))
  const told = [...read(`docs/${file}`).matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) => keysIn(cell))
  expect(told.length).toBeGreaterThan(15)
  expect(told.filter((key) => !shown.has(key))).toEqual([])
})
