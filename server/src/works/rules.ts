import type { Selectable } from 'kysely'
import { mayModerate, mayReview, type Staff } from '../guilds/rules.ts'
import type { SubmissionTable } from '../submissions/tables.ts'
import type { WorkPickTable } from './tables.ts'

type Shared = Pick<Selectable<SubmissionTable>, 'share' | 'share_state'>

/**
 * Whether a work that is to be shared shows at once. Where the school wants staff to agree first, sharing for the first
 * time or with more people waits; showing it to fewer does not.
 */
export const shareState = (before: Shared, share: Shared['share'], needsApproval: boolean): Shared['share_state'] => {
  if (!needsApproval || share === 'none') return 'open'
  if (before.share === share) return before.share_state === 'refused' ? 'waiting' : before.share_state
  return before.share === 'site' && before.share_state === 'open' ? 'open' : 'waiting'
}

const reach: Record<Shared['share'], number> = { none: 0, guild: 1, site: 2 }

/** Whether a work would show to people who do not see it now. */
export const isWider = (before: Shared['share'], share: Shared['share']): boolean => reach[share] > reach[before]

/** Which works of a guild a staff member sees: reviewers have read them all; moderators decide about sharing. */
export const staffVisibility = (staff: Staff): 'all' | 'sharing' | 'shown' =>
  mayReview(staff) ? 'all' : mayModerate(staff) ? 'sharing' : 'shown'

/**
 * Whether a staff member may decide about a work. Those who only moderate may decide about passed works that are to be
 * shared, as in the list; reviewers know every work.
 */
export const isInReach = (staff: Staff, work: { passed: boolean; share: Shared['share'] }): boolean =>
  mayReview(staff) || (work.passed && work.share !== 'none')

type Seen = Pick<Selectable<WorkPickTable>, 'status' | 'reason'>

/**
 * Whether the pick of a work is still as the caller saw it. With `seen` null, for no pick, callers may still replace
 * their own pick, and teachers a proposed one.
 */
export const isPickAsSeen = (
  seen: Seen | null,
  pick: (Seen & { picked_by: number }) | undefined,
  { user_id, isTeacher }: { user_id: number; isTeacher: boolean },
): boolean => {
  if (seen) return seen.status === pick?.status && seen.reason === pick.reason
  return !pick || pick.picked_by === user_id || (isTeacher && pick.status === 'proposed')
}

/** The subject of a proposed pick in the message boxes of the teachers. */
export const aboutPick = (submission_id: number): string => `pick:${submission_id}`
/** The subject of a guild's waiting shares in the message boxes of its staff. */
export const aboutShares = (guild_id: number): string => `shares:${guild_id}`
