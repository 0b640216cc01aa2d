import { fromBufferPromise, openPromise, type Entry } from 'yauzl'

/**
 * An office file that cannot be shown: protected by a password, too large when decompressed, or with too many entries.
 */
export class Unreadable extends Error {}

/** Bytes of decompressed text allowed per file; a report of 300 pages has two million. */
const maxUnfolded = 16 * 2 ** 20
const maxEntries = 5_000

/** The text parts of an office file by name, decompressed one after another within one limit for all. */
export type OfficeParts = { names: () => string[]; text: (name: string) => Promise<string> }

/**
 * Opens the file at a path, or its bytes, and passes its parts to `read`; pictures and all other entries are never
 * decompressed.
 */
export const withParts = async <T>(file: string | Buffer, read: (parts: OfficeParts) => Promise<T>): Promise<T> => {
  const settings = { lazyEntries: true, autoClose: false }
  const zip = await (typeof file === 'string' ? openPromise(file, settings) : fromBufferPromise(file, settings))
  try {
    if (zip.entryCount > maxEntries) throw new Unreadable('too many entries')
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted() || entries.size === maxEntries) throw new Unreadable('locked or endless')
      if (/\.(xml|rels)$/.test(entry.fileName) && !entries.has(entry.fileName)) entries.set(entry.fileName, entry)
    }
    let left = maxUnfolded
    const text = async (name: string): Promise<string> => {
      const entry = entries.get(name)
      if (!entry) return ''
      const parts: Buffer[] = []
      for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        if ((left -= part.length) < 0) throw new Unreadable('unfolds to too much')
        parts.push(part)
      }
      return new TextDecoder().decode(Buffer.concat(parts))
    }
    return await read({ names: () => [...entries.keys()], text })
  } finally {
    zip.close()
  }
}
