import { sql, type Expression, type SqlBool } from 'kysely'
import type { ParameterOf } from '../../db/compiled.ts'
import type { Db } from '../../db/schema.ts'
import { compiledList, together } from '../../db/together.ts'
import { totalsOf } from '../../ledger/store.ts'
import { heldInOtherClasses } from '../sets/elsewhere-store.ts'
import { isPublished, missingOfMember } from '../store.ts'

// Old tasks belong to archived guilds, so nobody has more visible tasks than this.
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

/** The guilds a person is a member of. */
const guildsOf = (db: Db, user_id: number) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('guilds', 'guilds.id', 'gm.guild_id')
    .where('gm.user_id', '=', user_id)
    .where('gm.status', '=', 'member')

// Columns shared by all tasks of a guild are read once per guild, not with each task.
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

/** Which dependencies of tasks to query: 0 costs nothing. */
type Asked = { missing: 0 | 1; elsewhere: 0 | 1; totals: 0 | 1 }
type Of = Asked & { user_id: number }

const isAsked = (asked: number) => sql<SqlBool>`${asked} = 1`

const dependencies = (db: Db, value: ParameterOf<Of>) => {
  const user_id = value('user_id')
  return {
    missing: missingOfMember(db, user_id).where(isAsked(value('missing'))),
    elsewhere: heldInOtherClasses(db, user_id).where(isAsked(value('elsewhere'))),
    totals: totalsOf(db, user_id).where(isAsked(value('totals'))),
  }
}

const ofActiveGuilds = together((db, value: ParameterOf<Of>) => ({
  guilds: guilds(db, value('user_id')).where('guilds.status', '=', 'active'),
  ...dependencies(db, value),
}))
const ofOneGuild = together((db, value: ParameterOf<Of & { guild_id: number }>) => ({
  guilds: guilds(db, value('user_id')).where('gm.guild_id', '=', value('guild_id')),
  ...dependencies(db, value),
}))

/**
 * The guild if the person is a member of it, or with null all their active guilds, together with the requested
 * dependencies of its tasks. One statement.
 */
export const aroundTasks = (db: Db, user_id: number, guild_id: number | null, asked: Asked) =>
  guild_id === null ? ofActiveGuilds(db, { user_id, ...asked }) : ofOneGuild(db, { user_id, guild_id, ...asked })

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

// One row more than the limit reveals whether there are too many.
const inActiveGuilds = compiledList<{ user_id: number }, ListedTask>((db, value) =>
  active(db, value('user_id')).limit(atMost + 1),
)
const inOneGuild = compiledList<InGuild, ListedTask>((db, value) =>
  inGuild(db, { user_id: value('user_id'), guild_id: value('guild_id') }).limit(atMost + 1),
)

/**
 * The tasks visible to a member in one guild, or with null in all active guilds, unordered. Only where there are too
 * many are they sorted to keep the newest: sorting whole rows is a sixth of the query.
 */
export const listVisible = async (db: Db, user_id: number, guild_id: number | null): Promise<ListedTask[]> => {
  const found = await (guild_id === null ? inActiveGuilds(db, { user_id }) : inOneGuild(db, { user_id, guild_id }))
  if (found.length <= atMost) return found
  const all = guild_id === null ? active(db, user_id) : inGuild(db, { user_id, guild_id })
  return all.orderBy('tasks.id', 'desc').limit(atMost).execute()
}

/** The visible tasks of a guild with their position in its chapters, as a part of another query. */
export const placesOf = (db: Db, guild_id: number | Expression<number>, user_id: number) =>
  db
    .selectFrom('tasks')
    .select(['tasks.id', 'tasks.chapter_id', 'tasks.sort_order'])
    .where('tasks.guild_id', '=', guild_id)
    .where(isPublished(user_id))

/** The chapters of a guild in order, as a part of another query. */
export const chaptersOf = (db: Db, guild_id: number | Expression<number>) =>
  db.selectFrom('chapters').select(['id', 'title']).where('guild_id', '=', guild_id).orderBy('sort_order').orderBy('id')
