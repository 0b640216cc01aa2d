import type { Actor } from './power-rules.ts'
import type { MemberStatus } from './store.ts'

/** A student of a class: their status in the target guild, and whether they may be invited now. */
export type Classmate = { status: MemberStatus | null; can_be_asked: boolean }

export type Outcome = 'joins' | 'invited' | 'requested' | 'in_already' | 'left_alone'

/**
 * The outcome for one student of bringing a class into a guild: an administrator puts them there, a teacher invites
 * them; both admit those who asked to join.
 */
export const outcomeOf = ({ status, can_be_asked }: Classmate, { is_admin }: Pick<Actor, 'is_admin'>): Outcome => {
  if (status === 'member') return 'in_already'
  if (status === 'pending') return 'requested'
  if (is_admin) return 'joins'
  return can_be_asked ? 'invited' : 'left_alone'
}

/** Counts of a class by outcome. */
export const countOutcomes = (outcomes: readonly Outcome[]): Record<Outcome, number> => {
  const counts = { joins: 0, invited: 0, requested: 0, in_already: 0, left_alone: 0 }
  for (const outcome of outcomes) counts[outcome] += 1
  return counts
}
