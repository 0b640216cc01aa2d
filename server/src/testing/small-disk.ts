import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Mounts a disk of its own at a folder, in memory; false where that is not allowed: only the administrator of a Linux
 * machine may.
 */
export const mountDisk = (folder: string, options: string): boolean => {
  mkdirSync(folder, { recursive: true })
  return (
    process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0
  )
}

export const unmountDisk = (folder: string): void => void spawnSync('umount', ['--lazy', folder])

/** Why no disk can be mounted on this machine; null where one can. */
export const whyNoDisk = (): string | null => {
  const folder = mkdtempSync(join(tmpdir(), 'tongchuang-mount-'))
  const can = mountDisk(folder, 'size=1m')
  if (can) unmountDisk(folder)
  rmSync(folder, { recursive: true, force: true })
  return can ? null : 'this machine mounts no disk'
}

/** Writes until nothing more fits; returns a function that makes room again. */
export const fillUp = (folder: string): (() => Promise<void>) => {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  const zeros = Buffer.alloc(1 << 20)
  for (let size = zeros.length; size >= 1; size = size >> 4) {
    try {
      for (;;) if (writeSync(file, zeros, 0, size) < size) break
    } catch {
      // The disk is full for pieces of this size; smaller ones may still fit.
    }
  }
  closeSync(file)
  return async () => rmSync(path)
}
