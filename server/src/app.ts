import type { Logger } from 'pino'
import { accountAdminRoutes } from './accounts/routes.admin.ts'
import { reachedAt } from './accounts/reached.ts'
import { accountRoutes } from './accounts/routes.ts'
import { authenticate as findSession } from './accounts/sessions.ts'
import type { App, Sample } from './app-services.ts'
import { audit } from './audit/record.ts'
import { auditRoutes } from './audit/routes.ts'
import { backupAdminRoutes } from './backup/routes.admin.ts'
import { restoreRoutes } from './backup/routes.restore.ts'
import { hearOfSecret } from './backup/secret.ts'
import { bannerAdminRoutes } from './banners/routes.admin.ts'
import { bannerRoutes } from './banners/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import { studentTaskRoutes } from './student-task/routes.ts'
import { discussionAdminRoutes } from './discussions/routes.admin.ts'
import { discussionRoutes } from './discussions/routes.ts'
import { feedbackAdminRoutes } from './feedback/routes.admin.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { createEvents } from './events.ts'
import { fileRoutes } from './files/routes.ts'
import { gradeRoutes } from './grades/routes.admin.ts'
import { guildAdminRoutes } from './guilds/routes.admin.ts'
import { classUndoRoutes } from './roster/routes.class-undo.admin.ts'
import { classNameRoutes } from './roster/routes.classes.admin.ts'
import { classRoutes } from './guilds/routes.classes.admin.ts'
import { flagRoutes } from './guilds/routes.flags.admin.ts'
import { guildSettingsRoutes } from './guilds/routes.settings.admin.ts'
import { invitationRoutes } from './guilds/routes.invitations.ts'
import { announcementRoutes } from './guilds/routes.announcements.admin.ts'
import { messageAdminRoutes } from './guilds/routes.messages.admin.ts'
import { robotRoutes } from './guilds/routes.robots.admin.ts'
import { guildPeopleRoutes } from './guilds/routes.people.admin.ts'
import { guildRoutes } from './guilds/routes.ts'
import { openCalls } from './http/all-calls.ts'
import { docsRoutes } from './http/api-docs.ts'
import { healthRoutes } from './http/health.ts'
import type { LoadLimits } from './http/overload.ts'
import { createLimits, type Limits } from './http/rate-limit.ts'
import { sitePolicy } from './http/headers.ts'
import { createServer } from './http/server.ts'
import type { Authenticate } from './http/session.ts'
import { siteRoutes, type Site } from './http/static.ts'
import { createJobs } from './jobs.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { createLive } from './live.ts'
import { createMail } from './mail/mail.ts'
import { messageRoutes } from './messages/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { createOutboundFetch, type Resolve } from './outbound/outbound.ts'
import { createRemoval } from './removal.ts'
import { createSettings } from './settings.ts'
import { privacyAdminRoutes } from './privacy/routes.admin.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { providerAdminRoutes } from './providers/routes.admin.ts'
import { providerRoutes } from './providers/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { rankingAdminRoutes } from './rankings/routes.admin.ts'
import { rankingRoutes } from './rankings/routes.ts'
import { registrationAdminRoutes } from './registration/routes.admin.ts'
import { registrationRoutes } from './registration/routes.ts'
import { reviewAdminRoutes } from './reviews/routes.admin.ts'
import { enteredImportRoutes } from './reviews/routes.entered-imports.admin.ts'
import { enteredResultRoutes } from './reviews/routes.entered.admin.ts'
import { remarkingRoutes } from './reviews/routes.remarking.admin.ts'
import { reviewSetRoutes } from './reviews/routes.sets.admin.ts'
import { reviewAreasRoutes } from './reviews/routes.areas.admin.ts'
import { reviewVoicesRoutes } from './reviews/routes.voices.admin.ts'
import { reviewToolsRoutes } from './reviews/routes.tools.admin.ts'
import { noteAdminRoutes } from './reviews/routes.notes.admin.ts'
import { noteRoutes } from './reviews/routes.notes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { setupRoutes } from './school/setup.ts'
import { settingsRoutes } from './school/settings.ts'
import { staffRoutes } from './school/staff.ts'
import { systemRoutes } from './school/system.ts'
import { schoolAdminRoutes } from './school/routes.admin.ts'
import { linkOrigin } from './storage/link-origin.ts'
import { openStores, type Stores } from './storage/open-stores.ts'
import { rosterAdminRoutes } from './roster/routes.admin.ts'
import { peopleAdminRoutes } from './roster/routes.people.admin.ts'
import { submissionRoutes } from './submissions/routes.ts'
import { taskAdminRoutes } from './tasks/routes.admin.ts'
import { criteriaSetRoutes } from './tasks/routes.criteria-sets.admin.ts'
import { taskEditingRoutes } from './tasks/routes.editing.ts'
import { taskQuestionRoutes } from './tasks/routes.questions.admin.ts'
import { taskRoutes } from './tasks/routes.ts'
import { maintenanceRoutes } from './maintenance/routes.ts'
import { version } from './version.ts'
import { workAdminRoutes } from './works/routes.admin.ts'
import { anthologyRoutes } from './works/routes.anthology.ts'
import { anthologyAdminRoutes } from './works/routes.anthology.admin.ts'
import { certificateRoutes } from './works/routes.certificates.ts'
import { certificateAdminRoutes } from './works/routes.certificates.admin.ts'
import { momentRoutes } from './moments/routes.ts'
import { workRoutes } from './works/routes.ts'
import { createWorkers, type Workers } from './workers/workers.ts'

/** One feature: binds its calls and registers its events and jobs. */
export type Feature = (app: App) => void

/** Every feature, from left to right: each knows only those before it. */
export const features: readonly Feature[] = [
  ledgerRoutes,
  accountRoutes,
  accountAdminRoutes,
  auditRoutes,
  messageRoutes,
  fileRoutes,
  providerRoutes,
  providerAdminRoutes,
  guildRoutes,
  guildAdminRoutes,
  guildSettingsRoutes,
  flagRoutes,
  classRoutes,
  guildPeopleRoutes,
  invitationRoutes,
  announcementRoutes,
  robotRoutes,
  messageAdminRoutes,
  registrationRoutes,
  registrationAdminRoutes,
  taskRoutes,
  taskAdminRoutes,
  taskEditingRoutes,
  criteriaSetRoutes,
  taskQuestionRoutes,
  submissionRoutes,
  reviewRoutes,
  reviewAdminRoutes,
  reviewSetRoutes,
  remarkingRoutes,
  reviewToolsRoutes,
  enteredResultRoutes,
  enteredImportRoutes,
  reviewAreasRoutes,
  reviewVoicesRoutes,
  noteRoutes,
  noteAdminRoutes,
  workRoutes,
  workAdminRoutes,
  certificateRoutes,
  certificateAdminRoutes,
  anthologyRoutes,
  anthologyAdminRoutes,
  discussionRoutes,
  discussionAdminRoutes,
  feedbackRoutes,
  feedbackAdminRoutes,
  rankingRoutes,
  rankingAdminRoutes,
  catalogRoutes,
  momentRoutes,
  studentTaskRoutes,
  profileRoutes,
  searchRoutes,
  calendarRoutes,
  bannerRoutes,
  bannerAdminRoutes,
  classNameRoutes,
  classUndoRoutes,
  rosterAdminRoutes,
  peopleAdminRoutes,
  privacyRoutes,
  privacyAdminRoutes,
  gradeRoutes,
  schoolAdminRoutes,
  setupRoutes,
  settingsRoutes,
  systemRoutes,
  staffRoutes,
  backupAdminRoutes,
  restoreRoutes,
  maintenanceRoutes,
]

export type Parts = {
  config: Config
  database: Database
  log: Logger
  /** The file stores, if they are open already. */
  stores?: Stores
  clock?: () => number
  /** Replaces the rate limits; tests of other things switch them off. */
  limits?: (limits: Limits) => Limits
  /** The load at which requests are turned away; tests set it higher than any school reaches. */
  load?: Partial<LoadLimits>
  /** Other limits for the threads; tests make texts too slow and queues too short. */
  threads?: Parameters<typeof createWorkers>[0]['limits']
  /** Existing threads; tests create one school after another. */
  workers?: Workers
  /** Resolves the names of other servers; tests replace the name server. */
  resolve?: Resolve
  authenticate?: Authenticate
  features?: readonly Feature[]
  /** The built sites; a server without them answers calls only. */
  sites?: readonly Site[]
  /** The sample school, for the set-up page to offer. */
  sample?: Sample | null
}

/** Puts the product together: ready to answer, not yet listening, no work in the background. */
export const buildApp = async (parts: Parts): Promise<App> => {
  const { database, log, clock = Date.now, authenticate = findSession } = parts
  // A copy whose fields are read only when needed, so a new secret takes effect at once.
  const config: { -readonly [Name in keyof Config]: Config[Name] } = { ...parts.config }
  const { db } = database
  const http = createServer({
    https: config.https,
    basePath: config.basePath,
    trustProxy: config.trustProxy,
    clock,
    log,
    load: parts.load,
  })
  openCalls(http)
  const events = createEvents({ database, clock, log })
  const jobs = createJobs({ database, clock, log })
  const live = createLive({ database, log })
  const mail = createMail({ config, database, jobs, clock, log, addressOf: reachedAt(db) })
  const shared = createLimits(db)
  const limits = parts.limits?.(shared) ?? shared
  const outboundFetch = createOutboundFetch({
    allow: config.outboundAllow,
    ...(parts.resolve && { resolve: parts.resolve }),
  })
  const stores = parts.stores ?? (await openStores(config))
  const { files } = stores
  const workers = parts.workers ?? createWorkers({ log, limits: parts.threads })
  http.addHook('onClose', () => workers.close())
  const removal = createRemoval({ database, jobs, files, dataDir: config.dataDir, clock, log })
  const { read: settings, change: changeSettings } = createSettings(db)
  const app: App = {
    http,
    db,
    database,
    config,
    clock,
    log,
    events,
    jobs,
    removal,
    mail,
    outboundFetch,
    live,
    files,
    stores,
    limits,
    workers,
    authenticate,
    audit,
    sample: parts.sample ?? null,
    settings,
    changeSettings,
    changeSecret: (secret) => {
      config.secret = secret
    },
  }
  healthRoutes(app, version)
  for (const feature of parts.features ?? features) feature(app)
  docsRoutes(app, version)
  siteRoutes(http, config.basePath, parts.sites ?? [], sitePolicy(linkOrigin(config.objects)))
  // After the features' hooks: an open stream is a connection that would not end by itself.
  http.addHook('preClose', (done) => http.lastRequests.close(http.server, done))
  await http.ready()
  return app
}

/** Starts what works in the background: consumers of events, jobs, the exchange of counters. Answers how to end it. */
export const startBackgroundWork = async (app: App): Promise<() => Promise<void>> => {
  const flush = () =>
    app.limits.flush().catch((cause: unknown) => app.log.warn({ err: cause }, 'limits were not exchanged'))
  const timer = setInterval(() => void flush(), 1_000).unref()
  app.removal.every('limits.sweep', 3_600, 'expired', async (now) => app.limits.sweep(now))
  const endHearing = await hearOfSecret(app)
  await app.events.start()
  await app.jobs.start()
  return async () => {
    clearInterval(timer)
    endHearing()
    await app.jobs.stop()
    await app.events.stop()
    await flush()
  }
}
