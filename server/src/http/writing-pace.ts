import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import type { Limits } from './rate-limit.ts'

/** What a student may write to others in how many seconds. */
const paces = [
  { seconds: 60, texts: 5 },
  { seconds: 3600, texts: 20 },
] as const

/** Seconds until a pace's current window ends. */
export const secondsLeft = (now: number, seconds: number): number =>
  Math.max(1, Math.ceil(seconds - ((now / 1000) % seconds)))

/** Counts a text of a kind for its writer and refuses the one too many; whoever writes at once in two tabs waits here. */
export const keepPace = async (
  { limits, db }: { limits: Pick<Limits, 'hit'>; db: Db },
  kind: 'discuss' | 'note' | 'reply',
  { user_id, now }: { user_id: number; now: number },
): Promise<void> => {
  for (const { seconds, texts } of paces) {
    if ((await limits.hit(db, `${kind}:${seconds}:${user_id}`, seconds, now)) > texts)
      throw fail('TOO_FAST', { seconds: secondsLeft(now, seconds) })
  }
}
