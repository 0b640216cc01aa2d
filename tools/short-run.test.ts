import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { journeysInShort } from '../e2e/short-run.ts'

const root = join(import.meta.dirname, '..')

test('a developer who renames a journey of the short run keeps it there', () => {
  const journeys = Object.values(journeysInShort).flat()
  expect(journeys.filter((name) => globSync(`e2e/${name}`, { cwd: root }).length === 0)).toEqual([])
})

test('a developer has no journey twice in the short run', () => {
  const journeys = Object.values(journeysInShort).flat()
  expect(journeys.filter((name, at) => journeys.indexOf(name) !== at)).toEqual([])
})
