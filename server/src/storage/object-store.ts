import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { Bucket } from './bucket.ts'
import type { ObjectSettings } from './object-settings.ts'
import { isAbsent, keyForm, type FileStore, type Stored } from './file-store.ts'

/** The key prefixes of a school's objects in its bucket. */
export const places = {
  files: 'files/',
  trash: 'trash/',
  uploads: 'uploads/',
  backups: 'backups/',
  exports: 'exports/',
}

const installationName = 'installation'
const linkSeconds = 60

const ours = async function* (listed: AsyncIterable<Stored>): AsyncGenerator<Stored> {
  for await (const stored of listed) if (keyForm.test(stored.key)) yield stored
}

/** Files in a bucket, shared by all processes of a school on any machine. */
export const objectStore = (
  bucket: Bucket,
  { links }: Pick<ObjectSettings, 'links'>,
  place: 'files' | 'backups' | 'exports' = 'files',
): FileStore => {
  const nameOf = (key: string, where = places[place]): string => {
    if (!keyForm.test(key)) throw new Error(`not a key of the file store: ${key}`)
    return where + key
  }
  /**
   * Object stores cannot rename: an object is copied and then removed, so it briefly exists twice but never disappears.
   */
  const move = async (from: string, to: string): Promise<boolean> => {
    try {
      await bucket.copy(from, to)
    } catch (error) {
      // Another process has already moved it.
      if (isAbsent(error)) return false
      throw error
    }
    await bucket.remove(from)
    return true
  }
  return {
    folder: null,
    keep: async (key, localPath) => {
      await bucket.putFile(nameOf(key), localPath)
      await rm(localPath, { force: true })
    },
    read: (key, range) =>
      Readable.from(bucket.bytes(nameOf(key), range), { objectMode: false, highWaterMark: 256 * 1024 }),
    look: async (key) => {
      const found = await bucket.look(nameOf(key))
      return found && { key, ...found }
    },
    discard: async (key) => void (await move(nameOf(key), nameOf(key, places.trash))),
    takeBack: async (key) => ((await bucket.look(nameOf(key))) ? false : move(nameOf(key, places.trash), nameOf(key))),
    remove: async (key) => {
      for (const name of [nameOf(key), nameOf(key, places.trash)]) await bucket.remove(name)
    },
    list: () => ours(bucket.list(places[place])),
    trash: () => ours(bucket.list(places.trash)),
    installation: async () => {
      try {
        return (
          Buffer.concat(await Array.fromAsync(bucket.bytes(installationName)))
            .toString()
            .trim() || null
        )
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    setInstallation: (id) => bucket.put(installationName, `${id}\n`),
    check: () => bucket.check(),
    linkTo: links
      ? async (key, { type, disposition }) => {
          const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
          const what = { ResponseContentType: type, ResponseContentDisposition: disposition }
          const command = new GetObjectCommand({ Bucket: bucket.name, Key: nameOf(key), ...what })
          return getSignedUrl(bucket.client, command, { expiresIn: linkSeconds })
        }
      : null,
  }
}
