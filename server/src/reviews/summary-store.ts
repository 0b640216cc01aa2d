import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { isHeld, isWaiting } from '../submissions/status-store.ts'
import { isInBin } from '../tasks/bin-store.ts'
import { countWaiting } from './notes/waiting-store.ts'
import { reviewable } from './queue-store.ts'

type Reviewer = { user_id: number; isAdmin: boolean }

/** The active guilds a user reviews, by name, 500 at most. */
export const reviewedGuilds = (db: Db, { user_id, isAdmin }: Reviewer) =>
  db
    .selectFrom('guilds')
    .select(['guilds.id', 'guilds.name'])
    .where('guilds.id', 'in', reviewable(db, user_id, isAdmin))
    .where('guilds.status', '=', 'active')
    .orderBy('guilds.name')
    .orderBy('guilds.id')
    .limit(500)
    .execute()

const versionsOf = (db: Db, { user_id, isAdmin }: Reviewer, which: RawBuilder<SqlBool>, waits: 0 | 1) =>
  db
    .selectFrom('submissions')
    .select(['submissions.task_id', sql.lit(waits).as('waits')])
    .where('submissions.guild_id', 'in', reviewable(db, user_id, isAdmin).where('guilds.status', '=', 'active'))
    .where(which)
    .where('submissions.user_id', '!=', user_id)
    .where(({ not }) => not(isInBin('submissions.task_id')))

const waitingOrHeld = (db: Db, reviewer: Reviewer) =>
  db.selectFrom(
    versionsOf(db, reviewer, isWaiting('submissions'), 1)
      .unionAll(versionsOf(db, reviewer, isHeld('submissions'), 0))
      .as('version'),
  )

/** How many tasks `busyTasks` lists. */
export const mostBusy = 200

/** The tasks with waiting works or held results in the guilds a user reviews, most first, `mostBusy` at most. */
export const busyTasks = (db: Db, reviewer: Reviewer) =>
  db
    .selectFrom(
      waitingOrHeld(db, reviewer)
        .select([
          'task_id',
          sql<number>`sum(waits)`.as('waiting'),
          sql<number>`count(*) - sum(waits)`.as('held'),
          sql<number>`count(*)`.as('all'),
        ])
        .groupBy('task_id')
        .orderBy('all', 'desc')
        .orderBy('task_id')
        .limit(mostBusy)
        .as('busy'),
    )
    .innerJoin('tasks', 'tasks.id', 'busy.task_id')
    .select(['tasks.id', 'tasks.guild_id', 'tasks.set_id', 'tasks.title', 'tasks.due_at', 'busy.waiting', 'busy.held'])
    .orderBy('busy.all', 'desc')
    .orderBy('tasks.id')
    .execute()

/** The number of waiting works and held results of each guild a user reviews, however many tasks they are of. */
export const busyGuilds = (db: Db, reviewer: Reviewer) =>
  waitingOrHeld(db, reviewer)
    .innerJoin('tasks', 'tasks.id', 'version.task_id')
    .select(['tasks.guild_id', sql<number>`sum(waits)`.as('waiting'), sql<number>`count(*) - sum(waits)`.as('held')])
    .groupBy('tasks.guild_id')
    .execute()

/** The classes of the students with waiting works or held results, 200 at most. */
export const busyClasses = async (db: Db, reviewer: Reviewer): Promise<string[]> => {
  const writers = (which: RawBuilder<SqlBool>) => versionsOf(db, reviewer, which, 1).select('submissions.user_id')
  const rows = await db
    .selectFrom(
      writers(isWaiting('submissions'))
        .unionAll(writers(isHeld('submissions')))
        .as('version'),
    )
    .innerJoin('users', 'users.id', 'version.user_id')
    .select('users.organization_name')
    .distinct()
    .where('users.organization_name', '!=', '')
    .orderBy('users.organization_name')
    .limit(200)
    .execute()
  return rows.map(({ organization_name }) => organization_name)
}

const ofTaskInBin = {
  appeals: sql<SqlBool>`exists (select 1 from enrolments as e where e.id = appeals.enrolment_id and ${isInBin('e.task_id')})`,
  extension_requests: isInBin('extension_requests.task_id'),
} as const

/**
 * The number of waiting appeals, requests for more time and notes under results in the guilds a user reviews, each
 * counted to 1,000.
 */
export const openRequests = async (
  db: Db,
  { user_id, isAdmin }: Reviewer,
): Promise<{ appeals: number; extensions: number; notes: number }> => {
  const open = (table: 'appeals' | 'extension_requests') =>
    db.selectFrom(
      db
        .selectFrom(table)
        .select('id')
        .where('guild_id', 'in', reviewable(db, user_id, isAdmin).where('guilds.status', '=', 'active'))
        .where('status', '=', 'open')
        .where(({ not }) => not(ofTaskInBin[table]))
        .limit(1_000)
        .as('open'),
    )
  const count = sql<number>`count(*)`
  const row = await db
    .selectFrom(open('appeals').select(count.as('appeals')).as('one'))
    .innerJoin(open('extension_requests').select(count.as('extensions')).as('other'), (join) => join.onTrue())
    .select(['one.appeals', 'other.extensions'])
    .executeTakeFirstOrThrow()
  const notes = await countWaiting(db, { user_id, isAdmin })
  return { appeals: Number(row.appeals), extensions: Number(row.extensions), notes }
}

const ofPerson = sql<SqlBool>`other.task_id = e.task_id and other.user_id = e.user_id`
// The same rules as for the numbers of a task: acceptance is counted by the first round, submissions by any round.
const counted = {
  accepted: sql<SqlBool>`exists (select 1 from enrolments as other where ${ofPerson} and other.round = 1 and other.state not in ('aborted', 'excused'))`,
  submitted: sql<SqlBool>`exists (select 1 from enrolments as other where ${ofPerson} and other.version_count > 0)`,
}

/** Students who hold a task, or have submitted for it, each with their latest round and its newest version. */
export const listHolders = (db: Db, task_id: number, who: keyof typeof counted, page: PageRequest) =>
  pageOf(
    db,
    db
      .selectFrom('enrolments as e')
      .innerJoin('users', 'users.id', 'e.user_id')
      .leftJoin('submissions as s', (join) =>
        join
          .onRef('s.enrolment_id', '=', 'e.id')
          .onRef('s.version', '=', 'e.version_count')
          .on('s.status', '!=', 'withdrawn'),
      )
      .select(['e.user_id', 'users.nickname', 'users.real_name', 'users.student_no'])
      .select(['users.organization_name as class_name', 'e.state', 'e.accepted_at'])
      .select(['s.id as submit_id', 's.submitted_at', 's.late'])
      .where('e.task_id', '=', task_id)
      .where(sql<SqlBool>`not exists (select 1 from enrolments as other where ${ofPerson} and other.round > e.round)`)
      .where(counted[who]),
    [{ field: 'user_id', column: 'e.user_id', direction: 'asc' }],
    page,
  )

/** The history of an enrolment, newest first, with the names of the people who acted; 30 entries at most. */
export const historyOf = (db: Db, enrolment_id: number) =>
  db
    .selectFrom('enrolment_history as h')
    .leftJoin('users', 'users.id', 'h.actor_id')
    .select(['h.action', 'h.reason', 'h.at', 'users.nickname as actor'])
    .where('h.enrolment_id', '=', enrolment_id)
    .orderBy('h.id', 'desc')
    .limit(30)
    .execute()
