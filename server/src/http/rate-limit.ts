import type { Limit } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'

/** Which of the counts of a limit are exact across all processes. */
type Exact = 'none' | 'person' | 'both'

type Allowance = { seconds: number; person: number; address: number; exact: Exact }

/**
 * What a person and an address may do. An address is often a whole school: 60 students who all log in within a minute
 * are one lesson, not an attack. Codes and invite codes have small allowances, because they could be guessed. Exact
 * counts are made in the database at once, the others reach it within a second (docs/decisions/003-limits.md).
 */
export const allowances: Readonly<Record<Limit, Allowance>> = {
  read: { seconds: 60, person: 600, address: 18_000, exact: 'none' },
  write: { seconds: 60, person: 240, address: 7_200, exact: 'none' },
  like: { seconds: 60, person: 60, address: 3_600, exact: 'person' },
  upload: { seconds: 60, person: 600, address: 12_000, exact: 'none' },
  login: { seconds: 60, person: 20, address: 300, exact: 'both' },
  // A call with a name and a password: the tries are counted as `login`, once it is known whose browser makes them.
  password: { seconds: 60, person: 600, address: 18_000, exact: 'none' },
  register: { seconds: 3600, person: 300, address: 300, exact: 'both' },
  code: { seconds: 3600, person: 100, address: 100, exact: 'both' },
  invite: { seconds: 60, person: 10, address: 10, exact: 'both' },
}

// The longest window is a day, and may have begun by the clock of another machine.
const sweptAfterMs = 25 * 3600_000

/** The person and address a call is counted for. */
export type Spender = { readonly user_id: number | null; readonly address: string; readonly now: number }

/** Limits every process of the product shares. */
export type Limits = {
  /**
   * Counts one call for the person and the address; refuses with TOO_FAST beyond the allowance. For an address, callers
   * without a session are counted separately from the others.
   */
  spend: (limit: Limit, spender: Spender) => Promise<void>
  /** Increments the count of any key directly in the database and returns the count of the current window. */
  hit: (db: Db, key: string, seconds: number, now: number) => Promise<number>
  /** Writes the local counts to the database and reads those of other processes. */
  flush: () => Promise<void>
  /** Removes expired windows. */
  sweep: (now: number) => Promise<void>
}

type Counter = { key: string; window: number; ends: number; max: number; shared: number; pending: number }

const windowOf = (now: number, seconds: number): number => now - (now % (seconds * 1000))

/** IPv6 hands a household 2^64 addresses: they count as one. */
export const addressKey = (address: string): string => {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const groups =
    tail === undefined
      ? before
      : [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

// Enough for every student of a large school; beyond it somebody is inventing addresses and the oldest are forgotten.
const maxCounters = 100_000

const tooFast = (ends: number, now: number) =>
  fail('TOO_FAST', { seconds: Math.max(1, Math.ceil((ends - now) / 1000)) })

const add = async (db: Db, rows: readonly { key: string; window_start: number; count: number }[]) =>
  db
    .insertInto('limits')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((eb) => ({ count: eb('limits.count', '+', eb.ref('excluded.count')) })),
    )
    .returning(['key', 'window_start', 'count'])
    .execute()

/** Limits over the table `limits`. */
export const createLimits = (db: Db, table: Readonly<Record<Limit, Allowance>> = allowances): Limits => {
  const counters = new Map<string, Counter>()

  const counterFor = (key: string, seconds: number, max: number, now: number): Counter => {
    const window = windowOf(now, seconds)
    const known = counters.get(key)
    if (known && known.window === window) return known
    counters.delete(key)
    const oldest = counters.size >= maxCounters ? counters.keys().next() : null
    if (oldest && !oldest.done) counters.delete(oldest.value)
    const counter = { key, window, ends: window + seconds * 1000, max, shared: 0, pending: 0 }
    counters.set(key, counter)
    return counter
  }

  const hit: Limits['hit'] = async (db, key, seconds, now) => {
    const [row] = await add(db, [{ key, window_start: windowOf(now, seconds), count: 1 }])
    return row?.count ?? 0
  }

  const spendExact = async (key: string, { seconds }: Allowance, max: number, now: number) => {
    const counter = counterFor(key, seconds, max, now)
    // Once a window is full nothing is written for it any more: refusing stays cheap.
    if (counter.shared < max) counter.shared = await hit(db, key, seconds, now)
    else counter.shared = max + 1
    if (counter.shared > max) throw tooFast(counter.ends, now)
  }

  const spendLocal = (key: string, { seconds }: Allowance, max: number, now: number) => {
    const counter = counterFor(key, seconds, max, now)
    if (counter.shared + counter.pending >= max) throw tooFast(counter.ends, now)
    counter.pending += 1
  }

  return {
    hit,
    spend: async (limit, { user_id, address, now }) => {
      const allowance = table[limit]
      const ofAddress = allowance.exact === 'both' ? spendExact : spendLocal
      const ofPerson = allowance.exact === 'none' ? spendLocal : spendExact
      // The person is counted first: a refused person uses up nothing of the others at the same address, and neither
      // does a caller without a session.
      if (user_id !== null) await ofPerson(`${limit}:p:${user_id}`, allowance, allowance.person, now)
      const whose = user_id === null ? 'a' : 's'
      await ofAddress(`${limit}:${whose}:${addressKey(address)}`, allowance, allowance.address, now)
    },
    flush: async () => {
      // Only counts that may matter to another process are written: a quiet school writes nothing.
      const due = [...counters.values()]
        .filter(({ pending, shared, max }) => pending > 0 && (shared + pending) * 10 >= max)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
      for (let at = 0; at < due.length; at += 200) {
        const batch = due.slice(at, at + 200).map((counter) => ({ counter, sent: counter.pending }))
        const rows = await add(
          db,
          batch.map(({ counter, sent }) => ({ key: counter.key, window_start: counter.window, count: sent })),
        )
        const totals = new Map(rows.map((row) => [row.key, row.count]))
        for (const { counter, sent } of batch) {
          counter.pending -= sent
          counter.shared = totals.get(counter.key) ?? counter.shared + sent
        }
      }
    },
    sweep: async (now) => {
      for (const [key, { ends }] of counters) if (ends <= now) counters.delete(key)
      await db
        .deleteFrom('limits')
        .where('window_start', '<', now - sweptAfterMs)
        .execute()
    },
  }
}
