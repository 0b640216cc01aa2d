import { afterEach, expect, test, vi } from 'vitest'
import { runTyped } from './commands.ts'

afterEach(() => vi.restoreAllMocks())

test('whoever asks what a command does reads the list, and nothing is done', async () => {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text))
  for (const typed of [['backup', '--help'], ['admin', 'create', '-h'], ['help'], []])
    expect(await runTyped(typed), typed.join(' ')).toBe(0)
  expect(said).toHaveLength(4)
  for (const text of said) expect(text).toContain('用法 / usage')
})
