// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { build } from 'vite'
import { buildWords } from './build-words.ts'
import { paintPages } from './painted.ts'

/** A site with one package that is large and names the kind of server it is not for; removed with the test. */
const siteWithPackage = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tongchuang-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const brought = join(folder, 'node_modules/brought')
  for (const made of [brought, join(folder, 'src'), join(folder, 'dist/.vite')]) mkdirSync(made, { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="./page.js"></script>')
  writeFileSync(join(folder, 'page.js'), "import { long } from 'brought'\ndocument.title = long")
  writeFileSync(
    join(folder, 'src/painted.tsx'),
    "import { long } from 'brought'\nexport const paintLogin = async () => long",
  )
  writeFileSync(join(brought, 'package.json'), '{ "name": "brought", "type": "module", "main": "index.js" }')
  writeFileSync(join(brought, 'index.js'), `"use client"\nexport const long = '${'x'.repeat(600_000)}'`)
  return folder
}

test.for([
  ['a page', (site: string) => build({ root: site, configFile: false, logLevel: 'warn', build: buildWords })],
  ['a painted page', (site: string) => paintPages(site, join(site, 'dist'))],
] as const)('whoever starts a school for the first time reads no warnings of the bundler at %s', async ([, make]) => {
  const said: unknown[] = []
  for (const way of ['warn', 'error', 'log'] as const)
    vi.spyOn(console, way).mockImplementation((...words) => void said.push(words))
  onTestFinished(() => void vi.restoreAllMocks())
  await make(siteWithPackage())
  expect(said).toEqual([])
})
