import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { WrongSettings, type Settings } from './config.ts'
import type { Bilingual } from './http/language.ts'

const { R_OK, W_OK, X_OK } = constants

// What nobody can save anything without. The rest is reported where it is used: a disk for backups that is not mounted
// must not keep the school closed.
const ofDatabase = ['app.db', 'app.db-wal', 'app.db-shm', 'app.db.serving']
const folders = ['files', 'uploads']

/** The code of a system error; empty for any other. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The error code of an access that is refused; null where it is allowed, or nothing is there. */
const refusedAs = (path: string, mode: number): string | null => {
  try {
    accessSync(path, mode)
    return null
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : codeOf(error)
  }
}

/** The name of a user of this machine, or the number where it has none, as in a container. */
const nameOf = (uid: number): string => {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((one) => one.split(':')[2] === String(uid))
    return line?.split(':')[0] || String(uid)
  } catch {
    return String(uid)
  }
}

const ownName = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/** A path as a shell reads it: a command for root must not name two folders where one has a space in its name. */
const inShell = (path: string): string =>
  process.platform === 'win32' || /^[\p{L}\p{N}/._-]+$/u.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`

/** Why a path of the data folder cannot be used by this process, and what to do about it. */
export const saidOfAccess = (path: string, code: string, dataDir: string): Bilingual => {
  const folder = inShell(resolve(dataDir))
  if (code === 'EROFS')
    return {
      zh: `${path} 在只读的磁盘上。请把磁盘重新挂载成可写的（磁盘出过错时会变成只读），或用 DATA_DIR 换一个目录`,
      en: `${path} is on a read-only disk. Mount it to be written (a disk with faults becomes read-only), or choose another folder with DATA_DIR`,
    }
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  const mine = process.getuid?.()
  if (owner !== undefined && mine !== undefined && owner !== mine && mine !== 0) {
    const [theirs, ours] = [nameOf(owner), ownName()]
    // A command that was once typed as root leaves such files; to run the school as root is no remedy.
    const [zh, en] = owner === 0 ? ['', ''] : [`以 ${theirs} 运行，或`, `run this as ${theirs}, or `]
    return {
      zh: `${path} 属于 ${theirs}，这里以 ${ours} 运行，不能读写。请${zh}先由 root 运行 chown -R ${ours} ${folder}`,
      en: `${path} belongs to ${theirs} and this runs as ${ours}, which may not read and write it: ${en}let root run chown -R ${ours} ${folder} first`,
    }
  }
  return {
    zh: `${path} 不能读写（${code}）。请让它可写：chmod -R u+rwX ${folder}`,
    en: `${path} cannot be read and written (${code}). Make it writable: chmod -R u+rwX ${folder}`,
  }
}

/**
 * Throws WrongSettings naming the first part of an existing data folder that this process cannot read or write. SQLite
 * opens a file that cannot be written for reading: the school would start, and nothing in it could be saved.
 */
export const refuseUnusable = ({ dataDir, databaseUrl, objects, secret }: Settings): void => {
  const needed = [
    ...(databaseUrl === null ? ofDatabase.map((name) => ({ name, mode: R_OK | W_OK })) : []),
    ...(secret === null ? [{ name: 'secret', mode: R_OK }] : []),
    { name: 'installation', mode: R_OK },
    ...folders
      .filter((name) => objects === null || name !== 'files')
      .map((name) => ({ name, mode: R_OK | W_OK | X_OK })),
  ]
  for (const { name, mode } of needed) {
    const path = join(resolve(dataDir), name)
    const code = refusedAs(path, mode)
    if (code !== null) throw new WrongSettings([saidOfAccess(path, code, dataDir)])
  }
}
