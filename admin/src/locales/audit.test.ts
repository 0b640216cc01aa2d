import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Call, Calls } from '@tongchuang/contract/call.ts'
import { expect, test } from 'vitest'
import { audit as english } from './en-US/audit.ts'
import { audit as chinese } from './zh-CN/audit.ts'

const folder = join(import.meta.dirname, '../../../contract/src')
const groups = await Promise.all(
  globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] }).map(
    (file) => import(join(folder, file)) as Promise<Record<string, Calls>>,
  ),
)
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value
const writes = groups
  .flatMap((module) => Object.values(module).filter((group) => typeof group === 'object'))
  .flatMap((group) => Object.values(group).filter(isCall))
  .filter(
    ({ method, path, recorded }) => recorded !== undefined || (method === 'POST' && path.startsWith('/api/admin/')),
  )
  .map(({ path }) => path)

test('the check finds the calls that change something', () => {
  expect(writes.length).toBeGreaterThan(20)
})

test.each([...new Set(writes)])(
  'whoever reads the record finds a sentence for %s: write one into locales/*/audit.ts',
  (path) => {
    const [inChinese, inEnglish]: Readonly<Record<string, string>>[] = [chinese.sentences, english.sentences]
    expect(inChinese?.[path] ?? '').toMatch(/\p{Script=Han}/u)
    expect(inEnglish?.[path] ?? '').toMatch(/^[A-Z]/)
  },
)
