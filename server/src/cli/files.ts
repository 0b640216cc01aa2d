import { here } from '../commands-here.ts'
import { parseArgs } from 'node:util'
import { readSettings } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { compareEvery, saidOfDamage } from '../files/damage.ts'
import { damagedFiles } from '../files/damage-store.ts'
import { sweepStore } from '../files/sweep.ts'
import { adopt, checkInstallation, mismatchOf, WrongInstallation, type Installation } from '../installation.ts'
import { confirmStop, createBrake, listStops, stopOf } from '../removal.ts'
import { openStores } from '../storage/open-stores.ts'
import type { Command } from './command.ts'
import { saySteps } from './progress.ts'

const job = 'files.sweep'

/**
 * Runs work on the database and the files of this installation; a server may be running, even one of the previous
 * version.
 */
const withInstallation = async (work: (installation: Installation) => Promise<number>): Promise<number> => {
  const config = prepareDataFolder(readSettings(process.env))
  const { dataDir, databaseUrl, migrate: mayMigrate } = config
  const database = await openDatabase({ url: databaseUrl, dataDir })
  try {
    await migrate(database, { dataDir, mode: mayMigrate ? 'new' : 'off' })
    return await work({ database, dataDir, files: (await openStores(config)).files })
  } finally {
    await database.close()
  }
}

/**
 * Moves stored bytes that no row refers to into the trash, as the server does every hour; `--confirm` overrides the
 * brake.
 */
export const filesSweep: Command = {
  name: 'files sweep',
  takes: '[--confirm]',
  does: {
    zh: '把没有记录的文件移到回收区；--confirm 放行被停下的清理',
    en: 'move files without a row to the trash; --confirm lets a stopped run go on',
  },
  run: (args) => {
    const { values } = parseArgs({ args: [...args], options: { confirm: { type: 'boolean' } } })
    return withInstallation(async (installation) => {
      await checkInstallation(installation)
      const { db } = installation.database
      const stores = { db, files: installation.files }
      const now = Date.now()
      const brake = createBrake({ ...installation, clock: () => now, log: { warn: () => {} } }, job)
      let moved = await sweepStore(stores, now, brake)
      const stop = moved === null ? await stopOf(db, job) : undefined
      if (stop && values.confirm) {
        await confirmStop(db, { name: job, wanted: stop.wanted, by: null, now })
        moved = await sweepStore(stores, now, brake)
      }
      for (const { name, wanted, total } of (await listStops(db)).filter((other) => other.name !== job)) {
        if (values.confirm) await confirmStop(db, { name, wanted, by: null, now })
        const [zh, en] = values.confirm
          ? ['已放行，服务器一小时内继续', 'goes on within the hour']
          : ['停下了', 'stopped']
        console.log(`· ${name} ${zh}：${total} 个里清理 ${wanted} 个 / ${en}: ${wanted} of ${total}`)
      }
      if (moved !== null) {
        console.log(`✓ 移到回收区 ${moved} 个，30 天后删除 / moved to the trash, removed in 30 days: ${moved}`)
        return 0
      }
      if (stop)
        console.error(
          `✗ 停下了：${stop.total} 个文件里有 ${stop.wanted} 个没有记录。确认数据库是对的，再运行 ${here.cli} files sweep --confirm` +
            ` / stopped: ${stop.wanted} of ${stop.total} files have no row. Make sure that this is the right database, then run ${here.cli} files sweep --confirm`,
        )
      else console.error('✗ 数据库里还没有人，什么也不清理 / nobody is in the database yet: nothing is removed')
      return 1
    })
  },
}

/**
 * Confirms that database, data folder and files belong together, after a start was refused because they did not match.
 */
export const filesAdopt: Command = {
  name: 'files adopt',
  does: { zh: '认定数据库和文件属于同一个安装', en: 'say that database and files belong to one installation' },
  run: () =>
    withInstallation(async (installation) => {
      const { stored, known } = await adopt(installation)
      console.log(
        `✓ 已认定。看了 ${stored} 个文件，数据库认识 ${known} 个；不认识的不会自动删除，超过一成时会停下来问 / adopted. Of the first ${stored} files the database knows ${known}; where it does not know more than a tenth, nothing is removed without your word`,
      )
      return 0
    }),
}

const NAMED = 50

/** Compares every stored file with its row; the server does this at night, some files at a time. */
export const filesCompare: Command = {
  name: 'files compare',
  does: { zh: '核对所有文件是否完好', en: 'compare every stored file with its row' },
  run: () =>
    withInstallation(async (installation) => {
      const { db } = installation.database
      const { files } = installation
      // What is missing in the wrong place would be noted as missing for the whole school.
      const mismatch = await mismatchOf(installation)
      if (mismatch === 'MOVED' || mismatch === 'OTHER_INSTALLATION') throw new WrongInstallation(mismatch)
      console.log('· 核对文件 / comparing the files')
      const { total, damaged } = await compareEvery({ db, files }, Date.now(), saySteps())
      if (damaged === 0) {
        console.log(`✓ ${total} 个文件都完好 / files, all of them whole: ${total}`)
        return 0
      }
      console.error(`✗ ${total} 个文件里有 ${damaged} 个缺失或损坏 / missing or damaged: ${damaged} of ${total} files`)
      for (const { name, owner, task, damage } of (await damagedFiles(db, NAMED)).list) {
        const { zh, en } = saidOfDamage(damage)
        console.error(`  ${[name, owner, ...(task ? [task] : [])].join('，')}：${zh} / ${en}`)
      }
      return 1
    }),
}
