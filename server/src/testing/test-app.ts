import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { createSend, type Envelope, type Send } from '@tongchuang/contract/sender.ts'
import { authenticate as realSessions } from '../accounts/sessions.ts'
import type { App } from '../app-services.ts'
import { buildApp, type Parts } from '../app.ts'
import type { Config } from '../config.ts'
import type { Limits } from '../http/rate-limit.ts'
import type { Database } from '../db/open.ts'
import { hashToken, newToken, type Audience } from '../http/session.ts'
import { silentLog } from '../log.ts'
import { isBusy } from './server-process.ts'
import { sharedWorkers } from './shared-workers.ts'
import { freshDatabase } from './test-database.ts'

/** The start of a test's clock: a Monday morning in term, 09:00 in Shanghai. */
export const firstBell = Date.parse('2026-10-12T01:00:00.000Z')

/** A clock that only moves when a test moves it. */
export type Clock = { now: () => number; move: (ms: number) => void; set: (instant: string | number) => void }

export type SchoolOptions = Partial<
  Pick<Parts, 'features' | 'authenticate' | 'log' | 'sites' | 'threads' | 'resolve'>
> & {
  config?: Partial<Config>
  /** Allowances per minute are off unless a test is about them: a frozen clock never opens a new minute. */
  limits?: boolean
  /** Milliseconds a call may take, for tests about that: a machine full of tests is slower than a school's. */
  budget?: number
  /** A database that is there already; the school closes it. */
  database?: Database
}

type SignIn = { audience?: Audience; role?: RoleKey; language?: 'zh-CN' | 'en-US' }

/** The whole product over a database of its own. */
export type School = {
  app: App
  clock: Clock
  /** Makes a call without a session. */
  send: Send
  /** Makes calls as a person, who gets a session at the first one; `role` and `audience` for the admin site. */
  as: (user: number | { id: number }, how?: SignIn) => Send
  /** Makes calls with a token, whatever it is. */
  with: (token: string) => Send
  /** Opens a session and gives its token. */
  signIn: (user: number | { id: number }, how?: SignIn) => Promise<string>
  /** A raw request. */
  inject: (request: InjectOptions | string) => Promise<LightMyRequestResponse>
  close: () => Promise<void>
}

const clockAt = (start: number): Clock => {
  let at = start
  return {
    now: () => at,
    move: (ms) => {
      at += ms
    },
    set: (instant) => {
      at = typeof instant === 'number' ? instant : Date.parse(instant)
    },
  }
}

/** Settings as `npm start` has them on a quiet machine. */
export const testConfig = (dataDir: string, given: Partial<Config> = {}): Config => ({
  port: 0,
  host: '127.0.0.1',
  baseUrl: null,
  basePath: '',
  https: false,
  adminSiteUrl: null,
  dataDir,
  databaseUrl: null,
  secret: 'a secret of tests that is long enough',
  hasOwnSecret: false,
  trustProxy: false,
  logLevel: 'silent',
  accessLog: false,
  smtpUrl: null,
  mailFrom: 'School <no-reply@school.example>',
  adminEmail: null,
  adminPassword: null,
  demo: false,
  objects: null,
  metricsPort: null,
  metricsToken: null,
  outboundAllow: [],
  migrate: true,
  ...given,
})

const withoutAllowances = (limits: Limits): Limits => ({ ...limits, spend: async () => {} })

const transportOver = (app: App, headers: () => Promise<Record<string, string>>): Send =>
  createSend(async ({ method, path, input }) => {
    const sent = await headers()
    const request: InjectOptions = method === 'GET' ? { query: asQuery(input) } : { payload: input }
    const answer = await app.http.inject({ ...request, method, url: path, headers: sent })
    return answer.json<Envelope>()
  })

/** Makes calls to a product opened as a real start opens it: without a session, with retries while it is busy. */
export const sendInto = (app: App): Send =>
  createSend(async ({ method, path, input }) => {
    for (;;) {
      const answer = await app.http.inject({ method, url: path, payload: input })
      const envelope = answer.json<Envelope>()
      if (!isBusy(envelope)) return envelope
      await sleep(100)
    }
  })

/** The input of a call as the query of its address. */
export const asQuery = (input: Readonly<Record<string, unknown>>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )

const oneDay = 24 * 3600_000

/** Opens a school for one test; close it afterwards. */
export const testApp = async (options: SchoolOptions = {}): Promise<School> => {
  const database = options.database ?? (await freshDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'tongchuang-school-'))
  const clock = clockAt(firstBell)
  const config = testConfig(dataDir, options.config)
  const { features, authenticate = realSessions, sites, threads, resolve, log = silentLog() } = options
  const app = await buildApp({
    config,
    database,
    log,
    clock: clock.now,
    ...(features && { features }),
    authenticate,
    // Injected requests run within one turn of the event loop, and a machine full of tests lags, so the load limits are
    // off.
    load: { maxTurn: Infinity, maxDelay: Infinity, askAgain: 50, budget: options.budget ?? 30_000 },
    ...(sites && { sites }),
    ...(threads ? { threads } : { workers: sharedWorkers() }),
    ...(resolve && { resolve }),
    ...(!options.limits && { limits: withoutAllowances }),
  })

  const signIn: School['signIn'] = async (user, { audience = 'student', role } = {}) => {
    const token = newToken()
    const user_id = typeof user === 'number' ? user : user.id
    const now = clock.now()
    const session = {
      user_id,
      audience,
      role: role ?? null,
      device: 'a test',
      address: '127.0.0.1',
      created_at: now,
      expires_at: now + oneDay,
      ended_at: null,
      ended_reason: null,
    }
    await app.db
      .insertInto('sessions')
      .values({ ...session, token_hash: hashToken(token) })
      .execute()
    return token
  }

  return {
    app,
    clock,
    signIn,
    send: transportOver(app, async () => ({})),
    with: (token) => transportOver(app, async () => ({ token })),
    as: (user, how = {}) => {
      let token: Promise<string> | undefined
      return transportOver(app, async () => ({
        token: await (token ??= signIn(user, how)),
        ...(how.language && { 'accept-language': how.language }),
      }))
    },
    inject: (request) => app.http.inject(request),
    close: async () => {
      await app.http.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
