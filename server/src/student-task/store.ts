import { sql, type SqlBool } from 'kysely'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import { isElsewhere } from '../tasks/sets/elsewhere-store.ts'
import type { FileRow } from '../files/store.ts'

const attachments = compiled<{ task_id: number }, FileRow>((db, value) =>
  db
    .selectFrom('task_files')
    .innerJoin('files', 'files.id', 'task_files.file_id')
    .selectAll('files')
    .where('task_files.task_id', '=', value('task_id'))
    .where('files.status', '=', 'ready')
    .orderBy('task_files.sort_order')
    .orderBy('files.id'),
)

/** What a teacher attached to a task, in order. */
export const attachmentsOf = (db: Db, task_id: number): Promise<FileRow[]> => attachments(db, { task_id })

/** The files of a version, in the order they were handed in. */
export const filesOfVersion = (db: Db, submission_id: number): Promise<FileRow[]> =>
  db
    .selectFrom('submission_files')
    .innerJoin('files', 'files.id', 'submission_files.file_id')
    .selectAll('files')
    .where('submission_files.submission_id', '=', submission_id)
    .orderBy('submission_files.sort_order')
    .execute()

const prerequisites = compiled<{ task_id: number; user_id: number }, { id: number; title: string; passed: number }>(
  (db, value) =>
    db
      .selectFrom('task_prerequisites as needed')
      .innerJoin('tasks', 'tasks.id', 'needed.required_task_id')
      .leftJoin('enrolments as done', (join) =>
        join
          .onRef('done.task_id', '=', 'tasks.id')
          .on('done.user_id', '=', value('user_id'))
          .on(sql<boolean>`(done.state in ('passed', 'excused') or done.reopened_from = 'passed')`),
      )
      .select([
        'tasks.id',
        'tasks.title',
        'tasks.sort_order',
        sql<number>`max(case when done.id is not null or ${isElsewhere(value('user_id'), { id: sql.ref('tasks.id'), set_id: sql.ref('tasks.set_id') })} then 1 else 0 end)`.as(
          'passed',
        ),
      ])
      .where('needed.task_id', '=', value('task_id'))
      .where('tasks.status', 'not in', ['draft', 'trashed'])
      .groupBy(['tasks.id', 'tasks.set_id', 'tasks.title', 'tasks.sort_order'])
      .orderBy('tasks.sort_order')
      .orderBy('tasks.id'),
)

/** The tasks to be finished before one, and whether this student has. */
export const prerequisitesOf = async (
  db: Db,
  task_id: number,
  user_id: number,
): Promise<{ id: number; title: string; passed: boolean }[]> => {
  const rows = await prerequisites(db, { task_id, user_id })
  return rows.map(({ id, title, passed }) => ({ id, title, passed: passed === 1 }))
}

const excellent = compiled<{ user_id: number; guild_id: number }, { task_id: number }>((db, value) =>
  db
    .selectFrom('enrolments')
    .innerJoin('submissions', 'submissions.enrolment_id', 'enrolments.id')
    .select('submissions.task_id')
    .distinct()
    .where('enrolments.user_id', '=', value('user_id'))
    .where('enrolments.state', '=', 'passed')
    .where('submissions.guild_id', '=', value('guild_id'))
    .where(sql<SqlBool>`submissions.featured`),
)

/** The tasks of a guild whose work of this student is marked 优: a pick shows once it is agreed and its result is out. */
export const excellentTasks = async (db: Db, user_id: number, guild_id: number): Promise<ReadonlySet<number>> =>
  new Set((await excellent(db, { user_id, guild_id })).map(({ task_id }) => task_id))
