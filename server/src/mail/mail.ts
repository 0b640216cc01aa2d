import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import type { Jobs } from '../jobs.ts'
import { createOutbox } from './outbox.ts'

/**
 * `unsubscribe` is the address that ends such letters, or empty. A letter with a `user_id` goes to the address at which
 * that person is reached when it is sent. A letter with `good_until` (milliseconds) is sent before all others, and not
 * at all after that time.
 */
export type Letter = {
  to: string
  user_id?: number
  subject: string
  text: string
  unsubscribe?: string
  good_until?: number
}

export type Mail = {
  /** Whether the site has a mail server; features that need one are off without it. */
  readonly enabled: boolean
  /** Puts a letter into the outbox, in the caller's transaction. Sent soon after its commit, never by the request. */
  queue: (db: Db, letter: Letter) => Promise<void>
}

const JOB = 'mail.deliver'
const EVERY_SECONDS = 15

/** Mail through an outbox table: a request never waits for the mail server, and its outages lose no letter. */
export const createMail = (parts: {
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>
  database: Database
  jobs: Jobs
  clock: () => number
  log: Logger
  /** The address at which a person is reached now; null for none. */
  addressOf: (user_id: number) => Promise<string | null>
  /** How long the mail server may take to accept a connection and to greet, in milliseconds. */
  timeoutMs?: number
}): Mail => {
  const { config, database, jobs, clock, log, addressOf, timeoutMs = 10_000 } = parts
  const { smtpUrl, mailFrom } = config
  if (smtpUrl !== null)
    jobs.every(JOB, EVERY_SECONDS, createOutbox({ database, clock, log, addressOf, smtpUrl, mailFrom, timeoutMs }))
  const domain = /@([^\s>]+)/.exec(mailFrom)?.[1] ?? 'localhost'
  return {
    enabled: smtpUrl !== null,
    queue: async (db, { to, user_id = null, subject, text, unsubscribe = '', good_until = null }) => {
      if (smtpUrl === null) throw new Error('a letter without a mail server: ask mail.enabled first')
      await db
        .insertInto('mail_outbox')
        .values({
          message_id: `<${randomUUID()}@${domain}>`,
          recipient: to,
          user_id,
          good_until,
          // Kept on one line, whatever characters a name in it contains.
          subject: subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '),
          text,
          unsubscribe,
          // Before everything else that is due: the letters of the day of a whole school take an hour, and a code is
          // valid for five minutes.
          next_at: good_until === null ? 0 : -1,
          created_at: clock(),
          failed_at: null,
          failed_reason: null,
        })
        .execute()
      await database.afterCommit(db, () => jobs.wake(JOB))
    },
  }
}

/**
 * Deletes the unsent letters to a person, all of them or only those with an unsubscribe address, in the caller's
 * transaction.
 */
export const forgetLetters = async (db: Db, user_id: number, which: 'all' | 'stoppable' = 'all'): Promise<void> => {
  const theirs = db.deleteFrom('mail_outbox').where('user_id', '=', user_id)
  await (which === 'all' ? theirs : theirs.where('unsubscribe', '!=', '')).execute()
}
