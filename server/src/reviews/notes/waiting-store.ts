import { sql } from 'kysely'
import { pageOf, type Page, type PageRequest } from '../../db/paging.ts'
import type { Db } from '../../db/schema.ts'
import { isInBin } from '../../tasks/bin-store.ts'
import { reviewable } from '../queue-store.ts'

type Reviewer = { user_id: number; isAdmin: boolean }

/**
 * Waiting threads that the caller may answer: in an active guild they review, for a task not in the bin, of a current
 * student other than the caller.
 */
const waiting = (db: Db, { user_id, isAdmin }: Reviewer) =>
  db
    .selectFrom('note_threads as nt')
    .innerJoin('guild_members as gm', (join) =>
      join
        .onRef('gm.guild_id', '=', 'nt.guild_id')
        .onRef('gm.user_id', '=', 'nt.student_id')
        .on('gm.status', '=', 'member')
        .on('gm.role', '=', 'student'),
    )
    .where('nt.waiting_since', 'is not', null)
    .where('nt.student_id', '!=', user_id)
    .where(({ not }) => not(isInBin('nt.task_id')))
    .where('nt.guild_id', 'in', reviewable(db, user_id, isAdmin).where('guilds.status', '=', 'active'))

const rows = (db: Db, staff: Reviewer) =>
  waiting(db, staff)
    .innerJoin('tasks', 'tasks.id', 'nt.task_id')
    .innerJoin('guilds', 'guilds.id', 'nt.guild_id')
    .innerJoin('users', 'users.id', 'nt.student_id')
    .innerJoin('submission_notes as last', (join) =>
      join.on(
        sql<boolean>`last.id = (select max(n.id) from submission_notes as n where n.task_id = nt.task_id and n.student_id = nt.student_id
          and n.role = 'student' and n.deleted_at is null and n.hidden_at is null)`,
      ),
    )
    .select([
      'nt.task_id',
      'tasks.title as task_title',
      'nt.guild_id',
      'guilds.name as guild_name',
      'nt.student_id as user_id',
      'users.nickname',
      'users.real_name',
      'users.student_no',
      'users.organization_name as class_name',
      'users.avatar_file_id',
      'users.head',
      'last.content',
    ])
    .select(sql<number>`nt.waiting_since`.as('waiting_since'))
    .select(
      sql<
        number | null
      >`(select max(s.id) from submissions as s where s.enrolment_id = last.enrolment_id and s.status = 'released')`.as(
        'submit_id',
      ),
    )

export type WaitingRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

/** Students who wait for an answer under a result, in the guilds the caller reviews; longest wait first. */
export const listWaiting = (
  db: Db,
  staff: Reviewer,
  { guild_id, ...page }: PageRequest & { guild_id?: number },
): Promise<Page<WaitingRow>> => {
  const all = rows(db, staff)
  return pageOf(
    db,
    guild_id === undefined ? all : all.where('nt.guild_id', '=', guild_id),
    [
      { field: 'waiting_since', column: 'nt.waiting_since', direction: 'asc' },
      { field: 'task_id', column: 'nt.task_id', direction: 'asc' },
      { field: 'user_id', column: 'nt.student_id', direction: 'asc' },
    ],
    page,
  )
}

/** The number of waiting threads, counted to 1,000. */
export const countWaiting = async (db: Db, staff: Reviewer): Promise<number> => {
  const { n } = await db
    .selectFrom(waiting(db, staff).select('nt.task_id').limit(1_000).as('some'))
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
