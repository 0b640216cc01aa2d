import { sql, type Insertable, type SqlBool } from 'kysely'
import { compiled, type ParameterOf } from '../../db/compiled.ts'
import type { Db } from '../../db/schema.ts'
import { together } from '../../db/together.ts'
import { toldStaff } from '../../guilds/scope-store.ts'
import { isInBin } from '../../tasks/bin-store.ts'
import { isPublished } from '../../tasks/store.ts'
import { isWaiting } from '../status-store.ts'
import type { Version, VersionFile } from '../store.ts'
import type { DraftTable } from '../tables.ts'

const taskColumns = [
  'tasks.id',
  'tasks.guild_id',
  'tasks.title',
  'tasks.status',
  'tasks.open_at',
  'tasks.due_at',
  'tasks.close_at',
  'tasks.closed_at',
  'tasks.late_rule',
  'tasks.late_percent',
  'tasks.late_cap',
  'tasks.max_score',
  'tasks.scored',
  'tasks.needs_review',
  'tasks.max_attempts',
  'tasks.needs_text',
  'tasks.min_files',
  'tasks.statement_required',
  'tasks.questions',
] as const

const contexts = (db: Db, value: (name: 'task_id' | 'user_id') => number) =>
  db
    .selectFrom('tasks')
    .innerJoin('users', (join) => join.on('users.id', '=', value('user_id')))
    .leftJoin('enrolments as row', (join) =>
      join
        .onRef('row.task_id', '=', 'tasks.id')
        .on('row.user_id', '=', value('user_id'))
        .on('row.round', '=', (eb) =>
          eb
            .selectFrom('enrolments as latest')
            .select((one) => one.fn.max('latest.round').as('round'))
            .whereRef('latest.task_id', '=', 'tasks.id')
            .where('latest.user_id', '=', value('user_id')),
        ),
    )
    .leftJoin('drafts as draft', 'draft.enrolment_id', 'row.id')
    .innerJoin('guilds', 'guilds.id', 'tasks.guild_id')
    .select(taskColumns)
    .select('guilds.status as guild_status')
    .select(
      sql<SqlBool>`exists (select 1 from guild_members as own where own.guild_id = tasks.guild_id and own.user_id = ${value('user_id')} and own.status != 'member')`.as(
        'has_left',
      ),
    )
    .select(['users.email', 'users.email_confirmed', 'users.locale'])
    .select([
      'row.id as enrolment_id',
      'row.state',
      'row.round',
      'row.version_count',
      'row.attempts',
      'row.extended_until',
      'row.return_due_at',
    ])
    .select([
      'draft.draft_version',
      'draft.title as draft_title',
      'draft.content',
      'draft.files',
      'draft.links',
      'draft.answers',
    ])
    .select(['draft.statement', 'draft.share', 'draft.device', 'draft.saved_at'])
    .select((eb) =>
      eb
        .selectFrom('submissions')
        .select('submissions.draft_version')
        .whereRef('submissions.enrolment_id', '=', 'row.id')
        .orderBy('submissions.version', 'desc')
        .limit(1)
        .as('sealed_draft_version'),
    )
    .where('tasks.id', '=', value('task_id'))
    .where((where) =>
      where.or([
        where.and([where('row.id', 'is not', null), where('tasks.status', 'not in', ['draft', 'trashed'])]),
        where.and([
          isPublished(value('user_id')),
          sql<SqlBool>`exists (select 1 from guild_members as own where own.guild_id = tasks.guild_id and own.user_id = ${value('user_id')} and own.status = 'member')`,
        ]),
      ]),
    )

/** What handing in depends on: the task, the student's row of the latest round and its draft. */
export type SubmitContext = Awaited<ReturnType<ReturnType<typeof contexts>['executeTakeFirstOrThrow']>>
const compiledContext = compiled<{ task_id: number; user_id: number }, SubmitContext>(contexts)

/** Undefined where the student may not see the task. One statement: it runs before and within the transaction. */
export const findSubmitContext = async (db: Db, task_id: number, user_id: number): Promise<SubmitContext | undefined> =>
  (await compiledContext(db, { task_id, user_id }))[0]

/**
 * Stores a draft in place of the current one. The caller holds its enrolment row, so two saves never run here at the
 * same time.
 */
export const putDraft = async (
  db: Db,
  draft: Insertable<DraftTable>,
  files: { now: readonly number[]; before: readonly number[] },
): Promise<void> => {
  const { enrolment_id, ...changes } = draft
  await db
    .insertInto('drafts')
    .values(draft)
    .onConflict((conflict) => conflict.column('enrolment_id').doUpdateSet(changes))
    .execute()
  if (files.before.length > 0) await db.deleteFrom('draft_files').where('enrolment_id', '=', enrolment_id).execute()
  if (files.now.length === 0) return
  await db
    .insertInto('draft_files')
    .values(files.now.map((file_id) => ({ enrolment_id, file_id })))
    .execute()
}

/** Removes the draft whose content was sealed. */
export const dropDraft = async (db: Db, enrolment_id: number): Promise<void> => {
  await db.deleteFrom('drafts').where('enrolment_id', '=', enrolment_id).execute()
}

/** What is written once, when a version is sealed. */
export type NewVersion = Omit<
  Version,
  | 'id'
  | 'status'
  | 'score'
  | 'percent_final'
  | 'reviewer_id'
  | 'review_until'
  | 'featured'
  | 'featured_reason'
  | 'hidden'
  | 'hidden_reason'
  | 'share_answer'
  | 'like_count'
>

const newVersionColumns = [
  'enrolment_id',
  'task_id',
  'guild_id',
  'user_id',
  'version',
  'title',
  'content',
  'content_html',
  'render_pending',
  'excerpt',
  'links',
  'answers',
  'share',
  'share_state',
  'form',
  'late',
  'submitted_at',
  'due_at',
  'draft_version',
  'receipt_no',
  'sha256',
  'key',
  'key_hash',
  'cover_file_id',
] as const satisfies readonly (keyof NewVersion)[]

const writeVersion = compiled<NewVersion, { id: number }>((db, value) =>
  db
    .insertInto('submissions')
    .values({
      ...(Object.fromEntries(newVersionColumns.map((column) => [column, value(column)])) as NewVersion),
      status: 'sealed',
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('id'),
)

/** Seals a version; undefined where this person has used the key before. */
export const insertVersion = async (
  db: Db,
  version: NewVersion,
  files: readonly Omit<VersionFile, 'submission_id'>[],
): Promise<number | undefined> => {
  const [row] = await writeVersion(db, version)
  if (!row) return undefined
  if (files.length > 0)
    await db
      .insertInto('submission_files')
      .values(files.map((file) => ({ ...file, submission_id: row.id })))
      .execute()
  return row.id
}

const byKey = (db: Db, user_id: number, key: string) =>
  db
    .selectFrom('submissions')
    .innerJoin('enrolments', 'enrolments.id', 'submissions.enrolment_id')
    .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
    .select([
      'submissions.id',
      'submissions.version',
      'submissions.late',
      'submissions.due_at',
      'submissions.submitted_at',
      'submissions.receipt_no',
    ])
    .select([
      'submissions.sha256',
      'submissions.key_hash',
      'enrolments.state',
      'tasks.late_rule',
      'tasks.late_percent',
      'tasks.late_cap',
    ])
    .where('submissions.user_id', '=', user_id)
    .where('submissions.key', '=', key)

/** A version with the fields that answer a repeated request. */
export type Sealed = Awaited<ReturnType<ReturnType<typeof byKey>['executeTakeFirstOrThrow']>>

const keyed = compiled<{ user_id: number; key: string }, Sealed>((db, value) =>
  byKey(db, value('user_id'), value('key')),
)

const sendings = together((db, value: ParameterOf<{ task_id: number; user_id: number; key: string }>) => ({
  sealed: byKey(db, value('user_id'), value('key')),
  contexts: contexts(db, value),
}))

/** What was sealed with this key before, and what handing in depends on: one statement. */
export const findSending = (db: Db, sending: { task_id: number; user_id: number; key: string }) => sendings(db, sending)

/** The version a person sealed with a key, with the current state of its task: the answer to a repeated request. */
export const findByKey = async (db: Db, user_id: number, key: string): Promise<Sealed | undefined> =>
  (await keyed(db, { user_id, key }))[0]

const waitingFor = together((db, value: ParameterOf<{ task_id: number; guild_id: number }>) => ({
  waiting: db
    .selectFrom(
      db
        .selectFrom('submissions')
        .select('id')
        .where('task_id', '=', value('task_id'))
        .where(isWaiting('submissions'))
        .where(({ not }) => not(isInBin('submissions.task_id')))
        .limit(100)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count')),
  staff: toldStaff(db, value('guild_id'), 'can_review'),
}))

/**
 * How many versions of a task wait for a review, counted to 100, none for a task in the bin; and which of the guild's
 * staff are told. One that a reviewer has open still waits, as in the queue: it may be left without a decision.
 */
export const waitingAndStaff = async (
  db: Db,
  task: { id: number; guild_id: number },
): Promise<{ count: number; staff: number[] }> => {
  const { waiting, staff } = await waitingFor(db, { task_id: task.id, guild_id: task.guild_id })
  return { count: Number(waiting[0]?.count ?? 0), staff: staff.map(({ user_id }) => user_id) }
}

/** The nickname of the author of the last submission that still waits; empty where nothing waits. */
export const lastWaiting = async (db: Db, task_id: number): Promise<string> => {
  const row = await db
    .selectFrom('submissions')
    .innerJoin('users', 'users.id', 'submissions.user_id')
    .select('users.nickname')
    .where('submissions.task_id', '=', task_id)
    .where(isWaiting('submissions'))
    .orderBy('submissions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.nickname ?? ''
}
