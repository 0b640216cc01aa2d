/**
 * The server under attack: the product as `npm start` builds it, without allowances per minute, over a small school in
 * SQLite.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { aSession, aUser } from '../../../server/src/accounts/factory.ts'
import { buildApp, startBackgroundWork } from '../../../server/src/app.ts'
import { readSettings } from '../../../server/src/config.ts'
import { prepareDataFolder } from '../../../server/src/data-folder.ts'
import { migrate } from '../../../server/src/db/migrate.ts'
import { openDatabase } from '../../../server/src/db/open.ts'
import { aMember } from '../../../server/src/guilds/factory.ts'
import { portOf } from '../../../server/src/http/port-of.ts'
import { createLog } from '../../../server/src/log.ts'
import { fill } from '../fill.ts'
import type { FromServer } from './messages.ts'

const resolution = 5

const tell = (message: FromServer): void => void process.send?.(message)

const start = async (): Promise<void> => {
  const config = prepareDataFolder(
    readSettings({ ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' }, { demo: false }),
  )
  const log = await createLog(config.logLevel)
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    onError: (err) => log.warn({ err }, 'database'),
  })
  await migrate(database, { dataDir: config.dataDir, mode: 'on' })
  const school = await database.db.transaction().execute(async (db) => {
    const filled = await fill(db)
    const teacher = await aUser(db, { roles: ['teacher'] })
    await aMember(db, { guild_id: filled.guild_id, user_id: teacher.id, role: 'teacher' })
    return { ...filled, teacher: await aSession(db, teacher, { audience: 'admin', role: 'teacher' }) }
  })
  const app = await buildApp({
    config,
    database,
    log,
    limits: (limits) => ({ ...limits, spend: async () => undefined }),
  })
  await startBackgroundWork(app)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const loop = monitorEventLoopDelay({ resolution })
  loop.enable()
  process.on('message', () =>
    tell({ usage: { longestTurn: loop.max / 1e6 - resolution, peakRss: process.resourceUsage().maxRSS * 1024 } }),
  )
  tell({ prepared: { url: `http://127.0.0.1:${portOf(app.http.server)}`, ...school } })
}

process.on('disconnect', () => process.exit())
try {
  await start()
} catch (error) {
  tell({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
