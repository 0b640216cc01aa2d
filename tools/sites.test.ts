// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { build, createLogger } from 'vite'
import { buildWords } from './sites.ts'

test('whoever starts a school for the first time reads no warnings of the bundler about packages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tongchuang-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const brought = join(folder, 'node_modules/brought')
  mkdirSync(brought, { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="./page.js"></script>')
  writeFileSync(join(folder, 'page.js'), "import { long } from 'brought'\ndocument.title = long")
  writeFileSync(join(brought, 'package.json'), '{ "name": "brought", "type": "module", "main": "index.js" }')
  writeFileSync(join(brought, 'index.js'), `"use client"\nexport const long = '${'x'.repeat(600_000)}'`)
  const said: string[] = []
  const customLogger = createLogger('silent')
  customLogger.warn = (text) => void said.push(text)
  customLogger.warnOnce = (text) => void said.push(text)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    customLogger,
    build: { ...buildWords, outDir: join(folder, 'dist') },
  })
  expect(said).toEqual([])
})
