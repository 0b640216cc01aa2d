import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { guildsActedIn } from '../guilds/scope-store.ts'
import { countMissing, countMissingOnce } from '../reviews/missing-store.ts'
import { reviewedMembers } from '../reviews/set-store.ts'
import { isDue, soon } from '../tasks/editing/staff-list-store.ts'
import type { Whose } from './home-store.ts'

const shown = 5

// As in the list of tasks, the classes of a set are one.
const together = sql<number>`coalesce(-tasks.set_id, tasks.id)`

/** Open tasks that are due within a week, the nearest first; a set whose classes are due is one of them. */
export const dueSoon = async (db: Db, whose: Whose, now: number) => {
  const due = db
    .selectFrom('tasks')
    .where(isDue(soon(now)))
    .where('tasks.guild_id', 'in', guildsActedIn(whose, 'can_review'))
  const { n } = await due
    .select(sql<number>`cast(count(distinct ${together}) as bigint)`.as('n'))
    .executeTakeFirstOrThrow()
  const groups = await due
    .select([together.as('key'), sql<number>`count(*)`.as('classes')])
    .select(({ fn }) => [fn.min('tasks.id').as('task_id'), fn.min('tasks.due_at').as('due_at')])
    .select(({ fn }) => fn.max('tasks.set_id').as('set_id'))
    .groupBy('key')
    .orderBy('due_at')
    .orderBy('task_id')
    .limit(shown)
    .execute()
  if (groups.length === 0) return { total: 0, tasks: [] }
  const ids = groups.map(({ task_id }) => Number(task_id))
  const tasks = await db
    .selectFrom('tasks')
    .innerJoin('guilds as g', 'g.id', 'tasks.guild_id')
    .select(['tasks.id as task_id', 'tasks.title', 'tasks.type', 'g.id as guild_id', 'g.name as guild_name'])
    .select('g.member_count as members')
    .where('tasks.id', 'in', ids)
    .execute()
  // The same numbers as in the lists of missing students.
  const missing = await countMissing(db, ids)
  const list = []
  for (const { task_id, set_id, classes, due_at } of groups) {
    const task = tasks.find((one) => one.task_id === Number(task_id))
    if (!task) continue
    const isOne = set_id === null || Number(classes) === 1
    const of = isOne
      ? { set_id: null, classes: 1, missing: missing.get(task.task_id) ?? 0 }
      : await setDue(db, whose, Number(set_id))
    list.push({ ...task, due_at: Number(due_at), ...of })
  }
  return { total: Number(n), tasks: list }
}

const setDue = async (db: Db, { user_id, role }: Whose, set_id: number) => {
  const all = await reviewedMembers(db, set_id, { user_id, isAdmin: role === 'admin' })
  const guilds = all.map(({ guild_id }) => guild_id)
  const sum = guilds.length === 0 ? undefined : await membersOf(db, guilds)
  const missing = await countMissingOnce(
    db,
    all.map(({ task_id }) => task_id),
  )
  return { set_id, classes: all.length, missing, members: Number(sum?.members ?? 0) }
}

const membersOf = (db: Db, guild_ids: readonly number[]) =>
  db
    .selectFrom('guilds')
    .select(({ fn }) => fn.sum<number>('member_count').as('members'))
    .where('id', 'in', guild_ids)
    .executeTakeFirst()
