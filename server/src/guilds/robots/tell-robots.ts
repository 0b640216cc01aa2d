import type { RobotEvent } from '@tongchuang/contract/robots.admin.ts'
import type { Db } from '../../db/schema.ts'
import { dropAbout, keepDeliveries, robotsSpeakingOf } from './delivery-store.ts'
import type { Said } from './text-rules.ts'

/** How long results of a task are collected into one message. */
const collectMs = 10 * 60_000
/** What could not be said for this long is out of date. */
export const staleMs = 36 * 3_600_000

type Told = { guild_id: number; about: string; said: Said; now: number }

/**
 * Stores something for the robots of a guild to say, in the caller's transaction: it is told if and only if that
 * commits. `key` distinguishes it from everything else about the same thing.
 */
export const tellRobots = async (
  db: Db,
  { guild_id, about, said, now, event, key }: Told & { event: RobotEvent; key: string },
): Promise<void> => {
  const robots = await robotsSpeakingOf(db, guild_id, event)
  const row = { event_key: `${event}:${about}:${key}`, about, event, count: 1, data: JSON.stringify(said) }
  await keepDeliveries(db, robots, { ...row, not_before: now, not_after: now + staleMs, created_at: now }, 'stays')
}

/** Tells robots that results of a task were released; those of ten minutes are one message. */
export const tellReleased = async (
  db: Db,
  { guild_id, about, said, now, count }: Told & { count: number },
): Promise<void> => {
  if (count === 0) return
  let robots = await robotsSpeakingOf(db, guild_id, 'released')
  // A message already on its way cannot be extended: the results go into the next one.
  for (let part = Math.floor(now / collectMs); robots.length > 0; part += 1) {
    const row = { event_key: `released:${about}:${part}`, about, event: 'released' as const, count }
    const not_before = (part + 1) * collectMs
    const dates = { not_before, not_after: not_before + staleMs, created_at: now }
    const kept = await keepDeliveries(db, robots, { ...row, ...dates, data: JSON.stringify(said) }, 'counts')
    robots = robots.filter((id) => !kept.includes(id))
  }
}

/** Tells robots that a task is due soon, or updates how many are missing; drops the delivery where nobody is. */
export const tellDueSoon = async (
  db: Db,
  { guild_id, about, said, now }: Told & { said: Said & { due_at: number; missing: number } },
): Promise<void> => {
  if (said.missing === 0) return dropAbout(db, about, now, 'due_soon')
  const robots = await robotsSpeakingOf(db, guild_id, 'due_soon')
  const row = { event_key: `due_soon:${about}:${said.due_at}`, about, event: 'due_soon' as const, count: 1 }
  const dates = { not_before: now, not_after: said.due_at, created_at: now }
  await keepDeliveries(db, robots, { ...row, ...dates, data: JSON.stringify(said) }, 'renews')
}

/** Drops waiting deliveries about a thing that no longer exists. */
export const untellRobots = (db: Db, about: string, now: number): Promise<void> => dropAbout(db, about, now)
