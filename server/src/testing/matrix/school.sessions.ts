import { aSession } from '../../accounts/factory.ts'
import type { Db } from '../../db/schema.ts'
import { hashToken, type Audience } from '../../http/session.ts'
import { firstBell } from '../test-app.ts'
import { staff, students, type Actor } from './actors.ts'
import type { People } from './world.people.ts'

const now = firstBell

/** One more session of a person; answers its id. */
export const sessionOf = async (db: Db, people: People, name: 'owner' | 'teacher'): Promise<number> => {
  await aSession(db, people[name], { ...(name === 'teacher' && { audience: 'admin', role: 'teacher' }), now })
  return (
    await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', people[name].id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id
}

/** Adds a session for each actor; returns the tokens by actor. */
export const tokensOf = async (db: Db, people: People): Promise<Record<Actor, string>> => {
  const tokens = {} as Record<Actor, string>
  for (const name of students) tokens[name] = await aSession(db, people[name], { now })
  const roleOf = {
    teacher: 'teacher',
    other: 'teacher',
    assistant: 'assistant',
    helper: 'assistant',
    admin: 'admin',
  } as const
  for (const name of staff)
    tokens[name] = await aSession(db, people[name], { audience: 'admin', role: roleOf[name], now })
  return tokens
}

/** Tokens without a valid session on the student site or the admin site, each for a different reason. */
export const endedOf = async (
  db: Db,
  site: Audience,
  { people, tokens, disabled }: { people: People; tokens: Record<Actor, string>; disabled: { id: number } },
) => {
  const who = site === 'admin' ? people.teacher : people.owner
  const how = site === 'admin' ? { audience: site, role: 'teacher' as const } : {}
  const loggedOut = await aSession(db, who, { ...how, now })
  await db
    .updateTable('sessions')
    .set({ ended_at: now, ended_reason: 'logout' })
    .where('token_hash', '=', hashToken(loggedOut))
    .execute()
  const expired = await aSession(db, who, { ...how, now: now - 25 * 3_600_000 })
  return {
    anonymous: undefined,
    garbage: 'no-session-has-this-token',
    expired,
    loggedOut,
    disabled: await aSession(db, disabled, { ...how, now }),
    'of the other site': site === 'admin' ? tokens.owner : tokens.teacher,
  }
}
