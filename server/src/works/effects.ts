import { adminPaths, paths } from '@tongchuang/contract/paths.ts'
import type { Db } from '../db/schema.ts'
import { staffToTell } from '../guilds/scope-store.ts'
import { guildName } from '../guilds/store.ts'
import { earn, reverse } from '../ledger/store.ts'
import { closeAbout, notify, renewTodo } from '../messages/store.ts'
import { removeLeading } from '../messages/quotes-store.ts'
import { holdAbout } from '../messages/todo-store.ts'
import { lockVersion, setVisibility } from '../submissions/visibility-store.ts'
import { readSetting } from '../settings.ts'
import { withdrawCertificate } from './certificate-store.ts'
import { aboutPick, aboutShares } from './rules.ts'
import { waitingShares } from './staff-store.ts'
import { findPick } from './store.ts'

/**
 * Shows a work as excellent once its pick is agreed and its result is released; only once, with its experience and a
 * message.
 */
export const featurePicked = async (db: Db, submission_id: number, now: number): Promise<void> => {
  const pick = await findPick(db, submission_id)
  if (pick?.status !== 'agreed') return
  const zone = await readSetting(db, 'timezone')
  const version = await lockVersion(db, submission_id)
  if (!version) return
  await setVisibility(db, submission_id, { featured: true, featured_reason: pick.reason })
  if (version.featured) return
  const { user_id, guild_id, title } = version
  await earn(db, {
    user_id,
    kind: 'featured',
    source_type: 'submission',
    source_id: submission_id,
    guild_id,
    now,
    zone,
  })
  await notify(db, {
    user_id,
    type: 'notice',
    kind: 'work.picked',
    data: { work: title, reason: pick.reason },
    link: paths.work(submission_id),
    now,
  })
}

/**
 * Stops showing a work as excellent: reverses its experience, withdraws its certificate and removes the message to its
 * author. The caller has locked the work.
 */
export const unfeature = async (
  db: Db,
  work: { id: number; user_id: number; guild_id: number; featured: boolean },
  now: number,
): Promise<void> => {
  if (!work.featured) return
  await setVisibility(db, work.id, { featured: false, featured_reason: '' })
  await withdrawCertificate(db, work.id, now)
  await removeLeading(db, ['work.picked'], [work.user_id], [paths.work(work.id)])
  await reverse(db, {
    user_id: work.user_id,
    kind: 'featured',
    source_type: 'submission',
    source_id: work.id,
    guild_id: work.guild_id,
    now,
    zone: await readSetting(db, 'timezone'),
  })
}

/** Tells the teachers of a guild what an assistant picked. */
export const tellOfPick = async (
  db: Db,
  pick: { submission_id: number; title: string; guild_id: number; by: string },
  now: number,
): Promise<void> => {
  const { submission_id, title, guild_id, by } = pick
  await renewTodo(db, {
    user_id: await staffToTell(db, guild_id, null),
    kind: 'work.pick_proposed',
    data: { work: title, assistant: by },
    link: adminPaths.moderation('works', guild_id),
    about: aboutPick(submission_id),
    guild_id,
    now,
  })
}

/** Notifies the staff of a guild of the number of shares waiting for them, or removes the message where none waits. */
export const tellOfShares = async (db: Db, guild_id: number, now: number): Promise<void> => {
  const about = aboutShares(guild_id)
  await holdAbout(db, about)
  const count = await waitingShares(db, guild_id)
  if (count === 0) return closeAbout(db, about)
  const user_id = await staffToTell(db, guild_id, 'can_moderate')
  await renewTodo(db, {
    user_id,
    kind: 'work.share_asked',
    data: { guild: await guildName(db, guild_id), count },
    link: adminPaths.moderation('works', guild_id),
    about,
    guild_id,
    now,
  })
}
