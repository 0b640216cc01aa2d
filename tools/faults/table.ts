import type { Finding } from './finding.ts'
import type { Meter } from './line.ts'

/** The outcome of one fault. Times in milliseconds; null if there is nothing to report. */
export type Row = {
  fault: string
  tries: number
  acknowledged: number
  findings: readonly Finding[]
  /** Null if there was no load. */
  meter: Meter | null
  /** The slowest answer before anything was broken: so slow is the machine by itself. */
  slowestBefore?: number
  /** Connections are expected to break: the process was killed. */
  breaks?: boolean
  readyAfter: number | null
  /** The process ended without being asked to. */
  hasDied: boolean
  /** What else was wrong. */
  problems?: readonly string[]
  /** Why the fault was not tried; all other fields are then meaningless. */
  skipped?: string
}

// Every answer within 3 s is the aim; the rest is the load's own machine. One that others keep busy is given twice what
// it took before the fault.
const slowestAllowed = ({ slowestBefore = 0 }: Row): number => Math.max(4_500, 2 * slowestBefore)

const countOf = (row: Row, kind: Finding['kind']): number =>
  row.findings.filter((finding) => finding.kind === kind).length

/** The number of answers that were not an envelope; missing answers count too unless the process was killed. */
const strangeOf = ({ meter, breaks }: Row): number => (meter ? meter.strange.length + (breaks ? 0 : meter.broken) : 0)

/** What was lost, broken or answered wrongly, in words. */
export const failuresOf = (row: Row): string[] => {
  const { meter, findings, hasDied, problems = [] } = row
  return [
    ...findings.map(({ kind, what }) => `${kind}: ${what}`),
    ...(meter?.strange.map((what) => `not an envelope: ${what}`) ?? []),
    ...(meter && !row.breaks && meter.broken > 0 ? [`no answer to ${meter.broken} requests`] : []),
    ...(meter?.faults.map((what) => `an error nobody foresaw: ${what}`) ?? []),
    ...(hasDied ? ['the process ended by itself'] : []),
    ...problems,
  ]
}

/**
 * Reports answers that were too slow while the process was alive. This is kept apart because a busy machine is slow by
 * itself.
 */
const slownessOf = (row: Row): string[] => {
  const { meter, breaks } = row
  return meter && !breaks && meter.slowest > slowestAllowed(row)
    ? [`${meter.slowestCall} was answered after ${meter.slowest.toFixed(0)} ms`]
    : []
}

/** Everything for which a row is red. */
export const redOf = (row: Row): string[] => [...failuresOf(row), ...slownessOf(row)]

const heads = [
  'tries',
  'acked',
  'lost',
  'doubled',
  'torn',
  'state',
  'slowest',
  'strange',
  'FAULT',
  'ready',
  '',
] as const
const number = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : value.toFixed(0)
const line = (cells: readonly string[]): string =>
  (cells[0] ?? '').padEnd(52) +
  cells
    .slice(1)
    .map((cell) => cell.padStart(9))
    .join('')

const cellsOf = (row: Row): string[] => {
  if (row.skipped) return [row.fault, `  skipped: ${row.skipped}`]
  const { meter } = row
  const counts = (['lost', 'doubled', 'torn', 'state'] as const).map((kind) => String(countOf(row, kind)))
  const answers = meter ? [number(meter.slowest), String(strangeOf(row)), String(meter.faults.length)] : ['–', '–', '–']
  return [
    row.fault,
    String(row.tries),
    String(row.acknowledged),
    ...counts,
    ...answers,
    number(row.readyAfter),
    redOf(row).length === 0 ? 'ok' : 'RED',
  ]
}

/** The most complaints printed for one row: a hundred lost works say no more than ten. */
const printed = 10

export const printRow = (row: Row): void => {
  console.log(line(cellsOf(row)))
  const complaints = redOf(row)
  for (const complaint of complaints.slice(0, printed)) console.log(`    ${complaint}`)
  if (complaints.length > printed) console.log(`    … and ${complaints.length - printed} more`)
}

/** Prints the whole table again with a summary line; returns whether no fault was red. */
export const printTable = (rows: readonly Row[], seconds: number): boolean => {
  console.log(`\n${line(['fault', ...heads])}`)
  for (const row of rows) console.log(line(cellsOf(row)))
  const tried = rows.filter(({ skipped }) => !skipped)
  const red = tried.filter((row) => redOf(row).length > 0)
  const sum = (of: (row: Row) => number): number => tried.reduce((all, row) => all + of(row), 0)
  const figures = `${sum(({ tries }) => tries)} tries, ${sum(({ acknowledged }) => acknowledged)} operations acknowledged`
  const harm = (['lost', 'doubled', 'torn', 'state'] as const)
    .map((kind) => `${sum((row) => countOf(row, kind))} ${kind}`)
    .join(', ')
  console.log(
    `\n${tried.length} faults, ${rows.length - tried.length} skipped, ${figures}: ${harm}; ${red.length} red  ${seconds.toFixed(0)} s`,
  )
  return red.length === 0
}
