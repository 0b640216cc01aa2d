import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * The totals of a run: counts, the number of skipped tests by reason, and the names of tests that failed or passed only
 * on a retry.
 */
export type Tally = {
  passed: number
  failed: number
  skipped: Record<string, number>
  red: string[]
  retried: string[]
}

/** What a test that is green only at its second try is listed as: its name, and why it was red. */
export const retriedAs = (name: string, why: string | undefined): string => {
  const [line = ''] = stripVTControlCharacters(why ?? '').split('\n')
  return line === '' ? name : `${name}: ${line.slice(0, 300)}`
}

export const nothingYet = (): Tally => ({ passed: 0, failed: 0, skipped: {}, red: [], retried: [] })

/**
 * Counts a skipped test by its reason. A test without a reason counts as failed, because it could not be told from a
 * forgotten one.
 */
export const addSkipped = (tally: Tally, name: string, why: string | undefined): void => {
  if (why) {
    tally.skipped[why] = (tally.skipped[why] ?? 0) + 1
    return
  }
  tally.failed += 1
  tally.red.push(`${name}: skipped, and says not why`)
}

/** Adds the totals of one part of a run to the rest. */
export const addTally = (total: Tally, part: Tally): void => {
  total.passed += part.passed
  total.failed += part.failed
  for (const [why, count] of Object.entries(part.skipped)) total.skipped[why] = (total.skipped[why] ?? 0) + count
  total.red.push(...part.red)
  total.retried.push(...part.retried)
}

/** One line per reason for skipping, the most frequent first, and the number of all skipped tests. */
export const skippedLines = ({ skipped }: Tally): { lines: string[]; all: number } => {
  const reasons = Object.entries(skipped).toSorted(([, a], [, b]) => b - a)
  return {
    lines: reasons.map(([why, count]) => `○ ${count} skipped: ${why}`),
    all: reasons.reduce((sum, [, count]) => sum + count, 0),
  }
}

/** Names the file a reporter writes its counts to. */
export const TALLY_FILE = 'TALLY_FILE'

/**
 * A run that reports a failure counts at least one failed test, and so does a run without tests that does not say why:
 * neither may look green.
 */
export const honest = (tally: Tally, hasFailed: boolean): Tally => {
  const nothing = tally.passed + tally.failed === 0 && Object.keys(tally.skipped).length === 0
  if (tally.failed > 0 || !(hasFailed || nothing)) return tally
  return { ...tally, failed: 1, red: [...tally.red, nothing ? 'nothing ran' : 'a run that ended badly with none red'] }
}

/** Called by a reporter at the end of its run. */
export const writeTally = (tally: Tally): void => {
  const file = process.env[TALLY_FILE]
  if (file) writeFileSync(file, JSON.stringify(tally))
}

/** Gives a run a file for its counts; a run that wrote none, or failed without a failed test, counts as one failure. */
export const tallied = async (run: (env: Record<string, string>) => Promise<boolean>): Promise<Tally> => {
  const folder = mkdtempSync(join(tmpdir(), 'tongchuang-tally-'))
  const file = join(folder, 'tally.json')
  try {
    const isGood = await run({ [TALLY_FILE]: file })
    return honest(JSON.parse(readFileSync(file, 'utf8')) as Tally, !isGood)
  } catch {
    return { ...nothingYet(), failed: 1, red: ['a run that was cut off'] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
