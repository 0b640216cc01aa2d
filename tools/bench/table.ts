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
const verdictOf = ({ aim, perSecond, cpu, p99 }: Line, hello: Line): { words: string; isMet: boolean } | null => {
  if (!aim) return null
  if ('ratio' in aim) return { words: `≤ ${aim.ratio}×`, isMet: cpu <= aim.ratio * hello.cpu }
  const isSoon = aim.p99 === undefined || p99 <= aim.p99
  const words = `≥ ${aim.perSecond}/s${aim.p99 === undefined ? '' : `, p99 ≤ ${aim.p99}`}`
  return { words, isMet: perSecond >= aim.perSecond && isSoon }
}

const printRun = ({ title, lines, memory, stored }: Run): void => {
  const [hello] = lines
  if (!hello) return
  const heads = ['requests/s', 'CPU µs', '× hello', 'PG CPU µs', 'p50 ms', 'p99 ms', 'failed', 'MB']
  console.log(`\n${title.padEnd(27)}${heads.map((head) => cell(head)).join('')}  aim`)
  for (const line of lines) {
    const { perSecond, cpu, databaseCpu, p50, p99, failures, rss } = line
    const verdict = verdictOf(line, hello)
    const figures = [
      perSecond.toFixed(0),
      cpu.toFixed(1),
      (cpu / hello.cpu).toFixed(2),
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

/** How many cores the product and PostgreSQL kept busy; the sender comes on top. */
const busyCores = ({ perSecond, cpu, databaseCpu }: Line): number => (perSecond * (cpu + (databaseCpu ?? 0))) / 1e6

/** The geometric mean: a half and a double are no change. */
const meanOf = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((all, one) => all + Math.log(one), 0) / numbers.length)

const printGain = (one: Run, two: Run): void => {
  const reads = one.lines.flatMap((line) => {
    const other = two.lines.find(({ name }) => name === line.name)
    return other && line.aim && 'ratio' in line.aim
      ? [
          {
            name: line.name,
            times: other.perSecond / line.perSecond,
            busy: [busyCores(line), busyCores(other)] as const,
          },
        ]
      : []
  })
  if (reads.length === 0) return
  const mean = meanOf(reads.map(({ times }) => times))
  const each = reads.map(({ name, times }) => `${name} ${times.toFixed(2)}`).join(', ')
  console.log(
    `\ntwo processes instead of one, requests/s: ${each}; on the whole ${mean.toFixed(2)}× (≥ ${fasterByTwo}× ${word(mean >= fasterByTwo)})`,
  )
  const cores = reads.map(({ name, busy: [before, after] }) => `${name} ${before.toFixed(2)} → ${after.toFixed(2)}`)
  console.log(`cores kept busy, besides the sender's, of ${availableParallelism()}: ${cores.join(', ')}`)
}

/** Everything that was measured, at the end and together. */
export const printRuns = (runs: readonly Run[]): void => {
  console.log('\n32 clients; × hello: CPU of our processes against the hello world of the same run')
  for (const run of runs) printRun(run)
  const [one, two] = runs.filter(({ title }) => title.startsWith('PostgreSQL'))
  if (one && two) printGain(one, two)
}

/** Whether every request was answered and every work is stored; other figures depend on the machine. */
export const isWhole = ({ lines, stored }: Run): boolean =>
  lines.length > 0 && lines.every(({ failures }) => failures === 0) && stored.works === stored.sent
