import { afterEach, expect, test, vi } from 'vitest'
import { runTyped } from './commands.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  [['backup', '--out', 'school.zip'], '--out'],
  [['backup', 'school.zip', 'and-more'], 'and-more'],
  [['backup', 'chekc', 'school.zip'], 'school.zip'],
  [['demo', 'reset', '--dry-run'], '--dry-run'],
  [['files', 'adopt', 'now'], 'now'],
  [['files', 'sweep', '--conform'], '--conform'],
  [['files', 'sweep', '--confirm=yes'], '--confirm=yes'],
  [['admin', 'create', 'office', '--mail', 'a@b.cn'], '--mail'],
  [['admin', 'create', 'office', '--email', 'a@b.cn', 'teacher'], 'teacher'],
])('%j is not half understood: the word that makes no sense is named and nothing is done', async (typed, word) => {
  const said: string[] = []
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((text: string) => void said.push(text))
  expect(await runTyped(typed)).toBe(2)
  expect(said).toEqual([expect.stringContaining(`不认识「${word}」，什么也没有做`)])
})

test.each([
  [['admin', 'create', 'office', '--email'], '--email 后面没有写内容'],
  [['admin', 'create', '--email', '--large'], '--email 后面没有写内容'],
  [['admin', 'create', '--email='], '--email 后面没有写内容'],
  [['admin', 'create', '--email', 'a@b.cn', '--email=c@d.cn'], '--email 写了两次'],
  [['files', 'sweep', '--confirm', '--confirm'], '--confirm 写了两次'],
])('%j: an operator reads in one sentence what is missing or too much, and nothing is done', async (typed, said) => {
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((text: string) => void lines.push(text))
  expect(await runTyped(typed)).toBe(2)
  expect(lines).toEqual([expect.stringContaining(`${said}，什么也没有做`)])
})

test('whoever asks what a command does reads the list, and nothing is done', async () => {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text))
  for (const typed of [['backup', '--help'], ['admin', 'create', '-h'], ['help'], []])
    expect(await runTyped(typed), typed.join(' ')).toBe(0)
  expect(said).toHaveLength(4)
  for (const text of said) expect(text).toContain('用法 / usage')
})
