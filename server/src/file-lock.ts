import { DatabaseSync } from 'node:sqlite'
import { isLocked } from './db/errors.ts'

/**
 * Takes a lock shared by all processes on a folder, which the system releases however a process ends. Returns a
 * function that releases it, or null where somebody else has it. A file system that has no locks, or accepts no file,
 * refuses nobody: its faults are reported elsewhere.
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
