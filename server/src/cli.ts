import { existsSync } from 'node:fs'
import { runTyped } from './cli/commands.ts'
import { printProblems, startProblems } from './start-problems.ts'

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  process.exitCode = await runTyped(process.argv.slice(2))
} catch (error) {
  printProblems(startProblems(error))
  process.exitCode = 1
}
