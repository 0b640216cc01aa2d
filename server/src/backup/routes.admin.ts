import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { backupAdmin } from '@tongchuang/contract/backup.admin.ts'
import type { Language } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { iso, schoolHour } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { say, type Bilingual } from '../http/language.ts'
import { problemsOf } from '../start-problems.ts'
import type { FileStore } from '../storage/file-store.ts'
import { version } from '../version.ts'
import { backupLink, keptRun, sendBackup } from './links.ts'
import { backupName, isDue, madeAt, tooOld } from './rules.ts'
import {
  askForRun,
  changeRun,
  findRun,
  lastDone,
  lastWhole,
  listRuns,
  markRemoved,
  openRun,
  type BackupRun,
} from './store.ts'
import { writeArchive } from './write-archive.ts'

const LISTED = 50
const wholeMs = 90 * 24 * 3_600_000
const LOOK_MS = 1_000

/** Both languages in one text: Chinese, then English on a second line. */
const saidInBoth = ({ zh, en }: Bilingual): string => `${zh}\n${en}`

const problemIn = (problem: string, language: Language): string => {
  const [zh = '', en = zh] = problem.split('\n')
  return say({ zh, en }, language)
}

const shown = (run: BackupRun & { nickname?: string | null }, language: Language) => ({
  ...run,
  problem: problemIn(run.problem, language),
  asked_at: iso(run.asked_at),
  ended_at: iso(run.ended_at),
  asked_by: run.nickname ?? null,
  rows: run.row_count,
  files: run.file_count,
  damaged: run.damaged_count,
})

const namesIn = async (kept: FileStore): Promise<string[]> => (await Array.fromAsync(kept.list())).map(({ key }) => key)

/**
 * Marks runs whose file was removed by an operator, or left in the old store when files moved: it cannot be downloaded.
 */
const asThere = async <Run extends BackupRun>(kept: FileStore, runs: readonly Run[]): Promise<Run[]> => {
  // If the store does not answer, nothing is marked, and the page does not wait for it.
  const late = pause(LOOK_MS, null, { ref: false })
  const there = await Promise.race([namesIn(kept).catch(() => null), late])
  return runs.map((run) =>
    run.state === 'done' && there?.includes(run.name) === false ? { ...run, state: 'removed' } : run,
  )
}

/** Backups of the whole school: made while it is in use, every night and when an administrator asks. */
export const backupAdminRoutes = (app: App): void => {
  const { db, config } = app
  const { backups: kept } = app.stores
  const { dataDir, hasOwnSecret } = config
  // Archives are always written locally: only complete ones are moved to another store.
  const folder = kept.folder ?? join(dataDir, 'backups')

  const remove = async (names: readonly string[]): Promise<void> => {
    for (const name of names) if (madeAt(name) !== null) await kept.remove(name, 'asked')
    await markRemoved(db, names)
  }

  const make = async (run: BackupRun): Promise<void> => {
    const { site_name, backups, timezone } = await app.settings()
    const now = app.clock()
    const name = backupName(now, timezone)
    await changeRun(db, run.id, { state: 'running', name })
    try {
      const path = join(folder, name)
      const {
        tables,
        files,
        damaged = [],
      } = await writeArchive(path, { ...app, dataDir, hasOwnSecret, version, site_name, now })
      const { size } = await stat(path)
      if (kept.folder === null) await kept.keep(name, path)
      const row_count = tables.reduce((sum, { rows }) => sum + rows, 0)
      await changeRun(db, run.id, {
        state: 'done',
        ended_at: app.clock(),
        size,
        row_count,
        file_count: files.length,
        damaged_count: damaged.length,
      })
      // The last complete backup is kept: it may be the only one with files missing from all later ones, for example
      // after a disk was lost unnoticed.
      const whole = await lastWhole(db, now - wholeMs)
      await remove(tooOld(await namesIn(kept), backups.keep, now).filter((old) => old !== whole))
    } catch (error) {
      if (kept.folder === null) await rm(join(folder, name), { force: true })
      await changeRun(db, run.id, {
        state: 'failed',
        ended_at: app.clock(),
        problem: saidInBoth(problemsOf(error)),
      })
      throw error
    }
  }

  app.jobs.every('backup', 1800, async (now) => {
    const { backups, timezone } = await app.settings()
    // An open run without a process that holds the job was left by one that died.
    const open = await openRun(db)
    if (open) await make(open)
    else if (backups.nightly && isDue(await lastDone(db), now, schoolHour(now, timezone)))
      await make(await askForRun(db, null, now))
  })

  implement(app, backupAdmin, {
    list: async (_, { language }) => {
      const { keep, nightly } = (await app.settings()).backups
      const runs = await asThere(kept, await listRuns(db, LISTED))
      return { list: runs.map((run) => shown(run, language)), keep, nightly, folder: kept.folder ?? '' }
    },

    make: async (_, { user_id, now, language }) => {
      const run = await askForRun(db, user_id, now)
      app.jobs.wake('backup')
      return shown(run, language)
    },

    link: async ({ id }, caller) => {
      const { name } = await keptRun(app, id)
      return { url: await backupLink(app, id, caller), name }
    },

    remove: async ({ id }, { language }) => {
      const run = await keptRun(app, id)
      await remove([run.name])
      return shown((await findRun(db, id)) ?? run, language)
    },
  })

  app.http.get<{ Querystring: { link?: unknown } }>(
    '/api/admin/backup/file',
    { schema: { hide: true }, config: { timeoutMs: 290_000 } },
    (request, reply) => sendBackup(app, request, reply),
  )
}
