import { sql, type SqlBool } from 'kysely'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'

type Reader = { user_id: number; now: number }

/** Whether a task is over for the members of its guild without time of their own. */
const isOver = (now: number, task: 'tasks' | 'here' = 'tasks') => {
  const of = (column: string) => sql.ref(`${task}.${column}`)
  return sql<SqlBool>`(${of('status')} in ('closed', 'archived')
    or ${of('closed_at')} <= ${now} or ${of('close_at')} <= ${now}
    or (${of('close_at')} is null and (${of('due_at')} is null or ${of('due_at')} <= ${now})))`
}

/** The negation, written as a `case`: with missing dates, neither the condition nor its `not` is true. */
const isUnderWay = (now: number) => sql`(case when ${isOver(now, 'here')} then 0 else 1 end) = 1`

// Includes a waiting version: it can be withdrawn and rewritten.
const isUnfinished = sql`own.state in ('doing', 'submitted', 'returned', 'aborted')`
const hasOwnTime = (now: number) => sql`coalesce(own.return_due_at, own.extended_until) > ${now}`

/** Whether what is written in the minutes after the end is still handed in by the clock. */
const awaitsSealing = (task: 'held' | 'here') => {
  const of = (column: string) => sql.ref(`${task}.${column}`)
  return sql`(${of('submit_drafts')} and own.state in ('doing', 'returned')
    and (${of('status')} in ('closed', 'archived')
    or ${of('closed_at')} is not null or ${of('close_at')} is not null
    or (${of('late_rule')} = 'refuse' and ${of('due_at')} is not null)))`
}

/**
 * The tasks a person holds and has time for, the tasks of their guilds that belong to a set, and the other tasks of
 * these sets: in this order, so that the plan starts from the person, however small the tables were when it was made.
 */
const working = compiled<Reader, { id: number }>((db, value) => {
  const [user_id, now] = [value('user_id'), value('now')]
  const isDone = sql`exists (select 1 from enrolments as done where done.user_id = ${user_id}
      and done.task_id in (select like_it.id from tasks as like_it where like_it.set_id = here.set_id)
      and (done.state in ('passed', 'failed', 'expired') or (done.state = 'excused' and done.task_id = here.id)))`
  const tasks = sql<{ id: number }>`(with
    mine as materialized (select held.id, held.set_id
      from enrolments as own inner join tasks as held on held.id = own.task_id
      where own.user_id = ${user_id} and ${isUnfinished} and held.status <> 'trashed'
        and (${hasOwnTime(now)} or ${awaitsSealing('held')})),
    of_class as materialized (select here.set_id from guild_members as gm
      inner join guilds as its_class on its_class.id = gm.guild_id and its_class.status = 'active'
      inner join tasks as here on here.guild_id = gm.guild_id and here.status in ('draft', 'scheduled', 'open')
      where gm.user_id = ${user_id} and gm.status = 'member' and gm.role = 'student'
        and here.set_id is not null and (here.status <> 'open' or ${isUnderWay(now)}) and not ${isDone})
    select mine.id from mine
    union all select there.id from (select set_id from mine union all select set_id from of_class) as sets
      inner join tasks as there on there.set_id = sets.set_id)`
  return db.selectFrom(tasks.as('work')).select('work.id').distinct()
})

/**
 * The tasks a person still works at, and those of the other guilds of their sets: the person has time of their own
 * left, has a draft the clock still hands in, or is a student of a guild, not archived, whose task is not over or not
 * open yet, and has no result in any guild of the set. A student has few of them. A separate query, because it is
 * planned once: within the lists of works, which are planned each time, it would double PostgreSQL's planning time.
 */
export const stillWorkingAt = async (db: Db, reader: Reader): Promise<number[]> =>
  (await working(db, reader)).map(({ id }) => id)

/**
 * A solution shows only when the task is over for its guild and for the reader, or once the reader has passed it; a
 * reader sees their own shelf as others do. `working_at`: the result of `stillWorkingAt` for this reader.
 */
export const isOverFor = ({ user_id, now }: Reader, working_at: readonly number[]) => {
  const isOthers = sql`submissions.user_id <> ${user_id}`
  const isSpoilt =
    working_at.length === 0 ? sql`1 = 0` : sql`(${isOthers} and submissions.task_id in (${sql.join(working_at)}))`
  const hasPassed = sql`exists (select 1 from enrolments as done
    where done.task_id = tasks.id and done.user_id = ${user_id} and done.state = 'passed')`
  return sql<SqlBool>`((${isOver(now)} and not ${isSpoilt}) or (${isOthers} and ${hasPassed}))`
}

/**
 * Whether a task is over for everybody, whoever reads: closed in each class of its set that has it, and nobody has time
 * of their own.
 */
export const isOverForAll = (now: number) => {
  const hasTime = sql`exists (select 1 from enrolments as own
    where own.task_id = here.id and ${isUnfinished} and (${hasOwnTime(now)} or ${awaitsSealing('here')}))`
  return sql<SqlBool>`(${isOver(now)} and not exists (select 1 from tasks as here
    inner join guilds as its_class on its_class.id = here.guild_id and its_class.status = 'active'
    where (here.id = tasks.id or here.set_id = tasks.set_id) and here.status not in ('draft', 'trashed')
      and (here.status = 'scheduled' or ${isUnderWay(now)} or ${hasTime})))`
}
