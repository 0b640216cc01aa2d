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
 * Makes this the only server on a SQLite file: two would miss what happens in the other. The lock lies on a file beside it,
 * so commands go on working. Answers how to give it back.
 */
export const serveAlone = (path: string): (() => void) => {
  const release = lockFile(`${path}.serving`)
  if (release === null) throw new DatabaseInUse(path)
  return release
}
