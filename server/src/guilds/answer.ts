import { fail } from '@tongchuang/contract/errors.ts'
import { holdMayTeach } from '../accounts/staff-store.ts'
import type { Db } from '../db/schema.ts'
import type { Events } from '../events.ts'
import { closeAbout } from '../messages/store.ts'
import { closeInvitation, findOwnInvitation, type Invitation } from './answer-store.ts'
import { lockGuild } from './lock-store.ts'
import { putStaff } from './people-store.ts'
import { aboutJoining } from './rules.ts'
import { admitMember, findMembership, makeOwn } from './store.ts'

type Publisher = Pick<Events, 'publish'>
type Given = { id: number; accept: boolean; user_id: number; now: number }

/** Gives the accepting user the part they were invited for. A teacher of the guild stays a teacher. */
const comeIn = async (
  db: Db,
  events: Publisher,
  { guild_id, role, ...invitation }: Invitation,
  user_id: number,
  now: number,
): Promise<void> => {
  if (role === 'student') {
    // A user whom staff put there meanwhile has agreed now.
    if (!(await admitMember(db, events, { guild_id, user_id, origin: 'own', now })))
      await makeOwn(db, guild_id, user_id)
  } else {
    if (role === 'teacher' && !(await holdMayTeach(db, user_id))) throw fail('ROLE')
    const { title, can_review, can_moderate, can_admit, can_see_grades } = invitation
    const switches = { can_review, can_moderate, can_admit, can_see_grades }
    const before = await findMembership(db, guild_id, user_id)
    if (before?.status !== 'member' || before.role !== 'teacher')
      await putStaff(db, events, { guild_id, user_id, role, title, ...switches, now })
  }
  await closeAbout(db, aboutJoining(guild_id, user_id))
}

/**
 * Answers an invitation of the user, in the caller's transaction. Repeating the same answer changes nothing; a
 * different one is refused with INVITATION, as is an invitation whose inviter no longer leads the guild. Accepting
 * refuses with ARCHIVED, FULL and ROLE too.
 */
export const answerInvitation = async (db: Db, events: Publisher, { id, accept, user_id, now }: Given) => {
  const found = await findOwnInvitation(db, id, user_id)
  if (!found) throw fail('NOT_FOUND')
  const status = accept ? 'accepted' : 'declined'
  const answered = { id, guild_id: found.guild_id, name: found.name, role: found.role, status } as const
  if (found.status === 'waiting' && accept) {
    if (found.guild_status === 'archived') throw fail('ARCHIVED')
    if (!found.stands) throw fail('INVITATION')
    // The guild is locked before the invitation, as in every function that adds or invites people.
    await lockGuild(db, found.guild_id)
  }
  if (await closeInvitation(db, id, status, now)) {
    if (accept) await comeIn(db, events, found, user_id, now)
    return answered
  }
  if ((await findOwnInvitation(db, id, user_id))?.status !== status) throw fail('INVITATION')
  return answered
}
