import { expect, test } from 'vitest'
import { saySteps } from './progress.ts'

const steps = (isTerminal: boolean) => {
  const said: string[] = []
  let seconds = 0
  const tell = saySteps(
    (line) => void said.push(line),
    () => seconds * 1_000,
    isTerminal,
  )
  const at = (second: number, step: Parameters<NonNullable<typeof tell>>[0]) => {
    seconds = second
    tell?.(step)
  }
  return { said, at }
}

test('an operator who waits for a backup, a restore or a comparison reads every ten seconds how far it has come', () => {
  const { said, at } = steps(true)
  at(0, { what: 'rows', done: 500, of: null })
  at(9, { what: 'rows', done: 900, of: null })
  at(11, { what: 'rows', done: 1_000, of: null })
  at(12, { what: 'files', done: 1, of: 30 })
  at(25, { what: 'files', done: 20, of: 30 })
  at(40, { what: 'checked', done: 3, of: 90 })
  at(60, { what: 'compared', done: 100, of: 400 })
  expect(said).toEqual([
    '· 数据：1000 行 / data: 1000 rows',
    '· 文件：20 / 30 个 / files: 20 / 30',
    '· 检查备份：3 / 90 项 / checking the backup: 3 / 90 parts',
    '· 核对：100 / 400 个文件 / comparing: 100 / 400 files',
  ])
})

test('the log of every night has no such lines', () => {
  const { said, at } = steps(false)
  at(60, { what: 'files', done: 20, of: 30 })
  expect(said).toEqual([])
})
