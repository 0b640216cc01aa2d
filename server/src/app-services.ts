import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { Db } from './db/schema.ts'
import type { Events } from './events.ts'
import type { Limits } from './http/rate-limit.ts'
import type { Audit } from './http/audit.ts'
import type { Authenticate } from './http/session.ts'
import type { Jobs } from './jobs.ts'
import type { Live } from './live.ts'
import type { Mail } from './mail/mail.ts'
import type { OutboundFetch } from './outbound/outbound.ts'
import type { Removal } from './removal.ts'
import type { Settings } from './settings.ts'
import type { Stores } from './storage/open-stores.ts'
import type { Workers } from './workers/workers.ts'

/**
 * Loads the sample school into this one; provided by the starting program, because the features do not know the sample.
 */
export type Sample = {
  /** User names it will take. */
  usernames: readonly string[]
  /** `first` runs in the same transaction, before anything of the sample; not where the sample is there already. */
  load: (
    app: App,
    password: string,
    first: (db: Db) => Promise<void>,
  ) => Promise<{ username: string; nickname: string; role: RoleKey }[]>
}

/** Everything a feature works with: made once by `buildApp`, handed to each feature's routes. */
export type App = {
  readonly http: FastifyInstance
  readonly db: Db
  readonly database: Database
  readonly config: Config
  /** Milliseconds since 1970; tests move it. */
  readonly clock: () => number
  readonly log: Logger
  readonly events: Events
  readonly jobs: Jobs
  /** Runs the jobs that remove data, each with its own permission. */
  readonly removal: Removal
  readonly mail: Mail
  /** Sends requests to other servers. Never use `fetch`, which connects to any address a name resolves to. */
  readonly outboundFetch: OutboundFetch
  /** Pushes changes to open pages. */
  readonly live: Live
  /** The store of file contents. */
  readonly files: Stores['files']
  /** The same store, and those of all other data kept beside the database. */
  readonly stores: Stores
  readonly limits: Limits
  /** Threads for work whose cost its sender decides: reading and rendering what users send. */
  readonly workers: Workers
  readonly authenticate: Authenticate
  /** Records what staff do, and what students ask of the school. */
  readonly audit: Audit
  /** The administrator's settings, at most 5 seconds old; read them before a transaction, not in it. */
  readonly settings: Settings['read']
  /** Stores settings of the administrator. */
  readonly changeSettings: Settings['change']
  /** Replaces the secret of this process: a restored school brings its own. */
  readonly changeSecret: (secret: string) => void
  /** The sample school, or null where it is not offered. */
  readonly sample: Sample | null
}
