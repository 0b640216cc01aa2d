import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { fieldOf } from '../server/src/fields.ts'

// The tests write a few hundred megabytes at a time and remove them at the end.
const neededBytes = 2 * 2 ** 30
const memory = '/dev/shm'
const prefix = 'tongchuang-tests-'

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes
  } catch {
    return false // not on this system
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return fieldOf(error, 'code') === 'EPERM' // somebody else's
  }
}

const remove = (name: string): void => rmSync(join(memory, name), { recursive: true, force: true, maxRetries: 5 })

/** Removes the folders left behind by interrupted runs. */
const sweep = (): void => {
  for (const name of readdirSync(memory))
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length).split('-')[0]))) remove(name)
}

/**
 * Global set-up of the tests that open databases and of the journeys: if the machine has room in memory for their
 * folders, nothing waits for a disk. Tests about disks bring their own.
 */
export default () => {
  const before = process.env.TMPDIR
  if (before?.startsWith(join(memory, prefix)) || !hasRoom()) return undefined
  sweep()
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`))
  // PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
