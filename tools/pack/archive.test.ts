import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { archive } from './archive.ts'
import { checkForm } from './check.ts'
import { windowsStart } from './stage.ts'
import { targets } from './targets.ts'

let temporary: string
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'tongchuang-archive-'))
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(temporary, { recursive: true, force: true })
})

const windows = targets.find(({ os }) => os === 'win32')!

const packed = async (paths: readonly string[]): Promise<string> => {
  const folder = join(temporary, 'tongchuang-1')
  rmSync(folder, { recursive: true, force: true })
  for (const path of ['node_modules/@img/sharp-win32-x64/package.json', ...paths]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '1')
  }
  return (await archive(folder, temporary, windows)).path
}

test('an operator who unpacks the archive for Windows has the example settings and the list of pages, whose names begin with a dot', async () => {
  const needed = ['.env.example', 'web/dist/.vite/manifest.json']
  await checkForm(await packed(needed), windows)
  for (const missing of needed)
    await expect(checkForm(await packed(needed.filter((path) => path !== missing)), windows)).rejects.toThrow(
      `no ${missing}`,
    )
})

test('on Windows each start leads to the contract of its own folder, and no file is removed on the way', () => {
  for (const what of ['main', 'cli']) {
    const lines = windowsStart(what).split('\r\n')
    const at = (begin: string) => lines.findIndex((line) => line.startsWith(begin))
    const steps = ['if not exist node_modules', 'dir /al', 'rmdir ', 'mklink /J ', ':linked', 'bin\\node.exe']
    expect(steps.map((step) => at(step) + 1)).toEqual([3, 4, 5, 6, 7, 9])
    expect(lines[2]).toBe('if not exist node_modules\\@tongchuang mkdir node_modules\\@tongchuang')
    expect(lines[3]).toContain('find.exe" "[%CD%\\contract]" >nul && goto linked')
    expect(lines[4]).toBe('rmdir node_modules\\@tongchuang\\contract 2>nul')
    expect(lines[5]).toBe('mklink /J node_modules\\@tongchuang\\contract contract >nul')
  }
})
