import type { GuildMemberTable } from './tables.ts'

/** Whoever of the staff acts; `is_admin`: in the role of an administrator. */
export type Actor = { user_id: number; is_admin: boolean }

export const actorOf = ({ user_id, roles }: { user_id: number; roles: readonly string[] }): Actor => ({
  user_id,
  is_admin: roles.includes('admin'),
})

/** How somebody is put into a guild who did nothing for it: an administrator acts for the school. */
export const originOfAct = ({ is_admin }: Pick<Actor, 'is_admin'>): 'school' | 'staff' =>
  is_admin ? 'school' : 'staff'

type Past = { status: GuildMemberTable['status']; joined_at: number | null }

/**
 * What letting somebody back in comes to: staff take back their own removal, and whoever left is asked. Null for who is in;
 * `absent` for who never was.
 */
export const wayBack = (past: Past | undefined): 'restored' | 'invited' | 'absent' | null => {
  if (!past || past.joined_at === null) return 'absent'
  if (past.status === 'member') return null
  return past.status === 'removed' ? 'restored' : 'invited'
}

/** Somebody who is to be staff of a guild: whether they have a role of the staff anywhere, and their part in this guild now. */
type Candidate = { is_staff: boolean; part: GuildMemberTable['role'] | null }

/**
 * How somebody comes among the staff of a guild: an administrator puts them there, a teacher asks them, and changes only
 * what somebody of its staff may do. Whom she has no way to know is absent.
 */
export const appointment = (
  { is_admin }: Pick<Actor, 'is_admin'>,
  { is_staff, part }: Candidate,
): 'put' | 'invited' | 'absent' => {
  if (is_admin || (part !== null && part !== 'student')) return 'put'
  return is_staff || part !== null ? 'invited' : 'absent'
}

/**
 * Whom a text means that was typed for somebody who is to be staff, of those it fits, the number first. `two`: it may be another
 * than the one with that number, who has to be asked for otherwise, also where that one's account is closed or out of reach.
 */
export const whoIsMeant = <C extends Candidate & { is_open: boolean }>(
  actor: Pick<Actor, 'is_admin'>,
  people: readonly C[],
): C | 'two' | undefined => {
  const known = people.filter((person) => person.is_open && appointment(actor, person) !== 'absent')
  const [first, another] = known
  return another || (first && first !== people[0]) ? 'two' : first
}
