import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tongchuang-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const started = () => prepareDataFolder(readSettings({ DATA_DIR: folder })).secret
const path = () => join(folder, 'secret')

test('a new school makes its secret once, for its user alone, and leaves nothing beside it', () => {
  const secret = started()
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect([started(), readFileSync(path(), 'utf8')]).toEqual([secret, secret])
  expect(readdirSync(folder)).toEqual(['secret'])
  if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o600)
})

test.each([
  ['empty', ''],
  ['full of zeros, which anybody could guess', '\0'.repeat(43)],
])('a school whose power failed before its secret reached the disk starts by itself: the file is %s', (_, left) => {
  writeFileSync(path(), left)
  const secret = started()
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(started()).toBe(secret)
  expect(readdirSync(folder)).toEqual(['secret'])
})

test('a secret that somebody typed and that is too short is never replaced, and the operator reads which file it is', () => {
  writeFileSync(path(), 'short\n')
  expect(started).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining({ zh: expect.stringContaining(path()) })] }),
  )
  expect(readFileSync(path(), 'utf8')).toBe('short\n')
})
