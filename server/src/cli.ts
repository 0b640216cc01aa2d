import { runTyped } from './cli/commands.ts'
import { loadEnvFile } from './env-file.ts'
import { printProblems, startProblems } from './start-problems.ts'

try {
  loadEnvFile()
  process.exitCode = await runTyped(process.argv.slice(2))
} catch (error) {
  printProblems(startProblems(error))
  process.exitCode = 1
}
