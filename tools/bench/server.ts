/**
 * The server under measurement, in a process of its own: the product as `npm start` builds it, without allowances per
 * minute, over a database with a school in it; and, from the same framework with the same settings, a hello world.
 */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { aSession, aUser } from '../../server/src/accounts/factory.ts'
import { buildApp, startWork } from '../../server/src/app.ts'
import { readSettings } from '../../server/src/config.ts'
import { prepareDataFolder } from '../../server/src/data-folder.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import type { Db } from '../../server/src/db/schema.ts'
import { aGuild, aMember } from '../../server/src/guilds/factory.ts'
import { createServer } from '../../server/src/http/server.ts'
import { createLog } from '../../server/src/log.ts'
import { anEnrolment, aTask } from '../../server/src/tasks/factory.ts'
import type { FromServer, Place } from './messages.ts'

const STUDENTS = 200
const TASKS = 40

const tell = (message: FromServer): void => void process.send?.(message)

/** One guild whose students have accepted all of its tasks. */
const fill = async (db: Db): Promise<{ guild_id: number; tokens: string[]; places: Place[] }> => {
  const guild = await aGuild(db, { name: '测速公会' })
  const tasks = []
  for (let i = 0; i < TASKS; i += 1)
    tasks.push(
      await aTask(db, { guild_id: guild.id, title: `第 ${i + 1} 个任务`, due_at: Date.now() + (i + 1) * 86_400_000 }),
    )
  const tokens: string[] = []
  const places: Place[] = []
  for (let i = 0; i < STUDENTS; i += 1) {
    const user = await aUser(db, { nickname: `学生 ${i + 1}` })
    await aMember(db, { guild_id: guild.id, user_id: user.id })
    const token = await aSession(db, user)
    tokens.push(token)
    for (const task of tasks) {
      await anEnrolment(db, task, { user_id: user.id })
      places.push({ token, task_id: task.id })
    }
  }
  return { guild_id: guild.id, tokens, places }
}

const addressOf = (http: FastifyInstance): string => `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`

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
  await migrate(database, { dataDir: config.dataDir, mode: 'on' })
  const school = await database.db.transaction().execute((db) => fill(db))
  const app = await buildApp({
    config,
    database,
    log,
    limits: (limits) => ({ ...limits, spend: async () => undefined }),
  })
  await startWork(app)
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
  tell({ ready: { url: addressOf(app.http), helloUrl: addressOf(hello), ...school } })
}

process.on('disconnect', () => process.exit())
try {
  await start()
} catch (error) {
  tell({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
