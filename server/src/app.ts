import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { accountAdminRoutes } from './accounts/routes.admin.ts'
import { accountRoutes } from './accounts/routes.ts'
import { authenticate as findSession } from './accounts/sessions.ts'
import type { App } from './app-services.ts'
import { bannerRoutes } from './banners/routes.ts'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import { deskRoutes } from './desk/routes.ts'
import { directoryRoutes } from './directory/routes.ts'
import { createEvents } from './events.ts'
import { fileRoutes } from './files/routes.ts'
import { guildAdminRoutes } from './guilds/routes.admin.ts'
import { guildRoutes } from './guilds/routes.ts'
import { noteCalls } from './http/all-calls.ts'
import { docsRoutes } from './http/api-docs.ts'
import { healthRoutes } from './http/health.ts'
import type { LoadLimits } from './http/overload.ts'
import { createLimits, type Limits } from './http/rate-limit.ts'
import { createServer } from './http/server.ts'
import type { Authenticate } from './http/session.ts'
import { siteRoutes, type Site } from './http/static.ts'
import { createJobs } from './jobs.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { createMail } from './mail/mail.ts'
import { messageRoutes } from './messages/routes.ts'
import { createSettings } from './settings.ts'
import { profileRoutes } from './profile/routes.ts'
import { registrationAdminRoutes } from './registration/routes.admin.ts'
import { registrationRoutes } from './registration/routes.ts'
import { reviewAdminRoutes } from './reviews/routes.admin.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { localFileStore } from './storage/file-store.ts'
import { submissionRoutes } from './submissions/routes.ts'
import { taskAdminRoutes } from './tasks/routes.admin.ts'
import { taskRoutes } from './tasks/routes.ts'
import { upkeepRoutes } from './upkeep/routes.ts'

/** One feature: binds its calls, and says which events and jobs are its own. */
export type Feature = (app: App) => void

/** Every feature, from left to right: each knows only those before it. */
export const features: readonly Feature[] = [
  ledgerRoutes,
  accountRoutes,
  accountAdminRoutes,
  messageRoutes,
  fileRoutes,
  guildRoutes,
  guildAdminRoutes,
  registrationRoutes,
  registrationAdminRoutes,
  taskRoutes,
  taskAdminRoutes,
  submissionRoutes,
  reviewRoutes,
  reviewAdminRoutes,
  directoryRoutes,
  deskRoutes,
  profileRoutes,
  bannerRoutes,
  upkeepRoutes,
]

/** The version this code was released as. */
export const version: string = (JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }).version

export type Parts = {
  config: Config
  database: Database
  log: Logger
  clock?: () => number
  /** Tests about something else switch the allowances off. */
  limits?: (limits: Limits) => Limits
  /** When requests are turned away; tests keep a machine busier than any school does. */
  load?: Partial<LoadLimits>
  authenticate?: Authenticate
  features?: readonly Feature[]
  /** The built sites; a server without them answers calls only. */
  sites?: readonly Site[]
}

/** Puts the product together: ready to answer, not yet listening, no work in the background. */
export const buildApp = async (parts: Parts): Promise<App> => {
  const { config, database, log, clock = Date.now, authenticate = findSession } = parts
  const { db } = database
  const http = createServer({ https: config.https, basePath: config.basePath, trustProxy: config.trustProxy, clock, log, load: parts.load })
  noteCalls(http)
  const events = createEvents({ database, clock, log })
  const jobs = createJobs({ database, clock, log })
  const mail = createMail({ config, database, jobs, clock, log })
  const shared = createLimits(db)
  const limits = parts.limits?.(shared) ?? shared
  const files = localFileStore(join(config.dataDir, 'files'))
  const { read: settings, change: changeSettings } = createSettings(db)
  const app: App = { http, db, database, config, clock, log, events, jobs, mail, files, limits, authenticate, settings, changeSettings }
  healthRoutes(app, version)
  for (const feature of parts.features ?? features) feature(app)
  docsRoutes(http, version)
  siteRoutes(http, config.basePath, parts.sites ?? [])
  await http.ready()
  return app
}

/** Starts what works in the background: consumers of events, jobs, the exchange of counters. Answers how to end it. */
export const startWork = async (app: App): Promise<() => Promise<void>> => {
  const flush = () => app.limits.flush().catch((cause: unknown) => app.log.warn({ err: cause }, 'limits were not exchanged'))
  const timer = setInterval(() => void flush(), 1_000).unref()
  app.jobs.every('limits.sweep', 3_600, async (now) => app.limits.sweep(now))
  await app.events.start()
  await app.jobs.start()
  return async () => {
    clearInterval(timer)
    await app.jobs.stop()
    await app.events.stop()
    await flush()
  }
}
