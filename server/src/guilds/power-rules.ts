import type { GuildMemberTable } from './tables.ts'

/** The member of staff who acts; `is_admin`: in the role of an administrator. */
export type Actor = { user_id: number; is_admin: boolean }

export const actorOf = ({ user_id, roles }: { user_id: number; roles: readonly string[] }): Actor => ({
  user_id,
  is_admin: roles.includes('admin'),
})

/** The origin of a membership that the member did not ask for: an administrator acts for the school. */
export const originOfAct = ({ is_admin }: Pick<Actor, 'is_admin'>): 'school' | 'staff' =>
  is_admin ? 'school' : 'staff'

type Past = { status: GuildMemberTable['status']; joined_at: number | null }

/**
 * How a former student comes back: staff undo their own removal, and those who left are invited. Null for members;
 * `absent` for those who never were.
 */
export const wayBack = (past: Past | undefined): 'restored' | 'invited' | 'absent' | null => {
  if (!past || past.joined_at === null) return 'absent'
  if (past.status === 'member') return null
  return past.status === 'removed' ? 'restored' : 'invited'
}

/**
 * A candidate for the staff of a guild: whether they have a role of the staff anywhere, and their present part in this
 * guild.
 */
type Candidate = { is_staff: boolean; part: GuildMemberTable['role'] | null }

/**
 * How a candidate joins the staff of a guild: an administrator puts them there; a teacher invites them, and directly
 * changes only those who are staff of it already. Candidates she has no way to know are absent.
 */
export const appointment = (
  { is_admin }: Pick<Actor, 'is_admin'>,
  { is_staff, part }: Candidate,
): 'put' | 'invited' | 'absent' => {
  if (is_admin || (part !== null && part !== 'student')) return 'put'
  return is_staff || part !== null ? 'invited' : 'absent'
}

/**
 * The candidate meant by a typed text, among the matching ones, the number first. `two`: it may mean somebody other
 * than the one with that number, and has to be typed otherwise, even where that one's account is closed or out of
 * reach.
 */
export const whoIsMeant = <C extends Candidate & { is_open: boolean }>(
  actor: Pick<Actor, 'is_admin'>,
  people: readonly C[],
): C | 'two' | undefined => {
  const known = people.filter((person) => person.is_open && appointment(actor, person) !== 'absent')
  const [first, another] = known
  return another || (first && first !== people[0]) ? 'two' : first
}
