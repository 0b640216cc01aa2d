/**
 * The server under measurement, in a process of its own: the product as `npm start` builds it, without allowances per
 * minute, over a database with a school in it; and, from the same framework with the same settings, a hello world.
 */
import type { FastifyInstance } from 'fastify'
import { buildApp, startBackgroundWork } from '../../server/src/app.ts'
import { readSettings } from '../../server/src/config.ts'
import { prepareDataFolder } from '../../server/src/data-folder.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import { portOf } from '../../server/src/http/port-of.ts'
import { createServer } from '../../server/src/http/server.ts'
import { createLog } from '../../server/src/log.ts'
import type { FromServer } from './messages.ts'

const tell = (message: FromServer): void => void process.send?.(message)

const addressOf = (http: FastifyInstance): string => `http://127.0.0.1:${portOf(http.server)}`

const start = async (): Promise<void> => {
  const config = prepareDataFolder(
    readSettings({ ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' }, { demo: false }),
  )
  const log = await createLog(config.logLevel)
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    onError: (err) => log.warn({ err }, 'database'),
  })
  const app = await buildApp({
    config,
    database,
    log,
    limits: (limits) => ({ ...limits, spend: async () => undefined }),
  })
  await startBackgroundWork(app)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const hello = createServer({ https: false, basePath: '', trustProxy: false, clock: Date.now, log })
  hello.get('/hello', async () => ({ hello: 'world' }))
  await hello.listen({ port: 0, host: '127.0.0.1' })
  process.on('message', async () => {
    const { user, system } = process.cpuUsage()
    const { count } = await database.db
      .selectFrom('submissions')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    tell({ usage: { cpu: user + system, rss: process.memoryUsage.rss(), submissions: Number(count) } })
  })
  tell({ ready: { url: addressOf(app.http), helloUrl: addressOf(hello) } })
}

process.on('disconnect', () => process.exit())
try {
  await start()
} catch (error) {
  tell({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
