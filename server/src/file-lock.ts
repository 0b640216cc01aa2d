import { DatabaseSync } from 'node:sqlite'
import { isLocked } from './db/errors.ts'

/**
 * Takes a lock that all processes on a folder share, and which the system takes back from a process however that ends.
 * Answers how to give it back, or null where somebody else has it. A file system that knows no locks, or takes no file,
 * refuses nobody: what is wrong with it is said elsewhere.
 */
export const lockFile = (path: string): (() => void) | null => {
  let lock: DatabaseSync | null = null
  try {
    lock = new DatabaseSync(path, { timeout: 0 })
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock?.close()
    return isLocked(error) ? null : () => {}
  }
  return () => lock.close()
}
