import { existsSync } from 'node:fs'
import { adminCreate, adminList, adminResetPassword } from './cli/admin.ts'
import type { Command } from './cli/command.ts'
import { demoLoad, demoReset } from './cli/demo.ts'
import { configCheck } from './cli/config-check.ts'
import { doctor } from './cli/doctor.ts'
import { printProblems, startProblems } from './start-problems.ts'

/** Every command; a feature's are beside these, one file each. */
const commands: readonly Command[] = [adminCreate, adminResetPassword, adminList, demoLoad, demoReset, configCheck, doctor]

const usage = (): string =>
  [
    '用法 / usage: npm run cli -- <command>',
    '',
    ...commands.map(({ name, takes = '', does }) => `  ${`${name} ${takes}`.padEnd(36)}${does.zh} / ${does.en}`),
  ].join('\n')

const isTyped = ({ name }: Command, typed: readonly string[]): boolean => name.split(' ').every((word, at) => typed[at] === word)

const run = async (typed: readonly string[]): Promise<number> => {
  const command = commands.find((known) => isTyped(known, typed))
  if (command) return command.run(typed.slice(command.name.split(' ').length))
  const asksForHelp = typed.length === 0 || typed[0] === 'help' || typed[0] === '--help'
  if (!asksForHelp) console.error(`✗ 没有这个命令：${typed.join(' ')} / No such command: ${typed.join(' ')}\n`)
  console.log(usage())
  return asksForHelp ? 0 : 2
}

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  printProblems(startProblems(error))
  process.exitCode = 1
}
