import { createWriteStream, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { run, type Target } from './targets.ts'

const zipOf = async (folder: string, to: string): Promise<void> => {
  const zip = new ZipFile()
  const top = basename(folder)
  // Not a glob, which passes by every name that begins with a dot.
  for (const path of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const whole = join(path.parentPath, path.name)
    zip.addFile(whole, join(top, whole.slice(folder.length + 1)).replaceAll('\\', '/'))
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(to))
}

/** Packs a folder into one file, in a format its machines can open; returns its path and size. */
export const archive = async (folder: string, to: string, { os }: Target): Promise<{ path: string; size: number }> => {
  mkdirSync(to, { recursive: true })
  const path = join(to, `${basename(folder)}${os === 'win32' ? '.zip' : '.tar.gz'}`)
  if (os === 'win32') await zipOf(folder, path)
  else
    run('tar', [
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '-czf',
      path,
      '-C',
      dirname(folder),
      basename(folder),
    ])
  return { path, size: lstatSync(path).size }
}
