import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../app-services.ts'
import type { Right } from '../removal-right.ts'
import type { Removal } from '../removal.ts'

const oneDay = 24 * 3_600_000

/** Files that a crashed process or an upgrade leaves in the data folder. */
type Leftover = {
  job: string
  right: Exclude<Right, 'unused' | 'asked'>
  /** Below the data folder. */
  folder: string
  form: RegExp
  /**
   * Files are removed when nothing has written to them for this long; a file is written to until it gets its final
   * name.
   */
  afterMs: number
  /** This many of the newest files stay, whatever their age. */
  kept: number
}

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Files that no process will use again; their age alone decides, whatever the database knows. */
export const leftovers: readonly Leftover[] = [
  {
    job: 'leftovers.backups',
    right: 'unfinished',
    folder: 'backups',
    form: /^(tongchuang-[\dT-]+\.zip\.part|before-\d{4}-[\w-]+\.sqlite\.part(-journal)?)$/,
    afterMs: oneDay,
    kept: 0,
  },
  {
    job: 'leftovers.upgrades',
    right: 'superseded',
    folder: 'backups',
    form: /^before-\d{4}-[\w-]+\.sqlite$/,
    afterMs: 30 * oneDay,
    kept: 3,
  },
  {
    job: 'leftovers.exports',
    right: 'expired',
    folder: 'exports',
    form: /^[0-9a-f]{32}\.zip$/,
    afterMs: 4 * oneDay,
    kept: 0,
  },
  {
    job: 'leftovers.names',
    right: 'unfinished',
    folder: '.',
    form: new RegExp(`^(installation|secret)\\.${uuid}$`),
    afterMs: oneDay,
    kept: 0,
  },
]

/** The files of a kind that are due for removal. */
const overIn = async (dataDir: string, { folder, form, afterMs, kept }: Leftover, now: number): Promise<string[]> => {
  const names = await readdir(join(dataDir, folder)).catch(() => [])
  const paths = names.filter((name) => form.test(name)).map((name) => join(dataDir, folder, name))
  const found = await Promise.all(
    paths.map(async (path) => ({ path, at: (await stat(path).catch(() => null))?.mtimeMs ?? now })),
  )
  return found
    .toSorted((a, b) => b.at - a.at)
    .slice(kept)
    .filter(({ at }) => now - at > afterMs)
    .map(({ path }) => path)
}

/** Removes leftover files from the data folder once an hour. */
export const removeLeftovers = ({
  removal,
  config,
}: {
  removal: Pick<Removal, 'every'>
  config: Pick<App['config'], 'dataDir'>
}): void => {
  for (const leftover of leftovers)
    removal.every(leftover.job, 3600, leftover.right, async (now, turn) => {
      for (const path of await overIn(config.dataDir, leftover, now)) {
        await turn.check()
        await rm(path, { force: true })
      }
    })
}
