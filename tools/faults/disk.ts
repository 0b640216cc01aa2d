import { execFile, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { mountDisk, unmountDisk } from '../../server/src/testing/small-disk.ts'
import { anInstallation, type Dialect, type Installation } from './installation.ts'
import type { Row } from './table.ts'
import { tryFault, type Trial } from './trial.ts'

const execute = promisify(execFile)

/**
 * Fills a disk from another process: to write half a gigabyte takes seconds, in which this one could neither send nor
 * notice an answer.
 */
const fillUp = async (folder: string): Promise<() => Promise<void>> => {
  const path = join(folder, 'filler')
  // Each ends when nothing more of its size fits.
  for (const size of ['1M', '4k'])
    await execute('dd', ['if=/dev/zero', `of=${path}`, `bs=${size}`, 'oflag=append', 'conv=notrunc']).catch(() => {})
  return async () => rmSync(path)
}

const useUpInodes = (folder: string): (() => Promise<void>) => {
  const many = join(folder, 'many')
  mkdirSync(many)
  try {
    for (let at = 0; ; at += 1) closeSync(openSync(join(many, String(at)), 'w'))
  } catch {
    // No inodes are left.
  }
  return async () => rmSync(many, { recursive: true })
}

/**
 * Remounts a disk read-only. The system refuses while a file is being written, so the remount is retried until the
 * current upload ends.
 */
const readOnly = async (folder: string): Promise<() => Promise<void>> => {
  const remount = (how: string) => spawnSync('mount', ['-o', `remount,${how}`, folder]).status === 0
  for (let tries = 0; !remount('ro'); tries += 1) {
    if (tries > 200) throw new Error(`${folder} cannot be made read-only`)
    await sleep(10)
  }
  return async () => {
    if (!remount('rw')) throw new Error(`${folder} cannot be made writable`)
  }
}

type DiskFault = {
  dialect: Dialect
  name: string
  /** The directory placed on the small disk, relative to the folder of the installation. */
  on: string
  options?: string
  how: (disk: string, installation: Installation) => Promise<() => Promise<void>> | (() => Promise<void>)
  isTold?: boolean
  logs?: boolean
}

const enough = 'size=600m'

const faults: readonly DiskFault[] = [
  { dialect: 'SQLite', name: 'disk of data and uploads full', on: 'data', how: fillUp },
  { dialect: 'SQLite', name: 'disk without inodes', on: 'data', options: `${enough},nr_inodes=4000`, how: useUpInodes },
  { dialect: 'SQLite', name: 'disk of the uploads full', on: 'data/uploads', how: fillUp, isTold: false },
  { dialect: 'SQLite', name: 'disk of the uploads read-only', on: 'data/uploads', how: readOnly, isTold: false },
  { dialect: 'SQLite', name: 'disk of the kept files read-only', on: 'data/files', how: readOnly, isTold: false },
  { dialect: 'PostgreSQL', name: 'disk of the data folder full', on: 'data', how: fillUp },
  { dialect: 'PostgreSQL', name: 'disk of the data folder read-only', on: 'data', how: readOnly },
  {
    dialect: 'PostgreSQL',
    name: 'data folder without inodes',
    on: 'data',
    options: `${enough},nr_inodes=4000`,
    how: useUpInodes,
  },
  {
    dialect: 'SQLite',
    name: 'disk of the log full',
    on: 'logs',
    options: 'size=1m',
    how: fillUp,
    isTold: false,
    logs: true,
  },
]

/** Left for the database to end what it has begun, while /readyz has long been red. */
const isFull = (folder: string): boolean => statfsSync(folder).bavail === 0

const tryDisk = async ({ dialect, name, on, options = enough, how, isTold, logs }: DiskFault): Promise<Row> => {
  const fault = `${dialect}: ${name}`
  const disks: string[] = []
  const prepare = (folder: string) => {
    const disk = join(folder, on)
    if (mountDisk(disk, options)) disks.push(disk)
    return () => disks.forEach(unmountDisk)
  }
  const installation = await anInstallation(dialect, {}, prepare)
  try {
    const [disk] = disks
    if (disk === undefined)
      return {
        fault,
        tries: 0,
        acknowledged: 0,
        findings: [],
        meter: null,
        readyAfter: null,
        hasDied: false,
        skipped: 'no disk can be mounted here',
      }
    const start = logs ? { logFile: join(disk, 'log'), env: { LOG_LEVEL: 'trace' } } : {}
    const disturb: Trial['disturb'] = async () => {
      const mend = await how(disk, installation)
      if (how === fillUp && !isFull(disk)) throw new Error(`${disk} is not full`)
      return mend
    }
    return await tryFault(installation, { fault, disturb, start, ...(isTold !== undefined && { isTold }) })
  } finally {
    await installation.clear()
  }
}

export const diskFaults = async function* (rounds: number): AsyncGenerator<Row> {
  for (let round = 0; round < rounds; round += 1) for (const fault of faults) yield await tryDisk(fault)
}
