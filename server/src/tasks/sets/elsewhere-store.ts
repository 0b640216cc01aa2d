import { sql, type Expression, type SqlBool } from 'kysely'
import { compiled } from '../../db/compiled.ts'
import type { Db } from '../../db/schema.ts'

type Value = number | Expression<number>

const theirTask = sql`there.status not in ('draft', 'trashed')`
const takesThere = sql`held_there.state not in ('aborted', 'excused')`

/**
 * For `where`: whether a student works at a task in another class of its set, where they accepted first: neither expected
 * nor missing here. Giving up or leaving there ends it.
 */
export const isElsewhere = (user: Value, { id, set_id }: { id: Value; set_id: Value }): Expression<SqlBool> =>
  sql<SqlBool>`(exists (select 1 from tasks as there inner join enrolments as held_there on held_there.task_id = there.id
      where there.set_id = ${set_id} and there.id <> ${id} and ${theirTask} and held_there.user_id = ${user} and ${takesThere})
    and not exists (select 1 from enrolments as held_here
      where held_here.task_id = ${id} and held_here.user_id = ${user} and held_here.state <> 'aborted'))`

type Elsewhere = { task_id: number; guild: string }

const held = compiled<{ user_id: number }, Elsewhere>((db, value) =>
  db
    .selectFrom('enrolments as held_there')
    .innerJoin('tasks as there', 'there.id', 'held_there.task_id')
    .innerJoin('tasks as here', (join) =>
      join.onRef('here.set_id', '=', 'there.set_id').onRef('here.id', '!=', 'there.id'),
    )
    .innerJoin('guilds', 'guilds.id', 'there.guild_id')
    .select(['here.id as task_id', 'guilds.name as guild'])
    .distinct()
    .where('held_there.user_id', '=', value('user_id'))
    .where('held_there.state', 'not in', ['aborted', 'excused'])
    .where('there.status', 'not in', ['draft', 'trashed']),
)

/** The tasks whose like a student works at in another class, each with that class’s guild; whether they hold it here too is not asked. */
export const heldElsewhere = async (db: Db, user_id: number): Promise<Map<number, string>> =>
  new Map((await held(db, { user_id })).map(({ task_id, guild }) => [task_id, guild]))

/** Which students of a guild work at which of its tasks in another class. */
export const elsewhereIn = (db: Db, guild_id: number): Promise<{ user_id: number; task_id: number }[]> =>
  db
    .selectFrom('tasks as here')
    .innerJoin('tasks as there', (join) =>
      join.onRef('there.set_id', '=', 'here.set_id').onRef('there.id', '!=', 'here.id'),
    )
    .innerJoin('enrolments as held_there', 'held_there.task_id', 'there.id')
    .innerJoin('guild_members as gm', (join) =>
      join
        .onRef('gm.user_id', '=', 'held_there.user_id')
        .onRef('gm.guild_id', '=', 'here.guild_id')
        .on('gm.status', '=', 'member')
        .on('gm.role', '=', 'student'),
    )
    .select(['gm.user_id', 'here.id as task_id'])
    .distinct()
    .where('here.guild_id', '=', guild_id)
    .where('there.status', 'not in', ['draft', 'trashed'])
    .where('held_there.state', 'not in', ['aborted', 'excused'])
    .execute()
