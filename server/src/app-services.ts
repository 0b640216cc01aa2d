import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { Db } from './db/schema.ts'
import type { Events } from './events.ts'
import type { Limits } from './http/rate-limit.ts'
import type { Authenticate } from './http/session.ts'
import type { Jobs } from './jobs.ts'
import type { Mail } from './mail/mail.ts'
import type { Settings } from './settings.ts'
import type { FileStore } from './storage/file-store.ts'

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
  readonly mail: Mail
  /** Where the bytes of files are. */
  readonly files: FileStore
  readonly limits: Limits
  readonly authenticate: Authenticate
  /** What the administrator decided, at most 5 seconds old; ask before a transaction, not in it. */
  readonly settings: Settings['read']
  /** Stores decisions of the administrator. */
  readonly changeSettings: Settings['change']
}
