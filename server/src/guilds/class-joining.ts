import { fail } from '@tongchuang/contract/errors.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import type { Db } from '../db/schema.ts'
import { invalid } from '../http/problem.ts'
import { keepJoining } from './class-joining-store.ts'
import { notify } from '../messages/store.ts'
import { countOutcomes, outcomeOf, type Outcome } from './class-rules.ts'
import { classmatesOf, leadsGuild, type WhichClass } from './class-store.ts'
import { inviteAllToGuild } from './invitations-store.ts'
import { lockGuild } from './lock-store.ts'
import type { Actor } from './power-rules.ts'
import { answerRequests } from './requests-store.ts'
import { admitMembers, asStudent, guildName, type Publisher } from './store.ts'

/** The most students of one class that can be brought in at once. */
const mostAtOnce = 1_000

export type Joining = { guild_id: number; which: WhichClass; viewer: Actor; now: number }

/**
 * The students of a class with the outcome for each; `NOT_FOUND` for the class of a guild that the viewer does not
 * lead.
 */
const judgeClass = async (
  db: Db,
  { guild_id, which, viewer, now }: Joining,
): Promise<{ user_id: number; outcome: Outcome }[]> => {
  if ('from_guild_id' in which) {
    if (which.from_guild_id === guild_id)
      throw invalid('from_guild_id', '这就是要加入的公会，请选别的班', 'This is the guild itself; choose another class')
    if (!(await leadsGuild(db, viewer, which.from_guild_id))) throw fail('NOT_FOUND')
  }
  const people = await classmatesOf(db, viewer, { which, guild_id, now, most: mostAtOnce + 1 })
  if (people.length > mostAtOnce)
    throw invalid(
      'from_guild_id' in which ? 'from_guild_id' : 'class_name',
      `一次最多加${mostAtOnce}人，人更多时请导入名单`,
      `At most ${mostAtOnce} students come at once; import a list for more`,
    )
  return people.map(({ user_id, ...person }) => ({ user_id, outcome: outcomeOf(person, viewer) }))
}

/** Counts of the outcomes that bringing a class into a guild would have. */
export const previewClass = async (db: Db, joining: Joining): Promise<Record<Outcome, number>> =>
  countOutcomes((await judgeClass(db, joining)).map(({ outcome }) => outcome))

/**
 * Brings a class into a guild and tells its students; returns counts of the outcomes. A simultaneous repeat waits and
 * finds everybody there. Refuses with FULL and INVITATIONS. Call it in a transaction.
 */
export const joinClass = async (db: Db, events: Publisher, joining: Joining): Promise<Record<Outcome, number>> => {
  const { guild_id, viewer, now } = joining
  await lockGuild(db, guild_id)
  const people = await judgeClass(db, joining)
  const those = (wanted: Outcome) => people.filter(({ outcome }) => outcome === wanted).map(({ user_id }) => user_id)
  const requested = those('requested')
  const answered =
    requested.length === 0 ? [] : await answerRequests(db, events, { guild_id, user_ids: requested, admit: true, now })
  const admitted = await admitMembers(db, events, { guild_id, user_ids: those('joins'), origin: 'school', now })
  const data = { guild: await guildName(db, guild_id), admitted: true }
  const link = paths.guild({ id: guild_id })
  await notify(db, { user_id: [...answered, ...admitted], type: 'notice', kind: 'join.answered', data, link, now })
  const invited = await inviteAllToGuild(db, {
    guild_id,
    people: those('invited').map((user_id) => ({ user_id })),
    ...asStudent,
    invited_by: viewer.user_id,
    now,
  })
  await keepJoining(
    db,
    { guild_id, which: joining.which, by: viewer.user_id, now },
    { joined: admitted, invited, requested: answered },
  )
  return {
    ...countOutcomes(people.map(({ outcome }) => outcome)),
    joins: admitted.length,
    invited: invited.length,
    requested: answered.length,
  }
}
