import type { Step } from '../steps.ts'
import type { Bilingual } from '../http/language.ts'

const EVERY_MS = 10_000

/** How far the copying of files has come: files and bytes, of how many. */
export type Progress = { files: number; ofFiles: number; bytes: number; ofBytes: number }

const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20)

type Print = (line: string) => void
const toTerminal: Print = (line) => console.log(line)
const ofMachine = (): number => performance.now()

/** Prints a line at most every ten seconds, so that the lines are readable in a log too; the first from `first` on. */
const paced = (print: Print, now: () => number, first: number): ((line: () => Bilingual) => void) => {
  let next = first
  return (line) => {
    if (now() < next) return
    next = now() + EVERY_MS
    const { zh, en } = line()
    print(`· ${zh} / ${en}`)
  }
}

/**
 * Says how far a long command has come: at once, then at most every ten seconds. How it ended is said by the command.
 */
export const sayHowFar = (print = toTerminal, now = ofMachine): ((progress: Progress) => void) => {
  const say = paced(print, now, now())
  return ({ files, ofFiles, bytes, ofBytes }) =>
    say(() => {
      const [done, all] = [megabytes(bytes), megabytes(ofBytes)]
      return {
        zh: `${files} / ${ofFiles} 个文件，${done} / ${all} MB`,
        en: `${files} of ${ofFiles} files, ${done} of ${all} MB`,
      }
    })
}

const words: Record<Step['what'], (count: string) => Bilingual> = {
  checked: (count) => ({ zh: `检查备份：${count} 项`, en: `checking the backup: ${count} parts` }),
  rows: (count) => ({ zh: `数据：${count} 行`, en: `data: ${count} rows` }),
  files: (count) => ({ zh: `文件：${count} 个`, en: `files: ${count}` }),
  compared: (count) => ({ zh: `核对：${count} 个文件`, en: `comparing: ${count} files` }),
}

/**
 * Says how far a backup, a restore or a comparison has come, every ten seconds and only to a person: what runs at night
 * writes its beginning and its end into a log.
 */
export const saySteps = (
  print = toTerminal,
  now = ofMachine,
  isTerminal = process.stdout.isTTY,
): ((step: Step) => void) | undefined => {
  if (!isTerminal) return undefined
  const say = paced(print, now, now() + EVERY_MS)
  return ({ what, done, of }) => say(() => words[what](of === null ? String(done) : `${done} / ${of}`))
}
