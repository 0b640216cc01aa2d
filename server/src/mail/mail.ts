import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import type { Jobs } from '../jobs.ts'
import { createOutbox } from './outbox.ts'

/** `unsubscribe` is the address that ends such letters, or empty. */
export type Letter = { to: string; subject: string; text: string; unsubscribe?: string }

export type Mail = {
  /** Whether the site has a mail server: without one the doors that need it are closed. */
  readonly enabled: boolean
  /** Puts a letter into the outbox, in the caller's transaction. Sent soon after its commit, never by the request. */
  queue: (db: Db, letter: Letter) => Promise<void>
}

const JOB = 'mail.deliver'
const EVERY_SECONDS = 15

/** Mail by way of a table: a request never waits for the mail server, and a letter is not lost with it. */
export const createMail = (parts: {
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>
  database: Database
  jobs: Jobs
  clock: () => number
  log: Logger
  /** How long the mail server may keep silent. */
  timeoutMs?: number
}): Mail => {
  const { config, database, jobs, clock, log, timeoutMs = 10_000 } = parts
  const { smtpUrl, mailFrom } = config
  if (smtpUrl !== null)
    jobs.every(JOB, EVERY_SECONDS, createOutbox({ database, clock, log, smtpUrl, mailFrom, timeoutMs }))
  const domain = /@([^\s>]+)/.exec(mailFrom)?.[1] ?? 'localhost'
  return {
    enabled: smtpUrl !== null,
    queue: async (db, { to, subject, text, unsubscribe = '' }) => {
      if (smtpUrl === null) throw new Error('a letter without a mail server: ask mail.enabled first')
      await db
        .insertInto('mail_outbox')
        .values({
          message_id: `<${randomUUID()}@${domain}>`,
          recipient: to,
          // One line, whatever a name in it holds.
          subject: subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '),
          text,
          unsubscribe,
          created_at: clock(),
          failed_at: null,
          failed_reason: null,
        })
        .execute()
      await database.afterCommit(db, () => jobs.wake(JOB))
    },
  }
}
