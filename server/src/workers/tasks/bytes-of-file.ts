import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'

/** A file on this disk, read in blocks: thousands of small reads cost one disk read. */
export type BytesOfFile = {
  /** Fewer bytes than asked for where the file ends. */
  read: (at: number, length: number) => Buffer
  write: (at: number, bytes: Uint8Array) => void
  /** Writes zeros over a part of it. */
  blank: (at: number, length: number) => void
  /** Writes the bytes from `start` up to `end` to a new file. */
  copy: (path: string, start: number, end: number) => void
  close: () => void
}

const blockBytes = 64 * 1024
const copiedBytes = 256 * 1024
const nothing = Buffer.alloc(blockBytes)

/** Opens a file for reading and overwriting; a part that was read must not be read again after it was overwritten. */
export const openBytes = (path: string): BytesOfFile => {
  const file = openSync(path, 'r+')
  const block = Buffer.alloc(blockBytes)
  let blockAt = 0
  let filled = 0

  const readWhole = (at: number, into: Buffer): number => {
    let done = 0
    while (done < into.length) {
      const read = readSync(file, into, done, into.length - done, at + done)
      if (read === 0) break
      done += read
    }
    return done
  }

  return {
    read: (at, length) => {
      if (length > blockBytes) {
        const bytes = Buffer.alloc(length)
        return bytes.subarray(0, readWhole(at, bytes))
      }
      if (at < blockAt || at + length > blockAt + filled) {
        blockAt = at
        filled = readWhole(at, block)
      }
      return Buffer.from(block.subarray(at - blockAt, Math.min(at - blockAt + length, filled)))
    },
    write: (at, bytes) => void writeSync(file, bytes, 0, bytes.length, at),
    blank: (at, length) => {
      for (let done = 0; done < length; done += blockBytes)
        writeSync(file, nothing, 0, Math.min(blockBytes, length - done), at + done)
    },
    copy: (path, start, end) => {
      const copy = openSync(path, 'w')
      try {
        const piece = Buffer.alloc(copiedBytes)
        for (let at = start; at < end;) {
          const read = readWhole(at, piece.subarray(0, Math.min(copiedBytes, end - at)))
          if (read === 0) return
          writeFileSync(copy, piece.subarray(0, read))
          at += read
        }
      } finally {
        closeSync(copy)
      }
    },
    close: () => closeSync(file),
  }
}

/** The most parts a recording may have: a real one has dozens, and hours in fragments have thousands. */
const maxParts = 10_000

/** Counts the parts of one file; throws where there are more than any real one has. */
export const partCounter = (): (() => void) => {
  let count = 0
  return () => {
    if ((count += 1) > maxParts) throw new Error('more parts than a recording has')
  }
}
