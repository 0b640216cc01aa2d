import { constants, existsSync } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { serveAlone } from '../alone.ts'
import { damagedIn, saidOfDamaged } from '../backup/damaged.ts'
import { leavesLetters } from '../backup/manifest.ts'
import { BrokenArchive, checkArchive, openArchive } from '../backup/read-archive.ts'
import { restore as restoreArchive, RestoreRefused } from '../backup/restore.ts'
import { backupName } from '../backup/rules.ts'
import { schoolSize } from '../backup/store.ts'
import { removeUnfinished } from '../backup/unfinished.ts'
import { writeArchive } from '../backup/write-archive.ts'
import { readSettings as readConfig } from '../config.ts'
import { makeAll, prepareDataFolder } from '../data-folder.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { lockFile } from '../file-lock.ts'
import type { Bilingual } from '../http/language.ts'
import { mismatchOf, WrongInstallation } from '../installation.ts'
import { keptBySecret, saidOfClosed } from '../school/server-secret.ts'
import { readSetting } from '../settings.ts'
import { openStores } from '../storage/open-stores.ts'
import { version } from '../version.ts'
import type { Command } from './command.ts'
import { saySteps } from './progress.ts'

/** Prints what is wrong; returns the exit code: 1 if there is any problem. */
const refuse = (...reasons: Bilingual[]): number => {
  for (const { zh, en } of reasons) console.error(`✗ ${zh} / ${en}`)
  return reasons.length > 0 ? 1 : 0
}

/** Prints what is wrong with a backup instead of throwing it; returns the exit code. */
const explained = async (work: () => Promise<number>): Promise<number> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BrokenArchive) return refuse(...error.problems)
    if (error instanceof RestoreRefused) return refuse(error.why)
    throw error
  }
}

/**
 * Why a new backup must not overwrite an existing file: it is not a usable backup, for example the database, or it is
 * the backup of a school with more than twice as many people, where `restore` was probably meant. Null where it may be
 * written.
 */
const inTheWay = async (path: string, people: number): Promise<Bilingual | null> => {
  if (!existsSync(path)) return null
  const there = await openArchive(path).catch(() => null)
  there?.close()
  if (there === null)
    return {
      zh: `${path} 已经有了，不是能用的备份，没有盖掉它：请换一个名字`,
      en: `${path} is there and is no backup that can be used; it was left alone: choose another name`,
    }
  const then = there.manifest.tables.find(({ name }) => name === 'users')?.rows ?? 0
  if (then <= 2 * people) return null
  return {
    zh: `${path} 里的备份有${then}人，这里只有${people}人，没有盖掉它：要恢复它用 restore，要备份这里请换一个名字`,
    en: `The backup ${path} has ${then} people and this school ${people}; it was left alone: restore brings it back, another name makes one of this school`,
  }
}

/**
 * Keeps other commands from writing the same backup, as two nights of a slow one would: their bytes would be mixed.
 * Returns a function that ends it, or null where another command writes.
 */
const lockPath = async (path: string): Promise<(() => Promise<void>) | null> => {
  makeAll(dirname(path))
  const lock = `${path}.lock`
  const release = lockFile(lock)
  if (release === null) return null
  return async () => {
    // Windows removes no file that is open.
    await rm(lock, { force: true }).catch(() => {})
    release()
  }
}

const beingWritten = (path: string): Bilingual => ({
  zh: `另一个命令正在写 ${path}，等它写完，或换一个名字`,
  en: `Another command is writing ${path}: wait for it, or choose another name`,
})

/** Writes the whole school into one file; the server may be running. */
export const backup: Command = {
  name: 'backup',
  takes: '[file.zip]',
  does: { zh: '备份数据库和文件，运行中也可以', en: 'back up database and files, also while running' },
  run: async ([file]) => {
    const config = prepareDataFolder(readConfig(process.env))
    const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
    try {
      await migrate(database, { dataDir: config.dataDir, mode: 'off' })
      const now = Date.now()
      const name = backupName(now, await readSetting(database.db, 'timezone'))
      const path = resolve(file ?? join(config.dataDir, 'backups', name))
      const site_name = await readSetting(database.db, 'site_name')
      const { files } = await openStores(config)
      const { dataDir, hasOwnSecret } = config
      // With the wrong database or files the backup would be useless, and might replace a good one.
      const mismatch = await mismatchOf({ database, dataDir, files })
      if (mismatch) throw new WrongInstallation(mismatch)
      const before = await inTheWay(path, (await schoolSize(database.db)).people)
      if (before) return refuse(before)
      const giveBack = await lockPath(path)
      if (giveBack === null) return refuse(beingWritten(path))
      const left = await removeUnfinished(dirname(path), now).catch(() => [])
      if (left.length > 0)
        console.log(`· 已移除没有写完的备份 / removed what was left of unfinished backups: ${left.join(', ')}`)
      console.log(`· 备份到 ${path} / backing up to ${path}`)
      const school = { database, files, dataDir, hasOwnSecret, version, site_name, now, tell: saySteps() }
      const manifest = await writeArchive(path, school).finally(giveBack)
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(
        `✓ ${path}\n  ${rows} 行、${manifest.files.length} 个文件 / ${rows} rows, ${manifest.files.length} files`,
      )
      return refuse(...saidOfDamaged(manifest.damaged ?? []))
    } finally {
      await database.close()
    }
  },
}

/** The path of a backup that was typed; a file that is missing or closed to this user is an error that names it. */
const readable = async (file: string): Promise<string> => {
  const path = resolve(file)
  await access(path, constants.R_OK)
  return path
}

/** Reads a backup from its first byte to its last and compares every checksum. */
export const backupCheck: Command = {
  name: 'backup check',
  takes: '<file.zip>',
  does: { zh: '检查备份是否完整', en: 'check that a backup is whole' },
  run: ([file]) =>
    explained(async () => {
      if (!file) return refuse({ zh: '请写备份文件', en: 'Name the backup' })
      const archive = await openArchive(await readable(file))
      try {
        await checkArchive(archive, saySteps())
        const damaged = await damagedIn(archive)
        if (damaged.length > 0) return refuse(...saidOfDamaged(damaged))
        const { site_name, created_at, version: made } = archive.manifest
        console.log(`✓ 备份完整 / the backup is whole: ${site_name}，${created_at}，${made}`)
        return 0
      } finally {
        archive.close()
      }
    }),
}

/** Restores a backup into an empty installation; this also moves a school from SQLite to PostgreSQL or back. */
export const restore: Command = {
  name: 'restore',
  takes: '<file.zip>',
  does: {
    zh: '恢复到空的安装，SQLite 与 PostgreSQL 可互换',
    en: 'restore into an empty installation of either database',
  },
  run: ([file]) =>
    explained(async () => {
      if (!file) return refuse({ zh: '请写备份文件', en: 'Name the backup' })
      const path = await readable(file)
      const config = prepareDataFolder(readConfig(process.env))
      const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
      // A running server on the same file would keep using the secret and the settings of the empty school.
      const giveBack = database.path === null ? () => {} : serveAlone(database.path)
      try {
        console.log(`· 从 ${path} 恢复 / restoring ${path}`)
        const manifest = await restoreArchive(path, {
          database,
          tell: saySteps(),
          files: (await openStores(config)).files,
          dataDir: config.dataDir,
          hasOwnSecret: config.hasOwnSecret,
        })
        console.log(`✓ 已恢复 / restored: ${manifest.site_name}，${manifest.created_at}`)
        if (leavesLetters(manifest))
          console.log(
            '  那时等着发的邮件不再发，内容都在站内消息里 / letters that waited then are not sent; what they tell is in the message boxes',
          )
        // Read again, because the secret of the backup has replaced the one created here.
        const { secret } = prepareDataFolder(readConfig(process.env))
        const closed = saidOfClosed(await keptBySecret(database.db, secret))
        return closed ? refuse(closed) : 0
      } finally {
        giveBack()
        await database.close()
      }
    }),
}
