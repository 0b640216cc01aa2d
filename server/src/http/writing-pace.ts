import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import type { Limits } from './rate-limit.ts'

/** What a student writes to others. */
const writing = [
  { seconds: 60, times: 5 },
  { seconds: 3_600, times: 20 },
] as const

/**
 * Acts that can be repeated and undone without end and leave a row each time: a version, a row of history, an earlier
 * text. Nobody needs them as often, and nothing is lost by waiting.
 */
const goingBack = [
  { seconds: 3_600, times: 30 },
  { seconds: 86_400, times: 100 },
] as const

const paces = {
  discuss: writing,
  note: writing,
  reply: writing,
  edit: goingBack,
  feedback: goingBack,
  withdraw: goingBack,
  abort: goingBack,
  leave: goingBack,
} as const

/** Seconds until a pace's current window ends. */
export const secondsLeft = (now: number, seconds: number): number =>
  Math.max(1, Math.ceil(seconds - ((now / 1000) % seconds)))

/**
 * Counts an act of a kind for a user; refuses with TOO_FAST beyond the pace. Concurrent acts of the same user wait for
 * each other here.
 */
export const keepPace = async (
  { limits, db }: { limits: Pick<Limits, 'hit'>; db: Db },
  kind: keyof typeof paces,
  { user_id, now }: { user_id: number; now: number },
): Promise<void> => {
  for (const { seconds, times } of paces[kind]) {
    if ((await limits.hit(db, `${kind}:${seconds}:${user_id}`, seconds, now)) > times)
      throw fail('TOO_FAST', { seconds: secondsLeft(now, seconds) })
  }
}
