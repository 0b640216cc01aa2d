import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import type { Db } from '../db/schema.ts'
import { findJoining, idleOf, markUndone, unansweredOf, undoClassMs } from '../guilds/class-joining-store.ts'
import { withdrawInvitations } from '../guilds/invitations-store.ts'
import { endMemberships } from '../guilds/store.ts'
import { whoHasWorked } from './known-store.ts'

type Which = { guild_id: number; id: number; now: number }

const judge = async (db: Db, { guild_id, id, now }: Which) => {
  const joining = orNotFound(await findJoining(db, guild_id, id))
  if (now - joining.created_at >= undoClassMs) throw fail('TOO_LATE')
  const of = { id, guild_id, created_at: joining.created_at }
  const isOver = joining.undone_at !== null
  const idle = isOver ? [] : await idleOf(db, of)
  const busy = await whoHasWorked(db, guild_id, idle)
  const leave = idle.filter((user_id) => !busy.has(user_id))
  const withdrawn = isOver ? [] : await unansweredOf(db, of)
  const stay = isOver ? 0 : Number(joining.people) - leave.length - withdrawn.length
  return { isOver, leave, withdrawn, counts: { leave: leave.length, withdrawn: withdrawn.length, stay } }
}

/** The counts of removing a class from a guild again, without doing it. */
export const previewUndo = async (db: Db, which: Which) => (await judge(db, which)).counts

/**
 * Removes a class from a guild again. A concurrent repeated press finds nothing left to do: call it in a transaction
 * that holds the guild.
 */
export const undoClass = async (db: Db, events: App['events'], which: Which) => {
  const { guild_id, id, now } = which
  const { isOver, leave, withdrawn, counts } = await judge(db, which)
  if (isOver || !(await markUndone(db, id, now))) return counts
  // The origin records that staff ended it: nobody can bring these students back without asking them.
  await endMemberships(db, events, { guild_id, user_ids: leave, status: 'left', origin: 'staff' })
  if (withdrawn.length > 0) await withdrawInvitations(db, { guild_id, user_ids: withdrawn, now })
  return counts
}
