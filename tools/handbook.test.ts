import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runTyped } from '../server/src/cli/commands.ts'

const root = join(import.meta.dirname, '..')
const handbooks = ['operate', 'handbook-teacher', 'handbook-student'] as const
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The fenced blocks of one kind, in their order. */
const blocks = (text: string, kind: string): string[] =>
  [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].filter(([, named]) => named === kind).map(([, , body = '']) => body)
/** Lines that stand in a block marked as runnable. */
const runnable = (path: string): string[] => blocks(read(path), 'sh run').flatMap((block) => block.trim().split('\n'))

let machine: string
const here = process.cwd()
beforeAll(async () => {
  machine = await mkdtemp(join(tmpdir(), 'tongchuang-handbook-'))
  process.chdir(machine)
})
afterAll(async () => {
  process.chdir(here)
  await rm(machine, { recursive: true, force: true })
})

/**
 * Runs one command line as an operator types it, but in this process: a separate process would cost a second each.
 * Returns the output.
 */
const type = async (line: string): Promise<string> => {
  const [, settings = '', command = ''] = /^((?:[A-Z_]+=\S+ )*)npm run cli -- (.+)$/.exec(line) ?? []
  if (!command) throw new Error(`not a command of the product: ${line}`)
  let said = ''
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((text: string) => void (said += `${text}\n`))
  for (const name of ['BASE_URL', 'DATABASE_URL', 'DATA_DIR', 'SECRET', 'SMTP_URL']) vi.stubEnv(name, '')
  for (const [, name = '', value = ''] of settings.matchAll(/([A-Z_]+)=(\S+)/g)) vi.stubEnv(name, value)
  const code = await runTyped(command.split(' ')).finally(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })
  // The pages are built when the product is started: before a build that one finding is correct.
  const isUnbuilt =
    command === 'doctor' && !existsSync(join(root, 'web/dist/index.html')) && said.match(/^✗/gm)?.length === 1
  expect(code === 0 || isUnbuilt, `${line}\n${said}`).toBe(true)
  return said
}

test('an operator who types every command of the handbook in its order has a school, its copy and the copy restored', async () => {
  const typed = runnable('docs/operate.md')
  const said = new Map<string, string>()
  for (const line of typed) said.set(line, await type(line))
  const heard = (part: string): string => [...said].find(([line]) => line.includes(part))?.[1] ?? ''
  expect(heard('admin create')).toMatch(/office/)
  expect(heard('backup check')).toMatch(/备份完整/)
  expect(heard('data-new npm run cli -- admin list')).toMatch(/office/)
  expect(heard('doctor')).toMatch(/✓ 数据库/)
}, 60_000)

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

/**
 * Whether a screen shows exactly this (… for the variable parts), shows it beside variable parts, or quotes or lists
 * it.
 */
const isOnAScreen = (word: string, texts: readonly string[]): boolean =>
  texts.some(
    (text) =>
      text.replaceAll(/\$\{[^}]*\}/g, '…') === word ||
      text.split(/\$\{[^}]*\}/).some((part) => bare(part) === bare(word)) ||
      text.includes(`「${word}」`) ||
      text.split('、').includes(word),
  )

test.each([
  ['handbook-teacher.md', 'zh-CN', /「([^」]+)」/g],
  ['handbook-student.md', 'zh-CN', /「([^」]+)」/g],
  ['handbook-teacher.en.md', 'en-US', /\*\*([^*]+)\*\*/g],
  ['handbook-student.en.md', 'en-US', /\*\*([^*]+)\*\*/g],
])('the words %s quotes are whole words of the screens', (file, language, quoted) => {
  const texts = screens(language)
  const words = [...read(`docs/${file}`).matchAll(quoted)].map(([, word = '']) => word)
  expect(words.length).toBeGreaterThan(10)
  // The document’s first line describes this notation.
  expect(words.filter((word) => word !== 'bold' && !isOnAScreen(word, texts))).toEqual([])
})

test('a label that is only a part of other words is no word of the screens', () => {
  const texts = ['停止提交', '关闭对话框', '给${n}人重发账号条', '${masked} · 未确认', '优、A、√', '打开「看成绩表」']
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
