import { availableParallelism } from 'node:os'
import type { Run } from './five.ts'
import type { Line } from './measure.ts'

const MB = 2 ** 20
const mostUnderLoad = 320 * MB
const mostIdle = 150 * MB
const fasterByTwo = 1.3

const cell = (text: string, width = 11): string => text.padStart(width)
const word = (isMet: boolean): string => (isMet ? 'met' : 'MISSED')

/** Whether an aim is met; null where there is none. */
const verdictOf = ({ aim, perSecond, ratio, p99 }: Line): { words: string; isMet: boolean } | null => {
  if (!aim) return null
  if ('ratio' in aim) return { words: `≤ ${aim.ratio}×`, isMet: ratio <= aim.ratio }
  const isSoon = aim.p99 === undefined || p99 <= aim.p99
  const words = `≥ ${aim.perSecond}/s${aim.p99 === undefined ? '' : `, p99 ≤ ${aim.p99}`}`
  return { words, isMet: perSecond >= aim.perSecond && isSoon }
}

const printRun = ({ title, lines, memory, stored }: Run): void => {
  const heads = ['requests/s', 'CPU µs', '× hello', 'PG CPU µs', 'p50 ms', 'p99 ms', 'failed', 'MB']
  console.log(`\n${title.padEnd(27)}${heads.map((head) => cell(head)).join('')}  aim`)
  for (const line of lines) {
    const { perSecond, cpu, ratio, databaseCpu, p50, p99, failures, rss } = line
    const verdict = verdictOf(line)
    const figures = [
      perSecond.toFixed(0),
      cpu.toFixed(1),
      ratio.toFixed(2),
      databaseCpu === null ? '–' : databaseCpu.toFixed(1),
      p50.toFixed(1),
      p99.toFixed(1),
      String(failures),
      rss.map((bytes) => (bytes / MB).toFixed(0)).join('+'),
    ]
    const end = verdict ? `  ${verdict.words}  ${word(verdict.isMet)}` : ''
    console.log(line.name.padEnd(27) + figures.map((text) => cell(text)).join('') + end)
  }
  const mb = (list: readonly number[]) => list.map((bytes) => `${(bytes / MB).toFixed(0)} MB`).join(' and ')
  const { idle, most, after } = memory
  console.log(
    `memory: before the first request ${mb(idle)} (≤ 150 MB ${word(Math.max(...idle) <= mostIdle)}), at most ${mb(most)} after a case (≤ 320 MB ${word(Math.max(...most) <= mostUnderLoad)}), ${mb(after)} at rest afterwards; ${stored.works} works stored of ${stored.sent} sent`,
  )
}

type Busy = Pick<Line, 'perSecond' | 'cpu' | 'databaseCpu'>

/** How many cores the product and PostgreSQL kept busy; the sender comes on top. */
const busyCores = ({ perSecond, cpu, databaseCpu }: Busy): number => (perSecond * (cpu + (databaseCpu ?? 0))) / 1e6

/** The geometric mean: a half and a double are no change. */
const meanOf = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((all, one) => all + Math.log(one), 0) / numbers.length)

const printGain = ({ lines }: Run): void => {
  const reads = lines.flatMap((line) => (line.alone ? [{ line, name: line.name, alone: line.alone }] : []))
  if (reads.length === 0) return
  const mean = meanOf(reads.map(({ alone }) => alone.gain))
  const each = reads.map(({ name, alone }) => `${name} ${alone.gain.toFixed(2)}`).join(', ')
  console.log(
    `two processes instead of the first alone, requests/s: ${each}; on the whole ${mean.toFixed(2)}× (≥ ${fasterByTwo}× ${word(mean >= fasterByTwo)})`,
  )
  const cores = reads.map(
    ({ name, alone, line }) => `${name} ${busyCores(alone).toFixed(2)} → ${busyCores(line).toFixed(2)}`,
  )
  console.log(`cores kept busy, besides the sender's, of ${availableParallelism()}: ${cores.join(', ')}`)
}

/** Everything that was measured, at the end and together. */
export const printRuns = (runs: readonly Run[]): void => {
  console.log('\n32 clients; × hello: CPU of our processes against the hello world sent by turns with them')
  for (const run of runs) {
    printRun(run)
    printGain(run)
  }
}

/** Whether every request was answered and every work is stored; other figures depend on the machine. */
export const isWhole = ({ lines, stored }: Run): boolean =>
  lines.length > 0 && lines.every(({ failures }) => failures === 0) && stored.works === stored.sent
