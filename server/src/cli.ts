import { runTyped } from './cli/commands.ts'
import { loadEnvFile } from './config-file.ts'
import { commandProblems, printProblems } from './start-problems.ts'

// As the server does: what a command writes is for its user alone.
process.umask(0o077)

try {
  loadEnvFile()
  process.exitCode = await runTyped(process.argv.slice(2))
} catch (error) {
  printProblems(commandProblems(error))
  process.exitCode = 1
}
