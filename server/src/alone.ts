import type { Database } from './db/open.ts'
import { presentAs, type Presence, type Present } from './db/presence.ts'
import { lockFile } from './file-lock.ts'

/** Another process serves the school from this SQLite file. */
export class DatabaseInUse extends Error {
  readonly path: string
  constructor(path: string) {
    super(`another process serves ${path}`)
    this.path = path
  }
}

/**
 * Makes this the only server on a SQLite file: a second one would miss events of the first. The lock is on a separate
 * file, so commands still work. Returns a function that releases it.
 */
export const serveAlone = (path: string): (() => void) => {
  const release = lockFile(`${path}.serving`)
  if (release === null) throw new DatabaseInUse(path)
  return release
}

/** On PostgreSQL, other processes serve this school or move its files. */
export class OthersAtWork extends Error {
  readonly as: Presence
  readonly present: readonly Present[]
  constructor(as: Presence, present: readonly Present[]) {
    super(`${present.length} other processes are ${as}`)
    this.as = as
    this.present = present
  }
}

/** Refuses with OthersAtWork while other processes do one of these on a PostgreSQL database; SQLite has its lock. */
export const refuseOthers = async ({ db, path }: Pick<Database, 'db' | 'path'>, ...all: Presence[]): Promise<void> => {
  if (path !== null) return
  for (const as of all) {
    const present = await presentAs(db, as)
    if (present.length > 0) throw new OthersAtWork(as, present)
  }
}
