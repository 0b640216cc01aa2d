import { sql } from 'kysely'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'

export type Assistant = {
  member_id: number
  guild_id: number
  named: boolean
  my_role: 'student' | 'assistant' | 'teacher'
}

/**
 * An assistant of a guild the user is in, with the user's own role there and whether the guild shows names; undefined
 * otherwise.
 */
export const findAssistant = (db: Db, member_id: number, user_id: number): Promise<Assistant | undefined> =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('guilds', 'guilds.id', 'gm.guild_id')
    .innerJoin('guild_members as own', 'own.guild_id', 'gm.guild_id')
    .select(['gm.id as member_id', 'gm.guild_id', 'guilds.feedback_named as named', 'own.role as my_role'])
    .where('gm.id', '=', member_id)
    .where('gm.role', '=', 'assistant')
    .where('gm.status', '=', 'member')
    .where('own.user_id', '=', user_id)
    .where('own.status', '=', 'member')
    .executeTakeFirst()

type Whose = { member_id: number; user_id: number; period: string }
type Words = { comment: string; rating: number | null }

/** What somebody wrote about an assistant in a period. */
export const findOwn = (db: Db, { member_id, user_id, period }: Whose) =>
  db
    .selectFrom('assistant_feedback')
    .select(['id', 'comment', 'rating', 'named'])
    .where('user_id', '=', user_id)
    .where('member_id', '=', member_id)
    .where('period', '=', period)
    .executeTakeFirst()

/** Writes feedback, or replaces that of the same period and stores the earlier text. Call it in a transaction. */
export const writeFeedback = async (
  db: Db,
  given: Whose & Words & { guild_id: number; named: boolean; shuffle: number; now: number },
): Promise<void> => {
  const { now, comment, rating, ...row } = given
  const written = await db
    .insertInto('assistant_feedback')
    .values({ ...row, comment, rating, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'member_id', 'period']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) return
  // Locked first: two tabs replace it one after the other, and each stores the text it replaces.
  const earlier = await db
    .updateTable('assistant_feedback')
    .set({ updated_at: now })
    .where('user_id', '=', given.user_id)
    .where('member_id', '=', given.member_id)
    .where('period', '=', given.period)
    .returning(['id', 'comment', 'rating'])
    .executeTakeFirstOrThrow()
  if (earlier.comment === comment && earlier.rating === rating) return
  await db
    .insertInto('assistant_feedback_edits')
    .values({ feedback_id: earlier.id, comment: earlier.comment, rating: earlier.rating, replaced_at: now })
    .execute()
  await db.updateTable('assistant_feedback').set({ comment, rating }).where('id', '=', earlier.id).execute()
}

/** The assistants of a guild somebody has written about in a period. */
export const givenIn = async (db: Db, guild_id: number, user_id: number, period: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('assistant_feedback')
    .select('member_id')
    .where('user_id', '=', user_id)
    .where('guild_id', '=', guild_id)
    .where('period', '=', period)
    .orderBy('member_id')
    .execute()
  return rows.map(({ member_id }) => member_id)
}

// Enough for three years of months with a whole class each.
const atMost = 2_000

/** The feedback on a person as assistant of a guild, latest month first, without its authors; 2,000 rows at most. */
export const listAbout = (db: Db, guild_id: number, user_id: number) =>
  db
    .selectFrom('assistant_feedback as feedback')
    .innerJoin('guild_members as gm', 'gm.id', 'feedback.member_id')
    .select(['feedback.id', 'feedback.period', 'feedback.comment', 'feedback.rating', 'feedback.shuffle'])
    .where('gm.guild_id', '=', guild_id)
    .where('gm.user_id', '=', user_id)
    .orderBy('feedback.period', 'desc')
    .limit(atMost)
    .execute()

export type FeedbackFilter = { guild_id: number; member_id: number | null; period: string | null }

/**
 * Feedback on the assistants of a guild, the latest month first; with its author only where it was given with a name.
 */
export const listOfGuild = (db: Db, { guild_id, member_id, period }: FeedbackFilter, page: PageRequest) => {
  let rows = db
    .selectFrom('assistant_feedback as feedback')
    .innerJoin('guild_members as gm', 'gm.id', 'feedback.member_id')
    .innerJoin('users as assistant', 'assistant.id', 'gm.user_id')
    .leftJoin('users as author', (join) =>
      join.onRef('author.id', '=', 'feedback.user_id').on('feedback.named', '=', true),
    )
    .select([
      'feedback.id',
      'feedback.member_id',
      'feedback.period',
      'feedback.comment',
      'feedback.rating',
      'feedback.shuffle',
    ])
    .select(['assistant.nickname as assistant', 'author.id as author_id', 'author.nickname', 'author.real_name'])
    .where('feedback.guild_id', '=', guild_id)
  if (member_id !== null) rows = rows.where('feedback.member_id', '=', member_id)
  if (period !== null) rows = rows.where('feedback.period', '=', period)
  return pageOf(
    db,
    rows,
    [
      { field: 'period', column: 'feedback.period', direction: 'desc' },
      { field: 'shuffle', column: 'feedback.shuffle', direction: 'asc' },
      { field: 'id', column: 'feedback.id', direction: 'asc' },
    ],
    page,
  )
}

const shownOfEach = 5

/** The earlier versions of these rows, the newest five of each. */
export const editsOf = async (db: Db, ids: readonly number[]) => {
  if (ids.length === 0) return []
  const placed = db
    .selectFrom('assistant_feedback_edits')
    .select(['id', 'feedback_id', 'comment', 'rating'])
    .select(sql<number>`row_number() over (partition by feedback_id order by id desc)`.as('place'))
    .where('feedback_id', 'in', ids)
  return db
    .selectFrom(placed.as('placed'))
    .selectAll()
    .where('place', '<=', shownOfEach)
    .orderBy('id', 'desc')
    .execute()
}

/** The author of a feedback: queried only for an administrator who gives a reason. */
export const authorOf = (db: Db, id: number) =>
  db
    .selectFrom('assistant_feedback as feedback')
    .innerJoin('users', 'users.id', 'feedback.user_id')
    .select(['users.id as user_id', 'users.nickname', 'users.real_name', 'users.student_no'])
    .where('feedback.id', '=', id)
    .executeTakeFirst()

/** Records who unsealed a feedback, and why. */
export const recordUnsealing = async (
  db: Db,
  record: { feedback_id: number; admin_id: number; reason: string; created_at: number },
): Promise<void> => {
  await db.insertInto('feedback_unsealings').values(record).execute()
}

/** The record of unsealed feedback, newest first. */
export const listUnsealings = (db: Db, page: PageRequest) =>
  pageOf(
    db,
    db
      .selectFrom('feedback_unsealings as record')
      .innerJoin('users', 'users.id', 'record.admin_id')
      .select(['record.id', 'record.feedback_id', 'users.nickname as admin', 'record.reason', 'record.created_at']),
    [{ field: 'id', column: 'record.id', direction: 'desc' }],
    page,
  )
