import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMutants } from './mutants.ts'

// node tools/mutations/run.ts
// Writes a way around every guard into a copy of the sources, breaks one after the other in one process, and asks the
// rows of the matrix that come by it again: an answer has to change.

const root = join(import.meta.dirname, '../..')
const { mutants, texts } = findMutants(root)

const copy = mkdtempSync(join(tmpdir(), 'tongchuang-mutations-'))
try {
  for (const name of ['contract', 'server', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [file, text] of texts) writeFileSync(join(copy, file), text)
  const guards = join(copy, 'guards.json')
  writeFileSync(guards, JSON.stringify(mutants))
  const { status } = spawnSync(process.execPath, ['server/src/testing/matrix/break-guards.ts', guards], {
    cwd: copy,
    stdio: 'inherit',
    env: { ...process.env, TEST_DIALECT: 'sqlite', TZ: 'UTC' },
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}
