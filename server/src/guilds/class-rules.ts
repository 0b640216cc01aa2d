import type { Actor } from './power-rules.ts'
import type { MemberStatus } from './store.ts'

/** Somebody of a class: what they are to the guild it is to come into, and whether they may be asked now. */
export type Classmate = { status: MemberStatus | null; can_be_asked: boolean }

export type Outcome = 'joins' | 'invited' | 'requested' | 'in_already' | 'left_alone'

/**
 * What bringing their class into a guild comes to for somebody: the school puts them there, a teacher asks them; who
 * asked to come in is let in by both.
 */
export const outcomeOf = ({ status, can_be_asked }: Classmate, { is_admin }: Pick<Actor, 'is_admin'>): Outcome => {
  if (status === 'member') return 'in_already'
  if (status === 'pending') return 'requested'
  if (is_admin) return 'joins'
  return can_be_asked ? 'invited' : 'left_alone'
}

/** How many of a class come to what. */
export const countOutcomes = (outcomes: readonly Outcome[]): Record<Outcome, number> => {
  const counts = { joins: 0, invited: 0, requested: 0, in_already: 0, left_alone: 0 }
  for (const outcome of outcomes) counts[outcome] += 1
  return counts
}
