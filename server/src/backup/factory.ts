import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** A copy of an archive in which one entry is missing, or has other bytes. */
export const withoutEntry = async (from: string, to: string, entry: string, instead?: Buffer): Promise<void> => {
  const zip = await openPromise(from, { lazyEntries: true, autoClose: false })
  const copy = new ZipFile()
  for await (const found of zip.eachEntry()) {
    if (found.fileName !== entry) copy.addBuffer(await buffer(await zip.openReadStreamPromise(found)), found.fileName)
    else if (instead) copy.addBuffer(instead, entry)
  }
  copy.end()
  await pipeline(copy.outputStream, createWriteStream(to))
  zip.close()
}

/** A copy of an archive in which some entries are replaced or added. */
export const withEntries = async (
  from: string,
  to: string,
  entries: Readonly<Record<string, Buffer>>,
): Promise<void> => {
  const zip = await openPromise(from, { lazyEntries: true, autoClose: false })
  const copy = new ZipFile()
  for await (const found of zip.eachEntry())
    if (!(found.fileName in entries))
      copy.addBuffer(await buffer(await zip.openReadStreamPromise(found)), found.fileName)
  for (const [name, bytes] of Object.entries(entries)) copy.addBuffer(bytes, name)
  copy.end()
  await pipeline(copy.outputStream, createWriteStream(to))
  zip.close()
}
