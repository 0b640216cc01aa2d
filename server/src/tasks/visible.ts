import { sql } from 'kysely'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import { isPublished } from './store.ts'

// A school keeps its old tasks in archived guilds; nobody has more than this before them.
const atMost = 3_000

const taskColumns = [
  'tasks.id',
  'tasks.guild_id',
  'tasks.chapter_id',
  'tasks.sort_order',
  'tasks.title',
  'tasks.summary',
  'tasks.type',
  'tasks.difficulty',
  'tasks.points',
  'tasks.max_score',
  'tasks.pass_line',
  'tasks.status',
  'tasks.open_at',
  'tasks.due_at',
  'tasks.close_at',
  'tasks.closed_at',
  'tasks.late_rule',
  'tasks.capacity',
  'tasks.min_level',
  'tasks.cooldown_days',
  'tasks.max_rounds',
  'tasks.accepted_count',
  'tasks.created_at',
] as const

const rowColumns = [
  'e.id as row_id',
  'e.state',
  'e.round',
  'e.reopened_from',
  'e.accepted_at',
  'e.late',
  'e.extended_until',
  'e.return_due_at',
  'e.score',
  'e.percent_final',
  'e.released_at',
  'e.mark_count',
  'e.draft_saved_at',
  'e.updated_at as row_updated_at',
] as const

/** Tasks without their texts, each with the student's row of the latest round: what lists and maps are made of. */
const listed = (db: Db, user_id: number) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('guilds', 'guilds.id', 'gm.guild_id')
    .innerJoin('tasks', 'tasks.guild_id', 'gm.guild_id')
    .leftJoin('enrolments as e', (join) =>
      join
        .onRef('e.task_id', '=', 'tasks.id')
        .on('e.user_id', '=', user_id)
        .on('e.round', '=', (eb) =>
          eb
            .selectFrom('enrolments as latest')
            .select((inner) => inner.fn.max('latest.round').as('round'))
            .whereRef('latest.task_id', '=', 'tasks.id')
            .where('latest.user_id', '=', user_id),
        ),
    )
    .select(taskColumns)
    .select(rowColumns)
    .select(['guilds.name as guild_name', 'guilds.hue', 'guilds.glyph', 'guilds.max_doing', 'guilds.status as guild_status'])
    .select((eb) =>
      eb
        .selectFrom('task_prerequisites as needed')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('needed.task_id', '=', 'tasks.id')
        .as('prerequisite_count'),
    )
    .where('gm.user_id', '=', user_id)
    .where('gm.status', '=', 'member')
    .where(isPublished(user_id))

/** A task of a list with the student's row: its columns are null together where there is none. */
export type ListedTask = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number]

const newestFirst = (db: Db, user_id: number) => listed(db, user_id).orderBy('tasks.id', 'desc').limit(atMost)

const inActiveGuilds = compiled<{ user_id: number }, ListedTask>((db, value) => newestFirst(db, value('user_id')).where('guilds.status', '=', 'active'))
const inOneGuild = compiled<{ user_id: number; guild_id: number }, ListedTask>((db, value) =>
  newestFirst(db, value('user_id')).where('gm.guild_id', '=', value('guild_id')),
)

/** What a member may know of in one guild, or with null in all active guilds. */
export const listVisible = (db: Db, user_id: number, guild_id: number | null): Promise<ListedTask[]> =>
  guild_id === null ? inActiveGuilds(db, { user_id }) : inOneGuild(db, { user_id, guild_id })

/** The chapters of a guild in order. */
export const listChapters = (db: Db, guild_id: number): Promise<{ id: number; title: string }[]> =>
  db.selectFrom('chapters').select(['id', 'title']).where('guild_id', '=', guild_id).orderBy('sort_order').orderBy('id').execute()
