import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { contains } from '../db/contains.ts'
import type { Dialect } from '../db/connection.ts'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { withWords, type Term } from '../db/text-index.ts'
import { isNamedTo, nicknameTo } from '../guilds/name-store.ts'
import { wasReturnedAgain } from '../reviews/tries-store.ts'
import { isOverFor, stillWorkingAt } from './over-store.ts'

/** The viewer and the present time: a work shows once its task is over, for the viewer too. */
export type Viewer = { user_id: number; now: number }

// SQL literals instead of parameters: only with these do the databases use the indexes of shown works.
export const isShared: Expression<SqlBool> = sql<SqlBool>`submissions.status = 'released' and submissions.share <> 'none' and submissions.share_state = 'open' and not submissions.hidden`

// Forces an index lookup for each work about to be shown. Without an offset PostgreSQL turns each into one more table
// to join, which doubled or tripled its planning: 12 ms for a page that is read in one.
const once = sql`limit 1 offset 0`

/**
 * The version that passed, not an earlier one that was returned. A reopened student-task keeps showing its earlier
 * result, whatever becomes of later versions.
 */
export const thatPassed: Expression<SqlBool> = sql<SqlBool>`(enrolments.state = 'passed' or enrolments.reopened_from = 'passed')
  and not ${wasReturnedAgain('submissions')} and not exists (
  select 1 from submissions as newer where newer.enrolment_id = submissions.enrolment_id and newer.version > submissions.version
    and newer.status = 'released' and not ${wasReturnedAgain('newer')} ${once})`

const isMember = (user_id: number) =>
  sql<SqlBool>`exists (select 1 from guild_members as own where own.guild_id = submissions.guild_id and own.user_id = ${user_id} and own.status = 'member')`

/** Whether this person reported a work, which hides it from them. */
export const isHiddenFrom = (user_id: number) =>
  sql<SqlBool>`exists (select 1 from work_hidings as mine where mine.submission_id = submissions.id and mine.user_id = ${user_id} ${once})`

/** Authors who are anonymous in the rankings or hidden from them have no name and no shelf here either. */
export const isNamed: Expression<SqlBool> = sql<SqlBool>`users.ranking_visibility = 'nickname'`

/**
 * The works that show to anybody: released, passed, shared by the author, approved and not hidden by staff, of a task
 * that exists, in a guild whose gallery is on. The caller restricts them to a viewer.
 */
export const shownWorks = (db: Db) =>
  db
    .selectFrom('submissions')
    .innerJoin('enrolments', 'enrolments.id', 'submissions.enrolment_id')
    .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
    .innerJoin('guilds', 'guilds.id', 'submissions.guild_id')
    .innerJoin('users', 'users.id', 'submissions.user_id')
    .where(isShared)
    .where(thatPassed)
    .where('guilds.gallery', '=', true)
    .where('tasks.status', 'not in', ['draft', 'trashed'])

/**
 * The works a person may look at; this one query holds the rule: shown works, not reported by this person, whose task
 * is over for this person too (`stillWorkingAt`). Works that are shared with the guild only, or belong to a guild that
 * is not public, show to members.
 */
export const visibleWorks = (db: Db, viewer: Viewer, working_at: readonly number[]) =>
  shownWorks(db)
    .where(isOverFor(viewer, working_at))
    .where((where) => where.not(isHiddenFrom(viewer.user_id)))
    .where((where) =>
      where.or([sql<SqlBool>`(submissions.share = 'site' and guilds.visibility = 'public')`, isMember(viewer.user_id)]),
    )

// Written exactly as in its index.
const featuredRank = sql<number>`case when submissions.featured then 1 else 0 end`

const cards = (db: Db, viewer: Viewer, working_at: readonly number[]) =>
  visibleWorks(db, viewer, working_at)
    .leftJoin('files as covers', (join) =>
      join.onRef('covers.id', '=', 'submissions.cover_file_id').on('covers.pictures', 'in', ['waiting', 'made']),
    )
    .select([
      'submissions.id',
      'submissions.task_id',
      'tasks.title as task_title',
      'tasks.type as task_type',
      'submissions.guild_id',
    ])
    .select([
      'guilds.status as guild_status',
      'guilds.name as guild_name',
      'guilds.hue',
      'guilds.glyph',
      'guilds.flag',
      'submissions.title',
      'submissions.user_id',
      'users.avatar_file_id',
      'users.head',
    ])
    .select((eb) => eb.fn.coalesce('tasks.own_subject', 'guilds.subject').as('subject'))
    .select(nicknameTo(viewer.user_id).as('nickname'))
    .select([
      'users.ranking_visibility',
      'submissions.submitted_at',
      'submissions.featured',
      'submissions.like_count',
      'submissions.excerpt',
      'submissions.form',
    ])
    .select(['covers.id as cover_file_id', 'covers.width as cover_width', 'covers.height as cover_height'])
    .select(featuredRank.as('featured_rank'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('work_likes')
            .select('work_likes.user_id')
            .whereRef('work_likes.submission_id', '=', 'submissions.id')
            .where('work_likes.user_id', '=', viewer.user_id),
        )
        .as('liked'),
    )

/** A work as others see it in lists. */
export type WorkRow = Awaited<ReturnType<ReturnType<typeof cards>['executeTakeFirstOrThrow']>>

export type WorksFilter = {
  student_id?: number
  guild_id?: number
  task_id?: number
  type: 'all' | 'main' | 'side' | 'daily' | 'event'
  form?: WorkRow['form']
  /** Handed in at this moment or later. */
  from?: number
  /** What was typed, as it is and as terms of the index. */
  words?: { typed: string; terms: readonly Term[] }
  featured?: boolean
}
export type WorksSort = 'new' | 'like' | 'featured'

type Looked = NamedMatches & { working_at: readonly number[] }

const filtered = (db: Db, dialect: Dialect, viewer: Viewer, filter: WorksFilter, looked: Looked) => {
  const { student_id, guild_id, task_id, type, form, from, featured, words } = filter
  let works = cards(db, viewer, looked.working_at)
  if (student_id !== undefined) works = works.where('submissions.user_id', '=', student_id)
  if (student_id !== undefined && student_id !== viewer.user_id)
    works = works.where(isNamed).where(isNamedTo(viewer.user_id))
  if (guild_id !== undefined) works = works.where('submissions.guild_id', '=', guild_id)
  if (task_id !== undefined) works = works.where('submissions.task_id', '=', task_id)
  if (type !== 'all') works = works.where('tasks.type', '=', type)
  if (form !== undefined) works = works.where('submissions.form', '=', form)
  if (from !== undefined) works = works.where('submissions.submitted_at', '>=', from)
  // SQL literals again, for the index of picked works.
  if (featured !== undefined)
    works = works.where(featured ? sql<SqlBool>`submissions.featured` : sql<SqlBool>`not submissions.featured`)
  return words ? works.where('submissions.id', 'in', foundBy(words.terms, looked, dialect)) : works
}

// More matches make a word useless; the limits bound how much of a large school is read, whatever is typed.
const mostHits = 2_000
const mostMatches = 50
const mostFound = 1_000

/** The tasks and people a text may mean: it is a part of their title or name. */
type NamedMatches = { task_ids: readonly number[]; user_ids: readonly number[] }

/**
 * Looked up once for a page and its total: titles and names are read through, in indexes of their own, O(tasks +
 * people).
 */
const matchesByName = async (
  db: Db,
  { user_id }: Viewer,
  { typed, terms }: NonNullable<WorksFilter['words']>,
): Promise<NamedMatches> => {
  if (terms.length === 0) return { task_ids: [], user_ids: [] }
  const { rows } = await sql<{ id: number; is_task: number }>`
    select id, 1 as is_task from (
      select meant.id from tasks as meant where ${contains(db, sql`lower(meant.title)`, typed)} order by meant.id desc limit ${sql.lit(mostMatches)}) as titled
    union all select id, 0 as is_task from (
      select meant.id from users as meant where meant.ranking_visibility = 'nickname' and ${contains(db, sql`lower(meant.nickname)`, typed)}
      and ${isNamedTo(user_id, 'meant')} order by meant.id limit ${sql.lit(mostMatches)}) as named`.execute(db)
  const [tasks, people] = [rows.filter(({ is_task }) => is_task === 1), rows.filter(({ is_task }) => is_task === 0)]
  return { task_ids: tasks.map(({ id }) => id), user_ids: people.map(({ id }) => id) }
}

/**
 * Shown works with all of the words in their title or beginning, of a task whose title matches, or by somebody whose
 * name does. The index knows a version seconds after it was handed in.
 */
const foundBy = (
  terms: readonly Term[],
  { task_ids, user_ids }: NamedMatches,
  dialect: Dialect,
): RawBuilder<number> => {
  if (terms.length === 0) return sql<number>`(select submissions.id from submissions where 1 = 0)`
  const newest = sql`order by submissions.id desc limit ${sql.lit(mostFound)}`
  const of = (column: 'task_id' | 'user_id', ids: readonly number[]) =>
    sql` union select id from (select submissions.id from submissions where ${isShared} and ${sql.ref(`submissions.${column}`)} in (${sql.join(ids)}) ${newest}) as ${sql.id(`of_${column}`)}`
  return sql<number>`(
    select id from (select submissions.id from (${withWords(dialect, 'search_works', { terms, limit: mostHits })}) as hit
      inner join submissions on submissions.id = hit.id where ${isShared} ${newest}) as worded
    ${task_ids.length > 0 ? of('task_id', task_ids) : sql``} ${user_ids.length > 0 ? of('user_id', user_ids) : sql``})`
}

/** A page of the works a person may look at. */
export const listWorks = async (
  { db, dialect }: { db: Db; dialect: Dialect },
  viewer: Viewer,
  filter: WorksFilter,
  sort: WorksSort,
  page: PageRequest,
): Promise<Page<WorkRow>> => {
  const matches = filter.words ? await matchesByName(db, viewer, filter.words) : { task_ids: [], user_ids: [] }
  const working_at = await stillWorkingAt(db, viewer)
  const works = filtered(db, dialect, viewer, filter, { ...matches, working_at })
  const byId = { field: 'id', column: 'submissions.id', direction: 'desc' } as const
  if (sort === 'new') return pageOf(db, works, [byId], page)
  const first =
    sort === 'like'
      ? ({ field: 'like_count', column: 'submissions.like_count', direction: 'desc' } as const)
      : ({ field: 'featured_rank', column: featuredRank, direction: 'desc' } as const)
  return pageOf(db, works, [first, byId], page)
}

/** One work, if this person may look at it: absent and forbidden are the same. */
export const findWork = async (db: Db, id: number, viewer: Viewer): Promise<WorkRow | undefined> =>
  cards(db, viewer, await stillWorkingAt(db, viewer))
    .where('submissions.id', '=', id)
    .executeTakeFirst()
