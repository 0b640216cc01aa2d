import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const decision = readFileSync(join(root, 'docs/decisions/016-what-removes.md'), 'utf8')
const sources = globSync('server/src/**/*.ts', {
  cwd: root,
  exclude: ['**/*.test.ts', '**/factory.ts', 'server/src/{testing,demo,cli}/**'],
}).map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(join(root, path), 'utf8'),
}))

test('every job that removes something is listed with its right in the decision on removals', () => {
  const jobs = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:removal\.every(?:Unused)?\(|\bjob: )'([^']+)'/g)].map(([, name]) => name!),
  )
  expect(jobs.length).toBeGreaterThan(12)
  expect(jobs.filter((name) => !decision.includes(`\`${name}\``))).toEqual([])
})

test('every source file of the server that removes files is named there', () => {
  const removing = sources
    .filter(({ text }) => /\b(rm|rmdir|unlink|rmSync|unlinkSync)\(|\bfiles\.remove\(|\.discard\(/.test(text))
    .map(({ path }) => path.slice('server/src/'.length))
  expect(removing.length).toBeGreaterThan(10)
  expect(removing.filter((path) => !decision.includes(`\`${path}\``))).toEqual([])
})
