import { existsSync } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFile } from '../file-lock.ts'
import { tableEntry } from './manifest.ts'

const oneHour = 3_600_000

/** Whether a file begins as a backup does; one that holds nothing yet counts as well. */
const beginsAsBackup = async (path: string): Promise<boolean> => {
  const [folder = ''] = tableEntry('').split('/')
  // The name of the first entry of a ZIP file follows 30 bytes of numbers.
  const bytes = Buffer.alloc(30 + folder.length + 1)
  const handle = await open(path, 'r')
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0).finally(() => handle.close())
  return bytesRead === 0 || (bytes.toString('latin1', 0, 2) === 'PK' && bytes.toString('utf8', 30) === `${folder}/`)
}

/**
 * Removes what commands that were killed have left in the folder of a backup: the unfinished file, and the lock, which
 * nobody holds any more. A file system without locks tells nothing of that, so nothing may have written to them for an
 * hour either. Returns the names of the unfinished files.
 */
export const removeUnfinished = async (folder: string, now: number): Promise<string[]> => {
  const gone: string[] = []
  for (const lock of await readdir(folder).catch(() => [])) {
    if (!lock.endsWith('.lock')) continue
    const [path, part] = [join(folder, lock), `${lock.slice(0, -'.lock'.length)}.part`]
    const unfinished = existsSync(join(folder, part)) ? join(folder, part) : null
    const age = now - (await stat(unfinished ?? path)).mtimeMs
    const isOurs = unfinished ? await beginsAsBackup(unfinished) : (await stat(path)).size === 0 && /\.zip\./.test(lock)
    if (age < oneHour || !isOurs) continue
    const release = lockFile(path)
    if (!release) continue
    release()
    if (unfinished) gone.push(part)
    await rm(join(folder, part), { force: true })
    await rm(path, { force: true })
  }
  return gone
}
