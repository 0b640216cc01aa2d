import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { refuseOthers, serveAlone } from '../alone.ts'
import { readSettings, type Config } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { madeAt } from '../backup/rules.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { Bilingual } from '../http/language.ts'
import { checkInstallation, movedAway } from '../installation.ts'
import { isUnreadable, type FileStore } from '../storage/file-store.ts'
import { localStores, openStores, type Stores } from '../storage/open-stores.ts'
import type { Command } from './command.ts'
import { sayHowFar, type Progress } from './progress.ts'

type Copied = { all: number; copied: number; unread: string[] }

const sizeOf = async (store: FileStore): Promise<Pick<Progress, 'ofFiles' | 'ofBytes'>> => {
  let [ofFiles, ofBytes] = [0, 0]
  for await (const { size } of store.list()) {
    ofFiles += 1
    ofBytes += size
  }
  return { ofFiles, ofBytes }
}

/**
 * Copies the files that the target store does not have yet, and tells after each how far it has come; returns how many
 * files there are, how many were copied, and which ones the disk cannot read. Those are skipped, since they would
 * otherwise block the move of all others.
 */
export const copyAll = async (
  from: FileStore,
  to: FileStore,
  temporary: string,
  tell: (progress: Progress) => void = () => {},
): Promise<Copied> => {
  let [all, copied, bytes] = [0, 0, 0]
  const unread: string[] = []
  const total = await sizeOf(from)
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  // A name of its own: on PostgreSQL two moves that begin at the same moment do not see each other.
  const beside = join(temporary, randomUUID())
  try {
    for await (const { key, size } of from.list()) {
      tell({ files: all, bytes, ...total })
      all += 1
      bytes += size
      // The bytes of a key never change: if the target has a file of the same size, it is the same file.
      if ((await to.look(key))?.size === size) continue
      try {
        await pipeline(from.read(key), createWriteStream(beside, { mode: 0o600, flush: true }))
      } catch (error) {
        if (!isUnreadable(error)) throw error
        unread.push(key)
        continue
      }
      await to.keep(key, beside)
      if ((await to.look(key))?.size !== size) throw new Error(`${key} did not arrive`)
      copied += 1
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return { all, copied, unread }
}

/**
 * What a move leaves in the earlier store: backups, each as large as the school, and files in the trash. The product no
 * longer lists or removes either; null where there are none.
 */
export const leftBehind = async ({ backups, files }: Pick<Stores, 'backups' | 'files'>): Promise<Bilingual | null> => {
  let [kept, trashed] = [0, 0]
  for await (const { key } of backups.list()) if (madeAt(key) !== null) kept += 1
  for await (const _ of files.trash()) trashed += 1
  if (kept + trashed === 0) return null
  const [inZh, inEn] = files.folder === null ? ['存储', 'the store'] : ['数据目录', 'the data folder']
  return {
    zh: `以前的备份（${kept} 份，backups）和回收区里的文件（${trashed} 个）留在${inZh}，「备份」页里不再列为可下载，也不会自动清理：还要的备份请另存，其余自己删`,
    en: `backups of before (${kept}, in backups) and the trash (${trashed} files) stay in ${inEn}; the Backups page offers them no more and nothing cleans them up: keep elsewhere what you want and remove the rest`,
  }
}

const move = async (config: Config, target: string): Promise<number> => {
  const [folder, store] = [localStores(config.dataDir), await openStores(config)]
  const [source, goal] = target === 'store' ? [folder, store] : [store, folder]
  const [from, to] = [source.files, goal.files]
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, as: 'moving' })
  // No server may run: a file uploaded during the move would stay behind.
  const giveBack = database.path === null ? () => {} : serveAlone(database.path)
  try {
    await refuseOthers(database, 'serving', 'moving')
    // Kept until the end, for a server that starts meanwhile to see.
    await database.listen('moving', () => {})
    await migrate(database, { dataDir: config.dataDir, mode: 'off' })
    const there = await to.installation()
    // What a person who is not sure that the move came to its end runs again.
    if (there !== null && (await from.installation()) === movedAway(there)) {
      const [zh, en] = target === 'store' ? ['存储', 'the store'] : ['数据目录', 'the data folder']
      console.log(`✓ 早已搬好，文件都在${zh}里 / nothing to move: the files are in ${en} already`)
      return 0
    }
    await checkInstallation({ database, dataDir: config.dataDir, files: from })
    const id = (await from.installation()) ?? ''
    if (there !== null && ![id, movedAway(id)].includes(there)) {
      console.error('✗ 目标里是另一个安装的文件 / the files there belong to another installation')
      return 1
    }
    console.log('· 先数一遍文件 / counting the files')
    // The target is marked first: an interrupted move can be repeated, and no other installation uses the target.
    await to.setInstallation(movedAway(id))
    const { all, copied, unread } = await copyAll(from, to, join(config.dataDir, 'moving'), sayHowFar())
    await to.setInstallation(id)
    await from.setInstallation(movedAway(id))
    const [zh, en] =
      target === 'store'
        ? ['存储', 'the store. Start with the same settings; the folder files can go once all is well']
        : ['数据目录', 'the data folder. Take S3_… out of the settings, then start']
    console.log(
      `✓ ${all - unread.length} 个文件都在${zh}里了，这次复制 ${copied} 个 / ${all - unread.length} files, ${copied} of them copied now, are in ${en}`,
    )
    const left = await leftBehind(source)
    if (left) console.log(`  ${left.zh} / ${left.en}`)
    if (unread.length === 0) return 0
    console.error(
      `✗ 磁盘读不出来、没有搬过去的 ${unread.length} 个，请从备份里取 / not moved, for the disk does not give them back: ${unread.length}; take them from a backup\n  ${unread.join('\n  ')}`,
    )
    return 1
  } finally {
    giveBack()
    await database.close()
  }
}

/** Moves every file between the data folder and the object store of the settings; the server must be stopped. */
export const filesMove: Command = {
  name: 'files move',
  takes: 'store|folder',
  does: {
    zh: '把文件搬到对象存储，或搬回数据目录；先停止产品',
    en: 'move files to the object store or back; stop the server first',
  },
  run: async ([target = '']) => {
    const config = prepareDataFolder(readSettings(process.env))
    if (!['store', 'folder'].includes(target) || config.objects === null) {
      console.error(
        '✗ 请写 files move store 或 files move folder，并设好 S3_… / type files move store or files move folder, with S3_… set',
      )
      return 2
    }
    return move(config, target)
  },
}
