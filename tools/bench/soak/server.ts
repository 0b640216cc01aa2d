/**
 * The server of the soak: the product as `npm start` builds it, with its allowances, over a school of 268 students and
 * 5,000 works.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { getHeapSpaceStatistics, writeHeapSnapshot } from 'node:v8'
import { sql } from 'kysely'
import { aSession, aUser } from '../../../server/src/accounts/factory.ts'
import { buildApp, startBackgroundWork } from '../../../server/src/app.ts'
import type { App } from '../../../server/src/app-services.ts'
import { readSettings, type Config } from '../../../server/src/config.ts'
import { prepareDataFolder } from '../../../server/src/data-folder.ts'
import { migrate } from '../../../server/src/db/migrate.ts'
import { openDatabase, type Database } from '../../../server/src/db/open.ts'
import type { Db } from '../../../server/src/db/schema.ts'
import { loadLarge } from '../../../server/src/demo/large.ts'
import { loadSample } from '../../../server/src/demo/load.ts'
import { aPost } from '../../../server/src/discussions/factory.ts'
import { portOf } from '../../../server/src/http/port-of.ts'
import { createLog } from '../../../server/src/log.ts'
import { samplePassword } from '../../../server/src/sample-password.ts'
import { fill } from '../fill.ts'
import { spacesOf, type Ask, type Prepared, type Sample, type Told } from './messages.ts'

const POSTS = 2_000

const tell = (message: Told): void => void process.send?.(message)

// The product keeps its connections to itself; a measurement has to ask them what they hold.
const connections = new Set<DatabaseSync>()
const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (this: DatabaseSync, text: string) {
  connections.add(this)
  return exec.call(this, text)
}

/** The memory of this process by what it is mapped from; null where the system does not tell. */
const mapOf = async (): Promise<{ native: number; mapped: number } | null> => {
  const text = await readFile('/proc/self/smaps', 'utf8').catch(() => null)
  if (text === null) return null
  const sum = { native: 0, mapped: 0 }
  let isFile = false
  let isHeap = false
  for (const line of text.split('\n')) {
    const region = /^[\da-f]+-[\da-f]+ \S+ \S+ \S+ \d+\s*(.*)$/.exec(line)
    if (region) {
      isFile = region[1]!.startsWith('/')
      isHeap = region[1] === '[heap]'
    }
    const [, kb] = /^Rss:\s+(\d+) kB/.exec(line) ?? []
    if (kb !== undefined && isFile) sum.mapped += Number(kb) * 1024
    if (kb !== undefined && isHeap) sum.native += Number(kb) * 1024
  }
  return sum
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

const databaseSize = async ({ db, path }: Database): Promise<number> => {
  if (path !== null) return (await sizeOf(path)) + (await sizeOf(`${path}-wal`))
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)
  return Number(rows[0]?.size)
}

const connectionCount = async ({ db, path }: Database): Promise<number> => {
  if (path !== null) return [...connections].filter(({ isOpen }) => isOpen).length
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from pg_stat_activity where application_name = 'tongchuang'`.execute(db)
  return Number(rows[0]?.count)
}

const rowCount = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select (select count(*) from submissions) + (select count(*) from discussions) as count`.execute(db)
  return Number(rows[0]?.count)
}

const sampleOf = async (database: Database): Promise<Sample> => {
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
  const map = await mapOf()
  const fds = await readdir('/proc/self/fd').then(
    (names) => names.length,
    () => null,
  )
  return {
    ...{
      at: Date.now(),
      rss,
      heapUsed,
      heapTotal,
      external,
      arrayBuffers,
      native: map?.native ?? null,
      mapped: map?.mapped ?? null,
      fds,
    },
    database: await databaseSize(database),
    connections: await connectionCount(database),
    rows: await rowCount(database.db),
    spaces: spacesOf(getHeapSpaceStatistics()),
  }
}

const open = async (): Promise<{ config: Config; database: Database; app: App }> => {
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
  return { config, database, app: await buildApp({ config, database, log }) }
}

/**
 * Fills the school and ends: in the same process, memory used for filling would hide for an hour what the server itself
 * needs.
 */
const prepare = async (): Promise<void> => {
  const { app, database } = await open()
  await loadSample(app, samplePassword)
  await loadLarge(app, { guilds: 4, students: 268, tasksPerGuild: 10, membersPerGuild: 268 })
  const school = await database.db.transaction().execute(async (db): Promise<Prepared> => {
    const filled = await fill(db)
    const authors = []
    for (let at = 0; at < 5; at += 1) authors.push((await aUser(db)).id)
    const first = filled.held[0]?.task_id ?? 0
    const posts = []
    for (let at = 0; at < POSTS; at += 1) {
      const task = { id: first + (at % 40), guild_id: filled.guild_id }
      posts.push((await aPost(db, task, { user_id: authors[at % authors.length] ?? 0 })).id)
    }
    const works = await db
      .selectFrom('submissions')
      .select('id')
      .where('share', '=', 'site')
      .where('status', '=', 'released')
      .limit(2_000)
      .execute()
    const admin = await aSession(db, await aUser(db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
    return { ...filled, posts, works: works.map(({ id }) => id), admin }
  })
  tell({ prepared: school })
}

const serve = async (): Promise<void> => {
  const { app, database } = await open()
  await startBackgroundWork(app)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  process.on('unhandledRejection', (cause) => tell({ problem: `unhandled rejection: ${String(cause)}` }))
  process.on('message', async (ask: Ask) => {
    if (ask.what === 'snapshot') writeHeapSnapshot(ask.path)
    if (ask.what !== 'sample') globalThis.gc?.()
    if (ask.what === 'shrink') for (const one of connections) if (one.isOpen) exec.call(one, 'pragma shrink_memory')
    tell({ sample: await sampleOf(database) })
  })
  tell({ url: `http://127.0.0.1:${portOf(app.http.server)}` })
}

process.on('disconnect', () => process.exit())
try {
  await (process.argv[2] === 'prepare' ? prepare() : serve())
} catch (error) {
  tell({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
