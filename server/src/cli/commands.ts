import { adminCreate, adminList, adminResetPassword } from './admin.ts'
import { backup, backupCheck, restore } from './backup.ts'
import type { Command } from './command.ts'
import { configCheck } from './config-check.ts'
import { demoLoad, demoReset } from './demo.ts'
import { doctor } from './doctor.ts'
import { filesMove } from './files-move.ts'
import { filesAdopt, filesCompare, filesSweep } from './files.ts'

/** Every command; those of one noun are a file beside this one. */
const commands: readonly Command[] = [
  adminCreate,
  adminResetPassword,
  adminList,
  demoLoad,
  demoReset,
  backupCheck,
  backup,
  restore,
  configCheck,
  doctor,
  filesSweep,
  filesAdopt,
  filesCompare,
  filesMove,
]

const usage = (): string =>
  [
    '用法 / usage: npm run cli -- <command>',
    '',
    ...commands.map(({ name, takes = '', does }) => `  ${`${name} ${takes}`.padEnd(36)}${does.zh} / ${does.en}`),
  ].join('\n')

const isTyped = ({ name }: Command, typed: readonly string[]): boolean =>
  name.split(' ').every((word, at) => typed[at] === word)

/** Runs what was typed after `npm run cli --`; answers the exit code. */
export const runTyped = async (typed: readonly string[]): Promise<number> => {
  const asksForHelp =
    typed.length === 0 || typed[0] === 'help' || typed.some((word) => word === '--help' || word === '-h')
  // Whoever asks what a command does has not asked to have it done.
  const command = asksForHelp ? undefined : commands.find((known) => isTyped(known, typed))
  if (command) return command.run(typed.slice(command.name.split(' ').length))
  if (!asksForHelp) console.error(`✗ 没有这个命令：${typed.join(' ')} / No such command: ${typed.join(' ')}\n`)
  console.log(usage())
  return asksForHelp ? 0 : 2
}
