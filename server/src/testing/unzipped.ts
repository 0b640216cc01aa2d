import { fromBuffer, type Entry, type ZipFile } from 'yauzl'

/** The entries of an archive as text, by name. */
export const unzipped = async (bytes: Buffer): Promise<Map<string, string>> => {
  const zip = await new Promise<ZipFile>((done, failed) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? failed(error) : done(opened)))
  })
  const found = new Map<string, string>()
  await new Promise<void>((done, failed) => {
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return failed(error)
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          found.set(entry.fileName, Buffer.concat(parts).toString())
          zip.readEntry()
        })
      })
    })
    zip.on('end', done)
    zip.readEntry()
  })
  return found
}
