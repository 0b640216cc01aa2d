import { here } from '../commands-here.ts'
import type { Bilingual } from '../http/language.ts'
import { adminCreate, adminList, adminResetPassword } from './admin.ts'
import { backup, backupCheck, restore } from './backup.ts'
import type { Command } from './command.ts'
import { configCheck } from './config-check.ts'
import { demoLoad, demoReset } from './demo.ts'
import { doctor } from './doctor.ts'
import { filesMove } from './files-move.ts'
import { filesAdopt, filesCompare, filesSweep } from './files.ts'

/** Every command; those with the same noun share a file beside this one. */
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
    `用法 / usage: ${here.cli} <command>`,
    '',
    ...commands.map(({ name, takes = '', does }) => `  ${`${name} ${takes}`.padEnd(36)}${does.zh} / ${does.en}`),
  ].join('\n')

const isTyped = ({ name }: Command, typed: readonly string[]): boolean =>
  name.split(' ').every((word, at) => typed[at] === word)

/**
 * The number of words and the options a command takes, parsed from its description: pairs of an option and its value,
 * which is undefined where it has none.
 */
const takenBy = ({ takes = '' }: Command) => {
  const parts = takes.match(/\[[^\]]*\]|<[^>]*>|\S+/g) ?? []
  const options = parts.flatMap((part) => /^\[(--[a-z-]+)( .*)?\]$/.exec(part)?.slice(1, 3) ?? [])
  return { words: parts.filter((part) => !part.includes('--')).length, options }
}

/**
 * Why a command cannot be run with what was typed; null where it can. Ignoring a word could do something else than was
 * meant.
 */
const mistakeIn = (command: Command, args: readonly string[]): Bilingual | null => {
  const { words, options } = takenBy(command)
  const unknown = (word: string) => ({ zh: `不认识「${word}」`, en: `“${word}” is not known` })
  const seen = new Set<string>()
  let left = words
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]!
    const [name = '', value] = word.split('=', 2)
    const known = word.startsWith('-') ? options.indexOf(name) : -1
    const takesValue = known >= 0 && options[known + 1] !== undefined
    if (known < 0 && (word.startsWith('-') || left-- <= 0)) return unknown(word)
    if (known < 0) continue
    if (!takesValue && value !== undefined) return unknown(word)
    if (seen.has(name)) return { zh: `${name} 写了两次`, en: `${name} is there twice` }
    seen.add(name)
    const given = takesValue && value === undefined ? args[(at += 1)] : value
    if (takesValue && (!given || given.startsWith('-')))
      return { zh: `${name} 后面没有写内容`, en: `Nothing is given after ${name}` }
  }
  return null
}

/** Runs what was typed after `npm run cli --`; returns the exit code. */
export const runTyped = async (typed: readonly string[]): Promise<number> => {
  const asksForHelp =
    typed.length === 0 || typed[0] === 'help' || typed.some((word) => word === '--help' || word === '-h')
  // A request for help never runs the command.
  const command = asksForHelp ? undefined : commands.find((known) => isTyped(known, typed))
  if (command) {
    const args = typed.slice(command.name.split(' ').length)
    const mistake = mistakeIn(command, args)
    if (mistake === null) return command.run(args)
    const how = `${here.cli} ${command.name} ${command.takes ?? ''}`.trimEnd()
    console.error(`✗ ${mistake.zh}，什么也没有做。写法：${how} / Nothing was done: ${mistake.en}. Type ${how}`)
    return 2
  }
  if (!asksForHelp) console.error(`✗ 没有这个命令：${typed.join(' ')} / No such command: ${typed.join(' ')}\n`)
  console.log(usage())
  return asksForHelp ? 0 : 2
}
