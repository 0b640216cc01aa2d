import { here } from './commands-here.ts'
import { adminMount } from '@tongchuang/contract/paths.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeFirstAdmin } from './accounts/first-admin.ts'
import { refuseOthers, serveAlone } from './alone.ts'
import type { App } from './app-services.ts'
import { settleRestores } from './backup/under-way.ts'
import { buildApp, startBackgroundWork } from './app.ts'
import { startupMessage } from './startup-message.ts'
import { WrongSettings, type Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, type Database } from './db/open.ts'
import { loadedNow, sample } from './demo/sample.ts'
import type { LoadLimits } from './http/overload.ts'
import { microphonePolicy } from './http/headers.ts'
import type { Site } from './http/static.ts'
import { isAdminPage, isStudentPage, studentOpening } from './http/pages.ts'
import { portOf } from './http/port-of.ts'
import { checkInstallation } from './installation.ts'
import { createLog } from './log.ts'
import { writeAccessLog } from './metrics/access-log.ts'
import { hasPublishedPassword, isLoopback } from './sample-password.ts'
import { keptBySecret, saidOfClosed } from './school/server-secret.ts'
import { keyToPrint } from './setup-link.ts'
import { untilSetUp } from './setup-page.ts'
import { printProblems } from './start-problems.ts'
import { openStores } from './storage/open-stores.ts'
import { version } from './version.ts'

const root = join(import.meta.dirname, '../..')
const adminFolder = join(root, 'admin/dist')

const sites: readonly Site[] = [
  { folder: join(root, 'web/dist'), mount: '', isPage: isStudentPage, openingOf: studentOpening },
  { folder: adminFolder, mount: adminMount, isPage: isAdminPage, permissions: microphonePolicy },
]

/** The same database, locked against other servers while it is open. */
const servedAlone = (database: Database): Database => {
  if (database.path === null) return database
  const giveBack = serveAlone(database.path)
  return { ...database, close: () => database.close().finally(giveBack) }
}

/**
 * Opens database and product for one process, with the schema of this version and without listening. Tests set `load`
 * to control when requests are turned away.
 */
export const openSchool = async (config: Config, load?: Partial<LoadLimits>): Promise<App> => {
  const log = await createLog(config.logLevel)
  const opened = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    onError: (err) => log.warn({ err }, 'database'),
  })
  const database = servedAlone(opened)
  try {
    // A file uploaded while the files move would stay behind.
    await refuseOthers(database, 'moving')
    const stores = await openStores(config)
    await settleRestores({ database, files: stores.files, dataDir: config.dataDir, hasOwnSecret: config.hasOwnSecret })
    await migrate(database, { dataDir: config.dataDir, mode: config.migrate ? 'on' : 'off' })
    await checkInstallation({ database, files: stores.files, dataDir: config.dataDir })
    const ours = untilSetUp(database.db, sites)
    return await buildApp({ config, database, stores, log, sites: ours, sample, ...(load && { load }) })
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Anyone who can reach the server could log in with the published password: except for the sample itself, such a
 * database is served only on this machine.
 */
const refuseOpenSample = async ({ config, db }: App): Promise<void> => {
  if (config.demo || isLoopback(config.host) || !(await hasPublishedPassword(db))) return
  throw new WrongSettings([
    {
      zh: `这个数据库里有演示账号，密码是公开的：请先运行 ${here.cli} demo reset，或设 HOST=127.0.0.1`,
      en: `Sample accounts with a published password are in this database: run ${here.cli} demo reset first, or set HOST=127.0.0.1`,
    },
  ])
}

/** Starts listening and background work, and prints the addresses. Returns a function that ends the background work. */
export const listen = async (app: App, { large = false } = {}): Promise<() => Promise<void>> => {
  const { config, db, http } = app
  // A user who opens the sample at once already finds its rankings.
  if (config.demo) await loadedNow(app)
  if (config.demo && large) await (await import('./demo/large.ts')).loadLarge(app)
  await refuseOpenSample(app)
  const stopBackgroundWork = await startBackgroundWork(app)
  // Loaded only where metrics are enabled.
  const metrics = config.metricsPort === null ? null : (await import('./metrics/serve.ts')).metricsServer(app)
  const endAccessLog = config.accessLog ? writeAccessLog(app) : () => {}
  const endWork = async () => {
    endAccessLog()
    await metrics?.close()
    await stopBackgroundWork()
  }
  try {
    await metrics?.listen(config.metricsPort ?? 0)
    await http.listen({ port: config.port, host: config.host })
  } catch (error) {
    await endWork()
    throw error
  }
  await makeFirstAdmin(db, config, app.clock())
  const closed = saidOfClosed(await keptBySecret(db, config.secret))
  if (closed) printProblems([closed])
  // Among several processes, the one that migrates the database counts as the first.
  const setupKey = await keyToPrint(db, app.clock(), config.migrate)
  const port = portOf(http.server)
  console.log(
    startupMessage({ config, version, port, hasAdminSite: existsSync(join(adminFolder, 'index.html')), setupKey }),
  )
  return endWork
}
