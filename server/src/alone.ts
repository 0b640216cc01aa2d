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
