import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a run came to. */
export type Tally = { passed: number; failed: number; skipped: number }

/** Names the file a reporter writes its counts to. */
export const TALLY_FILE = 'TALLY_FILE'

/** A run that says it failed has a failure, and so has a run of nothing: neither may look green. */
export const honest = (tally: Tally, hasFailed: boolean): Tally => {
  const nothing = tally.passed + tally.failed === 0
  return tally.failed === 0 && (hasFailed || nothing) ? { ...tally, failed: 1 } : tally
}

/** Called by a reporter at the end of its run. */
export const writeTally = (tally: Tally): void => {
  const file = process.env[TALLY_FILE]
  if (file) writeFileSync(file, JSON.stringify(tally))
}

/** Gives a run a file for its counts; a run that wrote none, or ended badly with none failed, counts as one failure. */
export const tallied = async (run: (env: Record<string, string>) => Promise<boolean>): Promise<Tally> => {
  const folder = mkdtempSync(join(tmpdir(), 'tongchuang-tally-'))
  const file = join(folder, 'tally.json')
  try {
    const isGood = await run({ [TALLY_FILE]: file })
    return honest(JSON.parse(readFileSync(file, 'utf8')) as Tally, !isGood)
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
