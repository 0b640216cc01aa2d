import { sql, type Expression, type SqlBool } from 'kysely'
import { compiled } from '../../db/compiled.ts'
import type { Db } from '../../db/schema.ts'

type Value = number | Expression<number>

const theirTask = sql`there.status not in ('draft', 'trashed')`
/**
 * For `where` with `there` and `held_there`: whether a row keeps its student out of the other classes. An expired row
 * without a submission does so only while the student could still be given more time there; otherwise nobody could ever
 * admit them in another class.
 */
const takesThere = sql<SqlBool>`held_there.state not in ('aborted', 'excused')
  and (held_there.state <> 'expired' or held_there.attempts > 0 or there.channel = 'offline' or exists (
    select 1 from guild_members as still_there inner join guilds as that_guild on that_guild.id = still_there.guild_id
      where still_there.guild_id = there.guild_id and still_there.user_id = held_there.user_id
        and still_there.status = 'member' and still_there.role = 'student' and that_guild.status = 'active'))`

/**
 * For `where`: whether a student works on a task in another class of its set because they accepted it there first; they
 * are then neither expected nor missing here. Giving it up there ends this, and so does leaving that class, unless a
 * version waits for its review.
 */
export const isElsewhere = (user: Value, { id, set_id }: { id: Value; set_id: Value }): Expression<SqlBool> =>
  sql<SqlBool>`(exists (select 1 from tasks as there inner join enrolments as held_there on held_there.task_id = there.id
      where there.set_id = ${set_id} and there.id <> ${id} and ${theirTask} and held_there.user_id = ${user} and ${takesThere})
    and not exists (select 1 from enrolments as held_here
      where held_here.task_id = ${id} and held_here.user_id = ${user} and held_here.state <> 'aborted'))`

const isTyped = (alias: string) => sql`${sql.ref(`${alias}.word`)} <> 'blank'`

/**
 * The same for an offline task before its release: whether a result is entered in another class of its set and none
 * here.
 */
const isTypedElsewhere = (user: Value, { id, set_id }: { id: Value; set_id: Value }): Expression<SqlBool> =>
  sql<SqlBool>`(exists (select 1 from tasks as there inner join entered_results as typed_there on typed_there.task_id = there.id
      where there.set_id = ${set_id} and there.id <> ${id} and ${theirTask} and typed_there.user_id = ${user} and ${isTyped('typed_there')})
    and not exists (select 1 from entered_results as typed_here
      where typed_here.task_id = ${id} and typed_here.user_id = ${user} and ${isTyped('typed_here')}))`

/** The given students who do a task in another class of its set, so that no result is entered for them here. */
export const doneElsewhere = async (
  db: Db,
  { id, set_id }: { id: number; set_id: number | null },
  user_ids: readonly number[],
): Promise<Set<number>> => {
  if (set_id === null || user_ids.length === 0) return new Set()
  const user = sql.ref<number>('users.id')
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', 'in', user_ids)
    .where((where) => where.or([isElsewhere(user, { id, set_id }), isTypedElsewhere(user, { id, set_id })]))
    .execute()
  return new Set(rows.map((row) => row.id))
}

type Elsewhere = { task_id: number; guild: string }

/**
 * The tasks that a student works on in another class of their set, each with that class’s guild, as a part of another
 * query.
 */
export const heldInOtherClasses = (db: Db, user_id: number) =>
  db
    .selectFrom('enrolments as held_there')
    .innerJoin('tasks as there', 'there.id', 'held_there.task_id')
    .innerJoin('tasks as here', (join) =>
      join.onRef('here.set_id', '=', 'there.set_id').onRef('here.id', '!=', 'there.id'),
    )
    .innerJoin('guilds', 'guilds.id', 'there.guild_id')
    .select(['here.id as task_id', 'guilds.name as guild'])
    .distinct()
    .where('held_there.user_id', '=', user_id)
    .where(takesThere)
    .where('there.status', 'not in', ['draft', 'trashed'])

const held = compiled<{ user_id: number }, Elsewhere>((db, value) => heldInOtherClasses(db, value('user_id')))

/**
 * The tasks that a student works on in another class of their set, each with that class’s guild; does not check whether
 * they also hold the task here.
 */
export const heldElsewhere = async (db: Db, user_id: number): Promise<Map<number, string>> =>
  new Map((await held(db, { user_id })).map(({ task_id, guild }) => [task_id, guild]))

/**
 * Whether a student has work under way or submitted in another class of a task’s set; rows that merely expired there do
 * not count.
 */
export const worksElsewhere = async (db: Db, task_id: number, user_id: number): Promise<boolean> => {
  const rows = await heldInOtherClasses(db, user_id)
    .where('here.id', '=', task_id)
    .where('held_there.state', '!=', 'expired')
    .execute()
  return rows.length > 0
}

/** The students of some guilds who are or were in another guild too: only they can work elsewhere. */
const inTwo = async (db: Db, guild_ids: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('guild_members as gm')
    .select('gm.user_id')
    .distinct()
    .where('gm.guild_id', 'in', guild_ids)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('guild_members as other')
          .select(sql`1`.as('one'))
          .whereRef('other.user_id', '=', 'gm.user_id')
          .whereRef('other.guild_id', '!=', 'gm.guild_id'),
      ),
    )
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Pairs of students and tasks of some guilds where the student has a row that counts in another class, whether or not
 * they also have one here, or a result entered there and none here. The candidates are queried first: a single query
 * would compare every row of every student with every class.
 */
export const elsewhereIn = async (
  db: Db,
  guild_ids: readonly number[],
): Promise<{ user_id: number; task_id: number }[]> => {
  const user_ids = await inTwo(db, guild_ids)
  if (user_ids.length === 0) return []
  const pairs = db
    .selectFrom('tasks as here')
    .innerJoin('tasks as there', (join) =>
      join.onRef('there.set_id', '=', 'here.set_id').onRef('there.id', '!=', 'here.id'),
    )
    .innerJoin('guild_members as gm', (join) =>
      join.onRef('gm.guild_id', '=', 'here.guild_id').on('gm.status', '=', 'member').on('gm.role', '=', 'student'),
    )
    .where('here.guild_id', 'in', guild_ids)
    .where('gm.user_id', 'in', user_ids)
    .where('there.status', 'not in', ['draft', 'trashed'])
    .select(['gm.user_id', 'here.id as task_id'])
  return pairs
    .innerJoin('enrolments as held_there', (join) =>
      join.onRef('held_there.task_id', '=', 'there.id').onRef('held_there.user_id', '=', 'gm.user_id'),
    )
    .where(takesThere)
    .union(
      pairs
        .innerJoin('entered_results as typed_there', (join) =>
          join.onRef('typed_there.task_id', '=', 'there.id').onRef('typed_there.user_id', '=', 'gm.user_id'),
        )
        .where('typed_there.word', '!=', 'blank')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('entered_results as typed_here')
                .select(sql`1`.as('one'))
                .whereRef('typed_here.task_id', '=', 'here.id')
                .whereRef('typed_here.user_id', '=', 'gm.user_id')
                .where('typed_here.word', '!=', 'blank'),
            ),
          ),
        ),
    )
    .execute()
}
