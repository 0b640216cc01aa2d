import { sql, type Expression, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { compiled } from '../db/compiled.ts'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { isStaffOf } from '../guilds/scope-store.ts'
import { isElsewhere } from './sets/elsewhere-store.ts'
import type { TaskTable } from './tables.ts'

type Task = Selectable<TaskTable>

/**
 * A condition for `where` on `tasks`: visible to members of the guild. Drafts and trashed tasks are for staff; an
 * archived task stays visible to those who accepted it.
 */
export const isPublished = (user_id: number | Expression<number>): Expression<SqlBool> =>
  sql<SqlBool>`(tasks.status in ('scheduled', 'open', 'closed') or (tasks.status = 'archived' and exists (select 1 from enrolments as held where held.task_id = tasks.id and held.user_id = ${user_id})))`

/** A task visible to a person as a member of its guild, as a part of another query. */
export const visibleTask = (db: Db, id: number, user_id: number) =>
  db
    .selectFrom('tasks')
    .innerJoin('guilds', 'guilds.id', 'tasks.guild_id')
    .innerJoin('guild_members as gm', 'gm.guild_id', 'tasks.guild_id')
    .selectAll('tasks')
    .select([
      'guilds.name as guild_name',
      'guilds.hue',
      'guilds.glyph',
      'guilds.flag',
      'guilds.subject as guild_subject',
      'guilds.max_doing',
      'guilds.status as guild_status',
      'gm.role as member_role',
    ])
    .where('tasks.id', '=', id)
    .where('gm.user_id', '=', user_id)
    .where('gm.status', '=', 'member')
    .where(isPublished(user_id))

/** A task with columns of its guild and of the person's membership. */
export type VisibleTask = Awaited<ReturnType<ReturnType<typeof visibleTask>['execute']>>[number]

const visible = compiled<{ id: number; user_id: number }, VisibleTask>((db, value) =>
  visibleTask(db, value('id'), value('user_id')),
)

/** A task that a person may know of, being a member of its guild; absent and forbidden are the same. */
export const findVisibleTask = async (db: Db, id: number, user_id: number): Promise<VisibleTask | undefined> =>
  (await visible(db, { id, user_id }))[0]

/** A task whatever its status: for staff and for the clock. */
export const findTask = (db: Db, id: number): Promise<Task | undefined> =>
  db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Locks a task until the transaction ends. Changes to its places lock the task first and the rows after it, so that all
 * transactions wait in the same order.
 */
export const lockTask = (db: Db, id: number): Promise<Task | undefined> =>
  db
    .updateTable('tasks')
    .set((to) => ({ accepted_count: to.ref('accepted_count') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Changes the status of a task, guarded by its current one; undefined where it has none of the expected statuses. */
export const moveTask = (
  db: Db,
  {
    id,
    from,
    to,
    set = {},
    now,
  }: { id: number; from: readonly Task['status'][]; to: Task['status']; set?: Updateable<TaskTable>; now: number },
): Promise<Task | undefined> =>
  db
    .updateTable('tasks')
    .set({ ...set, status: to, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()

type Missing = { task_id: number; id: number; title: string }

/**
 * The prerequisites a student has yet to pass. Excused tasks count as passed, as do those reopened after passing and
 * those that the student works on in another class.
 */
const missing = (db: Db, user_id: number) =>
  db
    .selectFrom('task_prerequisites as needed')
    .innerJoin('tasks', 'tasks.id', 'needed.required_task_id')
    .select(['needed.task_id', 'tasks.id', 'tasks.title'])
    .where('tasks.status', 'not in', ['draft', 'trashed'])
    .where(
      sql<SqlBool>`not exists (select 1 from enrolments as done where done.task_id = needed.required_task_id and done.user_id = ${user_id} and (done.state in ('passed', 'excused') or done.reopened_from = 'passed'))`,
    )
    .where(sql<SqlBool>`not ${isElsewhere(user_id, { id: sql.ref('tasks.id'), set_id: sql.ref('tasks.set_id') })}`)
    .orderBy('tasks.sort_order')
    .orderBy('tasks.id')

const missingOfTask = compiled<{ task_id: number; user_id: number }, Missing>((db, value) =>
  missing(db, value('user_id')).where('needed.task_id', '=', value('task_id')),
)

/** The open prerequisites of a student in the guilds they are or were in, as a part of another query. */
export const missingOfMember = (db: Db, user_id: number) =>
  missing(db, user_id)
    .innerJoin('tasks as asking', 'asking.id', 'needed.task_id')
    .innerJoin('guild_members as gm', 'gm.guild_id', 'asking.guild_id')
    .where('gm.user_id', '=', user_id)

/** The prerequisites of one task that a student has yet to pass. */
export const missingBefore = (db: Db, task_id: number, user_id: number): Promise<Missing[]> =>
  missingOfTask(db, { task_id, user_id })

/** The given people who are students of a guild now. */
export const listStudentIds = async (db: Db, guild_id: number, user_ids: readonly number[]): Promise<number[]> => {
  const students = db
    .selectFrom('guild_members')
    .select('user_id')
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'member')
    .where('role', '=', 'student')
  const rows = await students.where('user_id', 'in', user_ids).execute()
  return rows.map(({ user_id }) => user_id)
}

/** Tasks of the guilds somebody is staff of, newest first; administrators see all. */
export const listForStaff = (
  db: Db,
  { user_id, guild_id, status }: { user_id: number; guild_id: number | null; status: Task['status'] | null },
  page: PageRequest,
): Promise<Page<Task>> => {
  const all = db.selectFrom('tasks').selectAll().where(isStaffOf(user_id, 'tasks.guild_id'))
  const some = guild_id === null ? all : all.where('tasks.guild_id', '=', guild_id)
  return pageOf(
    db,
    status === null ? some : some.where('tasks.status', '=', status),
    [{ field: 'id', column: 'tasks.id', direction: 'desc' }],
    page,
  )
}

/** Changes the count of a task's visible posts. */
export const countPosts = async (db: Db, task_id: number, by: number): Promise<void> => {
  if (by === 0) return
  await db
    .updateTable('tasks')
    .set((to) => ({ discussion_count: to('discussion_count', '+', by) }))
    .where('id', '=', task_id)
    .execute()
}

/** Sets the discussion rules of a task: read-only since a moment, and others' posts shown only after one's own. */
export const setDiscussion = async (
  db: Db,
  task_id: number,
  set: { discussion_locked_at?: number | null; post_first?: boolean },
): Promise<void> => {
  await db.updateTable('tasks').set(set).where('id', '=', task_id).execute()
}
