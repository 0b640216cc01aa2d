import { compiled } from '../../db/compiled.ts'
import type { Db } from '../../db/schema.ts'
import { isPublished } from '../store.ts'

// A school keeps its old tasks in archived guilds; nobody has more than this before them.
const atMost = 3_000

const taskColumns = [
  'tasks.id',
  'tasks.guild_id',
  'tasks.set_id',
  'tasks.chapter_id',
  'tasks.sort_order',
  'tasks.title',
  'tasks.summary',
  'tasks.type',
  'tasks.channel',
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
  'tasks.late_percent',
  'tasks.late_cap',
  'tasks.submit_drafts',
  'tasks.cover_file_id',
  'tasks.own_subject',
  'tasks.capacity',
  'tasks.min_level',
  'tasks.cooldown_days',
  'tasks.max_rounds',
  'tasks.accepted_count',
  'tasks.discussion_count',
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

/** The guilds somebody is in. */
const guildsOf = (db: Db, user_id: number) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('guilds', 'guilds.id', 'gm.guild_id')
    .where('gm.user_id', '=', user_id)
    .where('gm.status', '=', 'member')

// What a task and its guild have in common is asked once for each guild, not with each task.
const guilds = (db: Db, user_id: number) =>
  guildsOf(db, user_id).select([
    'guilds.id',
    'guilds.name',
    'guilds.hue',
    'guilds.glyph',
    'guilds.flag',
    'guilds.subject',
    'guilds.max_doing',
    'guilds.status',
  ])

/** A guild as its tasks show it. */
export type GuildOfTasks = Awaited<ReturnType<ReturnType<typeof guilds>['execute']>>[number]

const activeGuilds = compiled<{ user_id: number }, GuildOfTasks>((db, value) =>
  guilds(db, value('user_id')).where('guilds.status', '=', 'active'),
)
const oneGuild = compiled<{ user_id: number; guild_id: number }, GuildOfTasks>((db, value) =>
  guilds(db, value('user_id')).where('gm.guild_id', '=', value('guild_id')),
)

/** The guild if somebody is a member of it, or with null all active guilds they are in. */
export const listGuilds = (db: Db, user_id: number, guild_id: number | null): Promise<GuildOfTasks[]> =>
  guild_id === null ? activeGuilds(db, { user_id }) : oneGuild(db, { user_id, guild_id })

/** Tasks without their texts, each with the student's row of the latest round: what lists and maps are made of. */
const listed = (db: Db, user_id: number) =>
  guildsOf(db, user_id)
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
    .where(isPublished(user_id))

/** A task of a list with the student's row: its columns are null together where there is none. */
export type ListedTask = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number]

const active = (db: Db, user_id: number) => listed(db, user_id).where('guilds.status', '=', 'active')
const inGuild = (db: Db, { user_id, guild_id }: InGuild) => listed(db, user_id).where('gm.guild_id', '=', guild_id)

type InGuild = { user_id: number; guild_id: number }

// One more than shall be shown tells whether there are too many.
const inActiveGuilds = compiled<{ user_id: number }, ListedTask>((db, value) =>
  active(db, value('user_id')).limit(atMost + 1),
)
const inOneGuild = compiled<InGuild, ListedTask>((db, value) =>
  inGuild(db, { user_id: value('user_id'), guild_id: value('guild_id') }).limit(atMost + 1),
)

/**
 * What a member may know of in one guild, or with null in all active guilds; in no order. Only where there are too many
 * the newest are sorted out: sorting whole rows is a sixth of the query.
 */
export const listVisible = async (db: Db, user_id: number, guild_id: number | null): Promise<ListedTask[]> => {
  const found = await (guild_id === null ? inActiveGuilds(db, { user_id }) : inOneGuild(db, { user_id, guild_id }))
  if (found.length <= atMost) return found
  const all = guild_id === null ? active(db, user_id) : inGuild(db, { user_id, guild_id })
  return all.orderBy('tasks.id', 'desc').limit(atMost).execute()
}

const chaptersOf = compiled<{ guild_id: number }, { id: number; title: string }>((db, value) =>
  db
    .selectFrom('chapters')
    .select(['id', 'title'])
    .where('guild_id', '=', value('guild_id'))
    .orderBy('sort_order')
    .orderBy('id'),
)

/** The chapters of a guild in order. */
export const listChapters = (db: Db, guild_id: number): Promise<{ id: number; title: string }[]> =>
  chaptersOf(db, { guild_id })
