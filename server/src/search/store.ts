import { sql, type SqlBool } from 'kysely'
import { contains } from '../db/contains.ts'
import type { Db } from '../db/schema.ts'
import { nicknameTo } from '../guilds/name-store.ts'
import { isPublished } from '../tasks/store.ts'
import { visibleWorks, type Viewer } from '../works/gallery-store.ts'

/** A search; all words have to match. */
export type SearchQuery = {
  user_id: number
  words: readonly string[]
  guild_id: number | null
  after: number | null
  limit: number
}

/**
 * Every word is somewhere in a column, in any case and width; Chinese as it is written, so a single character is found
 * too.
 */
const hasAll = (db: Db, column: string, words: readonly string[]) =>
  sql<SqlBool>`(${sql.join(
    words.map((word) => contains(db, column, word)),
    sql` and `,
  )})`

/** Tasks of the user's guilds, by title, newest first. */
export const findTasks = (db: Db, { user_id, words, guild_id, after, limit }: SearchQuery) => {
  let found = db
    .selectFrom('guild_members as gm')
    .innerJoin('guilds', 'guilds.id', 'gm.guild_id')
    .innerJoin('tasks', 'tasks.guild_id', 'gm.guild_id')
    .select([
      'tasks.id',
      'tasks.title',
      'tasks.guild_id',
      'guilds.name as guild_name',
      'guilds.hue',
      'guilds.glyph',
      'guilds.flag',
    ])
    .where('gm.user_id', '=', user_id)
    .where('gm.status', '=', 'member')
    .where(isPublished(user_id))
    .where(hasAll(db, 'tasks.title', words))
    .orderBy('tasks.id', 'desc')
    .limit(limit)
  if (guild_id !== null) found = found.where('gm.guild_id', '=', guild_id)
  if (after !== null) found = found.where('tasks.id', '<', after)
  return found.execute()
}

/** People who share a guild with the user, by nickname, each once with the first of those guilds. */
export const findPeople = (db: Db, { user_id, words, guild_id, after, limit }: SearchQuery) => {
  let shared = db
    .selectFrom('guild_members as own')
    .innerJoin('guild_members as gm', 'gm.guild_id', 'own.guild_id')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select((eb) => ['gm.user_id', eb.fn.min('gm.guild_id').as('guild_id')])
    .where('own.user_id', '=', user_id)
    .where('own.status', '=', 'member')
    .where('gm.status', '=', 'member')
    .where('users.status', '=', 'normal')
    .where(hasAll(db, 'users.nickname', words))
    .groupBy('gm.user_id')
    .orderBy('gm.user_id')
    .limit(limit)
  if (guild_id !== null) shared = shared.where('own.guild_id', '=', guild_id)
  if (after !== null) shared = shared.where('gm.user_id', '>', after)
  return db
    .selectFrom(shared.as('shared'))
    .innerJoin('users', 'users.id', 'shared.user_id')
    .innerJoin('guilds', 'guilds.id', 'shared.guild_id')
    .select([
      'users.id',
      'users.nickname as title',
      'users.avatar_file_id',
      'users.head',
      'shared.guild_id',
      'guilds.name as guild_name',
      'guilds.hue',
      'guilds.glyph',
      'guilds.flag',
    ])
    .orderBy('users.id')
    .execute()
}

/**
 * The works among these ids that the viewer may see, newest first, optionally of one guild. Authors who hide are not
 * named.
 */
export const worksAmong = async (
  db: Db,
  viewer: Viewer & { working_at: readonly number[] },
  ids: readonly number[],
  guild_id: number | null,
) => {
  if (ids.length === 0) return []
  const some = visibleWorks(db, viewer, viewer.working_at)
    .select([
      'submissions.id',
      'submissions.title',
      'submissions.excerpt',
      'submissions.guild_id',
      'guilds.name as guild_name',
      'guilds.hue',
      'guilds.glyph',
      'guilds.flag',
    ])
    .select(
      sql<string | null>`case when users.ranking_visibility = 'nickname' then ${nicknameTo(viewer.user_id)} end`.as(
        'author',
      ),
    )
    .where('submissions.id', 'in', ids)
    .orderBy('submissions.id', 'desc')
  return (guild_id === null ? some : some.where('submissions.guild_id', '=', guild_id)).execute()
}

/** A work as shown in search results. */
export type FoundWork = Awaited<ReturnType<typeof worksAmong>>[number]
