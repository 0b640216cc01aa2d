import type { ExpressionBuilder, Selectable } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { MailOutboxTable, SystemTables } from '../db/system-tables.ts'
import type { Database } from '../db/open.ts'
import { fieldOf } from '../fields.ts'
import type { Turn } from '../job-leases.ts'

const AT_ONCE = 3
// Longer than a letter is on its way, which is two minutes at most.
const LEASE_MS = 150_000
// A server that has the letter and still looks for viruses may be silent for so many times the time in which it must
// greet: given up earlier, it would deliver the letter all the same, and again at every try.
const SILENT_TIMES = 6
const TOTAL_TIMES = 12
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 3_600_000
// A delay beyond the longest pause and the clock difference of two machines means that a clock has been set back since.
const BEYOND_MS = LONGEST_PAUSE_MS + 60_000
const GIVE_UP_MS = 24 * 3_600_000
// A permanent refusal is retried, because some servers answer 550 where they mean "not now": after half a minute, and
// after a quarter of an hour, since providers that limit letters by the minute answer so, too.
const REFUSALS = 3
const REFUSED_TIMES = 30
// How often the queue is searched for a code that was put off.
const CODES_MS = 1_000
const KEEP_FAILED_MS = 30 * 24 * 3_600_000

type OutboxParts = {
  database: Database
  clock: () => number
  log: Logger
  /** The address at which a person is reached now; null for none. */
  addressOf: (user_id: number) => Promise<string | null>
  smtpUrl: string
  mailFrom: string
  timeoutMs: number
}

const claimed = [
  'id',
  'message_id',
  'recipient',
  'user_id',
  'good_until',
  'subject',
  'text',
  'unsubscribe',
  'created_at',
  'attempts',
  'next_at',
] as const
type Claimed = Pick<Selectable<MailOutboxTable>, (typeof claimed)[number]>

/** Whether the server permanently refused this letter, as opposed to the log-in or "try later". */
const isRefusal = (error: unknown): boolean => {
  const code = fieldOf(error, 'code')
  return Number(fieldOf(error, 'responseCode') ?? 0) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

// RFC 8058: the mail program shows an unsubscribe button of its own.
const oneClick = (address: string): Record<string, string> =>
  address === '' ? {} : { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/**
 * The job that empties the outbox. A letter is sent once, as far as SMTP can tell; its id stays the same when it is
 * sent again.
 */
// oxlint-disable-next-line max-lines-per-function -- its steps share the connection to the mail server and what is on its way
export const createOutbox = (parts: OutboxParts): ((now: number, turn: Turn) => Promise<void>) => {
  const { clock, log, addressOf, smtpUrl, mailFrom, timeoutMs } = parts
  const { db } = parts.database
  // Letters that were sent, but whose row could not be deleted because the database became unreachable.
  const sent = new Set<number>()

  let lookedForCodes = 0

  const claimOf = async (which: 'codes' | 'all'): Promise<Claimed | undefined> => {
    const now = clock()
    const isDue = (eb: ExpressionBuilder<SystemTables, 'mail_outbox'>) =>
      eb.or([eb('next_at', '<=', now), eb('next_at', '>', now + BEYOND_MS)])
    const due = db
      .selectFrom('mail_outbox')
      .select('id')
      .where(isDue)
      .where('failed_at', 'is', null)
      .$if(which === 'codes', (some) => some.where('good_until', 'is not', null))
      .orderBy('next_at')
      .orderBy('id')
      .limit(1)
    if ((await due.executeTakeFirst()) === undefined) return undefined
    return db
      .updateTable('mail_outbox')
      .set({ next_at: now + LEASE_MS })
      .where('id', '=', due)
      .where(isDue)
      .returning(claimed)
      .executeTakeFirst()
  }

  /** A code that was put off is no longer first in the queue, and would have its time among the letters of the day. */
  const claim = async (): Promise<Claimed | undefined> => {
    if (performance.now() - lookedForCodes < CODES_MS) return claimOf('all')
    const code = await claimOf('codes')
    if (code === undefined) lookedForCodes = performance.now()
    return code ?? claimOf('all')
  }

  const postpone = async (letter: Claimed, error: unknown): Promise<void> => {
    const { id, attempts, created_at } = letter
    const now = clock()
    const isOver = (isRefusal(error) && attempts + 1 >= REFUSALS) || now - created_at > GIVE_UP_MS
    const pause = Math.min(FIRST_PAUSE_MS * (isRefusal(error) ? REFUSED_TIMES : 2) ** attempts, LONGEST_PAUSE_MS)
    const failure = { attempts: attempts + 1, next_at: now + pause, failed_reason: String(error).slice(0, 500) }
    log[isOver ? 'error' : 'warn'](
      { err: error, letter: id, attempts: attempts + 1 },
      isOver ? 'a letter cannot be delivered' : 'a letter waits for the mail server',
    )
    // The text may contain a code, so it is removed from a letter that will never be sent.
    await db
      .updateTable('mail_outbox')
      .set(isOver ? { ...failure, failed_at: now, text: '' } : failure)
      .where('id', '=', id)
      .execute()
  }

  // Decided when the letter is sent: while it waited, the person may have changed their address or been disabled, or a
  // code may have expired.
  const whereTo = async ({ recipient, user_id, good_until }: Claimed): Promise<string | null> => {
    if (good_until !== null && Number(good_until) <= clock()) return null
    return user_id === null ? recipient : addressOf(user_id)
  }

  const deliver = async (transport: Transporter, letter: Claimed): Promise<void> => {
    const address = sent.has(letter.id) ? null : await whereTo(letter)
    if (address !== null) {
      try {
        await transport.sendMail({
          from: mailFrom,
          // Passed as an object, so that a comma in an address does not make two recipients.
          to: { name: '', address },
          subject: letter.subject,
          text: letter.text,
          messageId: letter.message_id,
          headers: { 'Auto-Submitted': 'auto-generated', ...oneClick(letter.unsubscribe) },
          disableFileAccess: true,
          disableUrlAccess: true,
          // Each silence is bounded by the transport; this bounds a server that answers a byte at a time.
          signal: AbortSignal.timeout(TOTAL_TIMES * timeoutMs),
        })
      } catch (error) {
        await postpone(letter, error)
        return
      }
      sent.add(letter.id)
    }
    await db.deleteFrom('mail_outbox').where('id', '=', letter.id).execute()
    sent.delete(letter.id)
  }

  return async (now, turn) => {
    await db
      .deleteFrom('mail_outbox')
      .where('failed_at', '<', now - KEEP_FAILED_MS)
      .execute()
    lookedForCodes = performance.now() - CODES_MS
    const first = await claim()
    if (first === undefined) return
    const transport = createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: AT_ONCE,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: SILENT_TIMES * timeoutMs,
      dnsTimeout: timeoutMs,
    })
    const untilEmpty = async (given?: Claimed): Promise<void> => {
      for (let letter = given ?? (await claim()); letter !== undefined; letter = await claim()) {
        await turn.check()
        await deliver(transport, letter)
      }
    }
    try {
      await Promise.all([untilEmpty(first), ...Array.from({ length: AT_ONCE - 1 }, () => untilEmpty())])
    } finally {
      transport.close()
    }
  }
}
