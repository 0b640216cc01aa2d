import { adminPaths } from '@tongchuang/contract/paths.ts'
import type { App } from '../app-services.ts'
import { findAccount } from '../accounts/store.ts'
import type { Db } from '../db/schema.ts'
import { closeAbout, notify } from '../messages/store.ts'
import { whoWaits } from './requests-store.ts'
import { aboutJoining } from './rules.ts'
import { staffToTell } from './scope-store.ts'
import { isArchived } from './status-store.ts'
import { guildName } from './store.ts'

type Asked = { user_id: number; message: string }

/** Tells the staff of a guild that somebody asks to come in. */
export const tellOfJoining = async (
  db: Db,
  guild: { id: number; name: string },
  { user_id, message }: Asked,
  now: number,
): Promise<void> => {
  const student = await findAccount(db, user_id)
  await notify(db, {
    user_id: await staffToTell(db, guild.id, 'can_admit'),
    type: 'todo',
    kind: 'join.asked',
    data: { guild: guild.name, student: student?.nickname ?? '', message },
    link: adminPaths.guild(guild.id, 'requests'),
    about: aboutJoining(guild.id, user_id),
    guild_id: guild.id,
    now,
  })
}

// The maximum number of values in one list of a statement.
const atOnce = 500

/**
 * Closes the messages to staff about requests to join a guild, because nobody can join while it is archived; writes
 * them again when it is active.
 */
const followGuild = async (db: Db, guild_id: number, now: number): Promise<void> => {
  const waiting = await whoWaits(db, guild_id)
  for (let at = 0; at < waiting.length; at += atOnce)
    await closeAbout(
      db,
      waiting.slice(at, at + atOnce).map(({ user_id }) => aboutJoining(guild_id, user_id)),
    )
  if (await isArchived(db, guild_id)) return
  const guild = { id: guild_id, name: await guildName(db, guild_id) }
  for (const asked of waiting) await tellOfJoining(db, guild, asked, now)
}

/** Handles the events of guilds that are archived or become active again. */
export const registerJoinAsked = ({ events }: App): void =>
  events.onAny('guild.put_away', (db, { guild_id }, now) => followGuild(db, guild_id, now))
