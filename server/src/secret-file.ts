import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './data-access.ts'
import { lockFile } from './file-lock.ts'
import { isAbsent } from './storage/file-store.ts'

const WAIT_MS = 50
const WAITS = 100

const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * Whether a file is missing or holds nothing. Where the power failed before its bytes were on the disk, a file is empty
 * or full of zeros; zeros everybody could guess.
 */
export const isBlank = (path: string): boolean => {
  try {
    return /^[\s\0]*$/.test(readFileSync(path, 'utf8'))
  } catch (error) {
    if (isAbsent(error)) return true
    throw error
  }
}

const settleFolder = (folder: string): void => {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Windows opens no folders.
  }
}

/** Makes the secret where there is none; of two processes starting at once one makes it and the other reads it. */
const putInPlace = (beside: string, path: string): void => {
  try {
    linkSync(beside, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    // Some file systems have no links.
    try {
      writeFileSync(path, readFileSync(beside), { mode: 0o600, flag: 'wx', flush: true })
    } catch (cause) {
      if (codeOf(cause) !== 'EEXIST') throw cause
    }
  }
}

/** Replaces a secret that was lost before it reached the disk, in one process of all. */
const replaceBlank = (beside: string, path: string): void => {
  const lock = `${path}.lock`
  for (let wait = 0; wait < WAITS && isBlank(path); wait += 1) {
    const release = lockFile(lock)
    if (release === null) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)
    else {
      if (isBlank(path)) renameSync(beside, path)
      rmSync(lock, { force: true })
      release()
    }
  }
}

/** Writes a new secret to a path that is blank, whole or not at all, and waits until it would survive a power cut. */
export const makeSecret = (path: string): void => {
  const beside = `${path}.${randomUUID()}`
  try {
    writeFileSync(beside, newSecret(), { mode: 0o600, flag: 'wx', flush: true })
    putInPlace(beside, path)
    if (isBlank(path)) replaceBlank(beside, path)
  } finally {
    rmSync(beside, { force: true })
  }
  settleFolder(dirname(path))
}
