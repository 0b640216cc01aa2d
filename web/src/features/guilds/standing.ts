import type { GuildCard } from '@tongchuang/contract/catalog.ts'

/** A student's standing to a guild, which decides the button to show. */
export type Standing = 'member' | 'staff' | 'pending' | 'full' | 'closed' | 'open' | 'approval' | 'code'

/** A closed guild admits nobody, a full one nobody more; else its policy decides. */
export const standingTo = (
  guild: Pick<GuildCard, 'my_status' | 'my_role' | 'join_policy' | 'capacity' | 'member_count'>,
): Standing => {
  if (guild.my_status === 'member') return guild.my_role === null || guild.my_role === 'student' ? 'member' : 'staff'
  if (guild.my_status === 'pending') return 'pending'
  if (guild.join_policy === 'closed') return 'closed'
  if (guild.capacity !== null && guild.member_count >= guild.capacity) return 'full'
  return guild.join_policy
}

/**
 * The guilds with the most urgent first: by earliest deadline, then those with a task without a deadline, then the rest
 * in their given order.
 */
export const byUrgency = (list: readonly GuildCard[]): GuildCard[] => {
  const rank = ({ due_soon }: GuildCard) =>
    due_soon ? (due_soon.due_at ? Date.parse(due_soon.due_at) : Number.MAX_SAFE_INTEGER) : Infinity
  return list.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}
