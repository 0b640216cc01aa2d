import { eraseAccount } from '../accounts/erase-store.ts'
import { endFactor } from '../accounts/second-factor.ts'
import { lockAdmins, replaceStaffRoles } from '../accounts/staff-store.ts'
import { rolesOf } from '../accounts/store.ts'
import { eraseAddresses } from '../audit/erase-store.ts'
import { dropLink } from '../calendar/store.ts'
import type { Dialect } from '../db/connection.ts'
import type { Db } from '../db/schema.ts'
import { eraseReports } from '../discussions/erase-store.ts'
import { erasePosts } from '../discussions/erase.ts'
import type { Events } from '../events.ts'
import { eraseFeedback } from '../feedback/erase-store.ts'
import { eraseInvitations, eraseMemberships, holdGuildsOf } from '../guilds/erase-store.ts'
import { dropPosts } from '../guilds/people-store.ts'
import { countRepliesAnew } from '../guilds/reply.ts'
import { aboutJoining } from '../guilds/rules.ts'
import { endMembership } from '../guilds/store.ts'
import { forgetLetters } from '../mail/mail.ts'
import { eraseMessages } from '../messages/settings-store.ts'
import { dropStaffLetters } from '../messages/staff-settings-store.ts'
import { closeAbout } from '../messages/store.ts'
import { eraseMoments } from '../moments/store.ts'
import { eraseIdentities } from '../providers/erase-store.ts'
import { eraseAnswers } from '../reviews/erase-store.ts'
import { eraseRosterRows } from '../roster/erase-store.ts'
import { eraseWords } from '../search-index/erase-store.ts'
import { eraseWork } from '../submissions/erase-store.ts'
import { eraseReasons } from '../tasks/erase-store.ts'
import { eraseCertificates, erasePicks } from '../works/erase-store.ts'
import { eraseQuotes, quotesOf } from './erase-quotes.ts'
import { dropExports, eraseRequests } from './store.ts'

/** Ends all staff work of an erased person: no guilds led or assisted, and no role but 学生. */
const endStaffWork = async (db: Db, user_id: number, now: number): Promise<void> => {
  if ((await rolesOf(db, user_id)).includes('admin')) await lockAdmins(db)
  await holdGuildsOf(db, user_id)
  for (const role of ['teacher', 'assistant'] as const) await dropPosts(db, user_id, role, now)
  await replaceStaffRoles(db, user_id, [])
  await dropStaffLetters(db, user_id)
  await endFactor(db, user_id)
}

/**
 * Removes all personal data every feature keeps about a person, in the caller's transaction; numbers stay. Returns the
 * ZIPs to be removed. Uploaded files are removed by the next sweep of files that nothing refers to.
 */
export const eraseEverything = async (
  db: Db,
  { dialect, events }: { dialect: Dialect; events: Pick<Events, 'publish'> },
  user_id: number,
  now: number,
): Promise<string[]> => {
  const quotes = await quotesOf(db, user_id)
  await endStaffWork(db, user_id, now)
  const { joined, asked, replied } = await eraseMemberships(db, user_id)
  for (const guild_id of joined) await endMembership(db, events, { guild_id, user_id, status: 'left' })
  for (const guild_id of asked) await closeAbout(db, aboutJoining(guild_id, user_id))
  await eraseInvitations(db, user_id)
  await eraseReports(db, user_id)
  await erasePosts(db, user_id, now)
  await eraseFeedback(db, user_id)
  await eraseReasons(db, user_id)
  await erasePicks(db, user_id)
  await eraseCertificates(db, user_id, now)
  await eraseWords(db, dialect, user_id)
  for (const guild_id of await eraseWork(db, user_id)) await events.publish(db, 'shares.changed', { guild_id })
  await eraseAnswers(db, user_id)
  await eraseMessages(db, user_id)
  await forgetLetters(db, user_id)
  await eraseAddresses(db, user_id)
  await eraseMoments(db, user_id)
  await dropLink(db, user_id)
  await eraseIdentities(db, user_id)
  // Before the account is erased, because rows are also found by its number.
  await eraseRosterRows(db, user_id)
  await eraseAccount(db, user_id)
  await eraseRequests(db, user_id)
  await eraseQuotes(db, quotes)
  await countRepliesAnew(db, replied)
  return dropExports(db, user_id)
}
