import { unansweredAtMost } from '@tongchuang/contract/discussions.ts'
import { sql, type Expression, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { compiled, type Value } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import type { DiscussionTable } from './tables.ts'

export type StoredPost = Selectable<DiscussionTable>
export type NewPost = Omit<Insertable<DiscussionTable>, 'id'>

/**
 * A reader, and how much of a discussion they see: `own` while classmates' posts are hidden until the reader's first
 * one.
 */
export type Reader = { user_id: number; sees: 'all' | 'own' }

/**
 * For `where` on `discussions as d`: what members may read. A deleted question stays while it has replies. Conditions
 * are literal, so that the index of questions applies; the things the reader has reported are looked up once, not for
 * each row.
 */
export const readableBy = ({ user_id, sees }: Reader): Expression<SqlBool> => sql<SqlBool>`(
  d.target = 'task' and d.hidden_at is null and d.held_at is null
  and (d.deleted_at is null or (d.parent_id is null and d.reply_count > 0))
  and d.id not in (select mine.target_id from reports as mine where mine.reporter_id = ${user_id} and mine.target = 'discussion')
  and ${sees === 'all' ? sql`1 = 1` : sql`(d.user_id = ${user_id} or d.role <> 'student')`})`

/** A post by its id, whatever its state. */
export const findPost = (db: Db, id: number): Promise<StoredPost | undefined> =>
  db.selectFrom('discussions').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * A post that this reader may read, and whose question they may read; undefined for absent and invisible posts alike.
 */
export const findReadable = (db: Db, id: number, reader: Reader): Promise<StoredPost | undefined> =>
  db
    .selectFrom('discussions as d')
    .leftJoin('discussions as root', 'root.id', 'd.parent_id')
    .selectAll('d')
    .where('d.id', '=', id)
    .where(readableBy(reader))
    .where((where) =>
      where.or([
        where('d.parent_id', 'is', null),
        where.and([where('root.hidden_at', 'is', null), where('root.held_at', 'is', null)]),
      ]),
    )
    .executeTakeFirst()

/** A question, locked until the transaction ends, so that changes to its thread happen one after the other. */
export const lockRoot = (db: Db, id: number): Promise<StoredPost | undefined> =>
  db
    .updateTable('discussions')
    .set((to) => ({ heat: to.ref('heat') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** The post that was written with this key. */
export const findByKey = (db: Db, user_id: number, key: string): Promise<StoredPost | undefined> =>
  db.selectFrom('discussions').selectAll().where('user_id', '=', user_id).where('key', '=', key).executeTakeFirst()

/** Whether a user has posted exactly this text below a task since a given time. */
export const hasSaid = async (
  db: Db,
  { user_id, task_id, content, since }: { user_id: number; task_id: number; content: string; since: number },
): Promise<boolean> => {
  const said = db
    .selectFrom('discussions')
    .select('id')
    .where('user_id', '=', user_id)
    .where('task_id', '=', task_id)
    .where('created_at', '>', since)
  return (
    (await said.where('content', '=', content).where('deleted_at', 'is', null).limit(1).executeTakeFirst()) !==
    undefined
  )
}

/** Whether a user has a post below a task that is not deleted. */
export const hasWritten = async (db: Db, user_id: number, task_id: number): Promise<boolean> => {
  const own = db.selectFrom('discussions').select('id').where('user_id', '=', user_id).where('task_id', '=', task_id)
  return (await own.where('deleted_at', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

/** Inserts a post with its mentions and pictures; undefined where its key was used before. */
export const insertPost = async (
  db: Db,
  post: NewPost,
  mentioned: readonly number[],
  file_ids: readonly number[],
): Promise<StoredPost | undefined> => {
  const written = await db
    .insertInto('discussions')
    .values(post)
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).where('key', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!written) return undefined
  await addMentions(db, written.id, mentioned)
  await keepFiles(db, written.id, file_ids)
  return written
}

/** Stores the users a post mentions, and returns those who are new. */
export const addMentions = async (db: Db, discussion_id: number, user_ids: readonly number[]): Promise<number[]> => {
  if (user_ids.length === 0) return []
  const rows = await db
    .insertInto('discussion_mentions')
    .values(user_ids.map((user_id) => ({ discussion_id, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Replaces the stored pictures of a post. */
export const keepFiles = async (db: Db, discussion_id: number, file_ids: readonly number[]): Promise<void> => {
  await db.deleteFrom('discussion_files').where('discussion_id', '=', discussion_id).execute()
  if (file_ids.length === 0) return
  await db
    .insertInto('discussion_files')
    .values(file_ids.map((file_id) => ({ discussion_id, file_id })))
    .execute()
}

/** Changes a post. */
export const updatePost = (db: Db, id: number, changes: Updateable<DiscussionTable>): Promise<StoredPost> =>
  db.updateTable('discussions').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Stores the text of a post before an edit. */
export const keepEdit = async (
  db: Db,
  { id, content, content_html }: StoredPost,
  replaced_at: number,
): Promise<void> => {
  await db.insertInto('discussion_edits').values({ discussion_id: id, content, content_html, replaced_at }).execute()
}

/** The earlier texts of a post, newest first, at most 50. */
export const listEdits = (db: Db, discussion_id: number) =>
  db
    .selectFrom('discussion_edits')
    .select(['content', 'content_html', 'replaced_at'])
    .where('discussion_id', '=', discussion_id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()

/** Adjusts the counts of a question by the number of replies shown or hidden. */
export const moveReplies = async (db: Db, root_id: number, by: number): Promise<void> => {
  if (by === 0) return
  await db
    .updateTable('discussions')
    .set((to) => ({ reply_count: to('reply_count', '+', by), heat: to('heat', '+', by) }))
    .where('id', '=', root_id)
    .execute()
}

/** Sets or removes a user's like; returns whether that changed anything. */
export const setLike = async (
  db: Db,
  { id, user_id, like, now }: { id: number; user_id: number; like: boolean; now: number },
): Promise<boolean> => {
  const likes = { discussion_id: id, user_id }
  const changed = like
    ? await db
        .insertInto('discussion_likes')
        .values({ ...likes, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id')
        .executeTakeFirst()
    : await db
        .deleteFrom('discussion_likes')
        .where((where) => where.and(likes))
        .returning('user_id')
        .executeTakeFirst()
  if (!changed) return false
  const by = like ? 1 : -1
  await db
    .updateTable('discussions')
    .set((to) => ({ like_count: to('like_count', '+', by), heat: to('heat', '+', by) }))
    .where('id', '=', id)
    .execute()
  return true
}

/** How often a post is liked now. */
export const likesOf = async (db: Db, id: number): Promise<number> =>
  (await db.selectFrom('discussions').select('like_count').where('id', '=', id).executeTakeFirst())?.like_count ?? 0

/** The reply marked as the answer of a question. */
export const answerOf = (db: Db, root_id: number): Promise<StoredPost | undefined> =>
  db
    .selectFrom('discussions')
    .selectAll()
    .where('parent_id', '=', root_id)
    .where('answer_rank', '=', 0)
    .limit(1)
    .executeTakeFirst()

// Uses the exact conditions of its index, which covers the query.
const withoutReply = (db: Db, task_id: Value<number>) =>
  db
    .selectFrom('discussions')
    .select(sql<number>`1`.as('one'))
    .where('task_id', '=', task_id)
    .where('parent_id', 'is', null)
    .where('reply_count', '=', 0)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .where('held_at', 'is', null)
    .limit(unansweredAtMost)

const countOf = (db: Db, some: ReturnType<typeof withoutReply>) =>
  db.selectFrom(some.as('some')).select(sql<number>`count(*)`.as('count'))

const unanswered = compiled<{ task_id: number }, { count: number }>((db, value) =>
  countOf(db, withoutReply(db, value('task_id'))),
)

const waiting = compiled<{ task_id: number }, { count: number }>((db, value) =>
  countOf(db, withoutReply(db, value('task_id')).where('role', '=', 'student')),
)

/** Questions of a task that can be read and that nobody has replied to, up to a hundred. */
export const countUnanswered = async (db: Db, task_id: number): Promise<number> =>
  (await unanswered(db, { task_id }))[0]?.count ?? 0

/** The number of those questions that students asked: the ones `isWaiting` accepts. */
export const countWaiting = async (db: Db, task_id: number): Promise<number> =>
  (await waiting(db, { task_id }))[0]?.count ?? 0

/**
 * Empties deleted posts that can no longer be brought back, and removes those without replies. Posts with undecided
 * reports stay until staff have decided.
 */
export const sweepDeleted = async (db: Db, before: number): Promise<void> => {
  const undecided = sql<SqlBool>`exists (select 1 from reports where reports.target = 'discussion' and reports.target_id = discussions.id and reports.status = 'open')`
  const old = await db
    .selectFrom('discussions')
    .select(['id', 'parent_id'])
    .where('deleted_at', '<', before)
    .where((where) => where.not(undecided))
    .where((where) =>
      where.or([
        where('content', '<>', ''),
        sql<SqlBool>`not exists (select 1 from discussions as reply where reply.parent_id = discussions.id)`,
      ]),
    )
    .orderBy('deleted_at')
    .limit(500)
    .execute()
  if (old.length === 0) return
  const ids = old.map(({ id }) => id)
  await db.deleteFrom('discussion_edits').where('discussion_id', 'in', ids).execute()
  await db.deleteFrom('discussion_files').where('discussion_id', 'in', ids).execute()
  await db.updateTable('discussions').set({ content: '', content_html: '' }).where('id', 'in', ids).execute()
  await db
    .deleteFrom('discussions')
    .where('id', 'in', ids)
    .where(sql<SqlBool>`not exists (select 1 from discussions as reply where reply.parent_id = discussions.id)`)
    .execute()
}

/** The replies to a question that can be read, apart from the question’s own state. */
export const listReplyIds = async (db: Db, parent_id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('discussions')
    .select('id')
    .where('parent_id', '=', parent_id)
    .where((where) => where.and({ deleted_at: null, hidden_at: null, held_at: null }))
    .execute()
  return rows.map(({ id }) => id)
}

/** The nickname of a user. */
export const nicknameOf = async (db: Db, user_id: number): Promise<string> =>
  (await db.selectFrom('users').select('nickname').where('id', '=', user_id).executeTakeFirst())?.nickname ?? ''

/** Whether a guild lets its students write without a name. */
export const allowsAnonymous = async (db: Db, guild_id: number): Promise<boolean> =>
  (await db.selectFrom('guilds').select('anonymous_allowed').where('id', '=', guild_id).executeTakeFirst())
    ?.anonymous_allowed ?? false
