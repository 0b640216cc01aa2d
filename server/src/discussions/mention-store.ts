import { sql } from 'kysely'
import { fits, patternsOf } from '../db/contains.ts'
import { compiled, type Value } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import type { StoredPost } from './store.ts'

const memberships = (db: Db, guild_id: Value<number>) =>
  db
    .selectFrom('guild_members as gm')
    .select('gm.user_id')
    .where('gm.guild_id', '=', guild_id)
    .where('gm.status', '=', 'member')

const members = (db: Db, guild_id: Value<number>) =>
  memberships(db, guild_id)
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select(['gm.id as member_id', 'users.nickname', 'users.avatar_file_id', 'users.head', 'gm.role'])

export type Mentionable = {
  member_id: number
  user_id: number
  nickname: string
  avatar_file_id: number | null
  head: string
  role: 'student' | 'assistant' | 'teacher'
}

const mentionable = compiled<{ guild_id: number; plain: string; typed: string; but: number }, Mentionable>(
  (db, value) =>
    members(db, value('guild_id'))
      .where('gm.user_id', '<>', value('but'))
      .where((where) => {
        const nickname = sql.ref('users.nickname')
        return where.or([fits(db, nickname, value('plain')), fits(db, nickname, value('typed'))])
      })
      .orderBy(sql`case gm.role when 'teacher' then 0 when 'assistant' then 1 else 2 end`)
      .orderBy('users.nickname')
      .orderBy('gm.id')
      .limit(8),
)

/**
 * Members whose nickname contains a text, except one, staff first, at most eight. The compiled statement starts from
 * the guild, O(its members); planned with the values of each call, PostgreSQL reads all people of a district instead,
 * ten times as long, for each letter typed after an @.
 */
export const listMentionable = (
  db: Db,
  { guild_id, keyword, but }: { guild_id: number; keyword: string; but: number },
): Promise<Mentionable[]> => mentionable(db, { guild_id, ...patternsOf(db, keyword), but })

/** Everybody who is in a guild now. */
export const memberIds = async (db: Db, guild_id: number): Promise<number[]> => {
  const rows = await memberships(db, guild_id).execute()
  return rows.map(({ user_id }) => user_id)
}

/** The members of a guild with these membership ids. */
export const findMembers = async (db: Db, guild_id: number, member_ids: readonly number[]): Promise<Mentionable[]> =>
  member_ids.length === 0 ? [] : members(db, guild_id).where('gm.id', 'in', member_ids).execute()

/** The members a post already mentions who are still in the guild. */
export const mentionedIn = (db: Db, { id, guild_id }: Pick<StoredPost, 'id' | 'guild_id'>): Promise<Mentionable[]> =>
  members(db, guild_id)
    .where('gm.user_id', 'in', db.selectFrom('discussion_mentions').select('user_id').where('discussion_id', '=', id))
    .execute()
