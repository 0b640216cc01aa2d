import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endingOf } from './class-names.ts'
import { root } from './sites.ts'

test('no two files of styles end their class names alike', () => {
  const files = globSync('{ui,web,admin}/src/**/*.module.css', { cwd: root })
  expect(files.length).toBeGreaterThan(100)
  const alike = [...Map.groupBy(files, endingOf).values()].filter((group) => group.length > 1)
  expect(alike).toEqual([])
})
