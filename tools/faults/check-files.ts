import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Finding } from './finding.ts'
import type { Journal } from './journal.ts'
import type { Rows } from './reader.ts'

type FileRow = { id: number; owner_id: number; size: number; sha256: string; status: string; upload_id: string }

/** The bytes that are kept under a name; null where there are none. */
export type OpenBytes = (name: string) => Promise<Readable | null>

/** The bytes of an installation that keeps its files in its folder. */
export const bytesInFolder =
  (dataDir: string): OpenBytes =>
  async (name) => {
    const path = join(dataDir, 'files', name)
    return existsSync(path) ? createReadStream(path) : null
  }

const hashOf = async (bytes: Readable): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(bytes, hash)
  return hash.digest('hex')
}

/** Every file row has its bytes, and every acknowledged upload is a row with the bytes that were sent. */
export const checkFiles = async (
  rows: Rows,
  { dataDir, openBytes, journal }: { dataDir: string; openBytes: OpenBytes; journal: Journal },
): Promise<Finding[]> => {
  const found: Finding[] = []
  const files = await rows<FileRow>('select id, owner_id, size, sha256, status, upload_id from files')
  const byId = new Map(files.map((file) => [file.id, file]))
  for (const { person, asked, told } of journal.acknowledged('upload')) {
    const file = byId.get(told.id)
    if (file?.owner_id !== person || file.status !== 'ready')
      found.push({ kind: 'lost', what: `upload ${told.id} of ${asked.size} bytes` })
    else if (file.sha256 !== asked.sha256 || file.size !== asked.size)
      found.push({ kind: 'torn', what: `upload ${told.id} has another size or hash in its row` })
  }
  for (const { id, status, upload_id, sha256 } of files) {
    if (status !== 'ready') continue
    const bytes = await openBytes(upload_id)
    if (!bytes) found.push({ kind: 'lost', what: `the bytes of file ${id}` })
    else if ((await hashOf(bytes)) !== sha256)
      found.push({ kind: 'torn', what: `the bytes of file ${id} are others than its row says` })
  }
  for (const { told } of journal.acknowledged('backup'))
    if (!existsSync(join(dataDir, 'backups', told.name))) found.push({ kind: 'lost', what: `backup ${told.name}` })
  return found
}
