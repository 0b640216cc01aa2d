import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsIn } from './commands-here.ts'

test('whoever runs a packed release is told its own programs, and whoever runs the sources npm', () => {
  const folder = mkdtempSync(join(tmpdir(), 'commands-'))
  expect(commandsIn(folder, 'linux').cli).toBe('npm run cli --')
  expect(commandsIn(folder, 'linux').startWith('PORT', 3001)).toBe('PORT=3001 npm start')
  expect(commandsIn(folder, 'win32').startWith('PORT', 3001)).toBe('set "PORT=3001" && npm start')
  writeFileSync(join(folder, 'cli.cmd'), '')
  expect(commandsIn(folder, 'win32').cli).toBe('cli.cmd')
  expect(commandsIn(folder, 'win32').startWith('PORT', 3001)).toBe('set "PORT=3001" && start.cmd')
  writeFileSync(join(folder, 'cli'), '')
  expect(commandsIn(folder, 'linux').cli).toBe('./cli')
  expect(commandsIn(folder, 'linux').startWith('PORT', 3001)).toBe('PORT=3001 ./start')
})
