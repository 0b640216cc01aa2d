import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { system as english } from '../admin/src/locales/en-US/system.ts'
import { system as chinese } from '../admin/src/locales/zh-CN/system.ts'

const sources = globSync('server/src/**/*.ts', { cwd: join(import.meta.dirname, '..') }).filter(
  (path) => !path.endsWith('test.ts'),
)

test('an administrator reads in words what each background job does', () => {
  const jobs = sources.flatMap((path) =>
    [
      ...readFileSync(path, 'utf8').matchAll(
        /(?:(?:jobs\.every|removal\.every(?:Unused)?)\(|\bjob: |\b\w*(?:[jJ]ob|JOB) = )'([^']+)'/g,
      ),
    ].map(([, name]) => name),
  )
  expect(jobs.length).toBeGreaterThan(20)
  for (const { jobNames } of [chinese, english])
    expect(jobs.filter((name) => name === undefined || !Object.hasOwn(jobNames, name))).toEqual([])
})
