import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { atOnce, paged } from './paged.ts'

/** The user's own profile, without the digest of the password and without what others may not have disclosed. */
export const ownProfile = async (db: Db, user_id: number) => {
  const person = await db
    .selectFrom('users')
    .select([
      'username',
      'nickname',
      'nickname_given',
      'real_name',
      'student_no',
      'email',
      'email_confirmed',
      'email_given',
      'mobile_confirmed',
      'mobile',
      'gender',
      'job',
      'job_name',
      'location',
      'location_name',
    ])
    .select([
      'introduction',
      'personal_website',
      'head',
      'organization',
      'organization_name',
      'ranking_visibility',
      'locale',
      'consent_version',
      'consent_at',
    ])
    .select(['created_at', 'last_login_at'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const guilds = await db
    .selectFrom('guild_members as gm')
    .innerJoin('guilds', 'guilds.id', 'gm.guild_id')
    .select(['guilds.name', 'gm.role', 'gm.title', 'gm.status', 'gm.message', 'gm.joined_at', 'gm.created_at'])
    .where('gm.user_id', '=', user_id)
    .orderBy('gm.id')
    .execute()
  const invitations = await db
    .selectFrom('guild_invitations as gi')
    .innerJoin('guilds', 'guilds.id', 'gi.guild_id')
    .innerJoin('users as inviter', 'inviter.id', 'gi.invited_by')
    .select([
      'guilds.name',
      'gi.role',
      'gi.title',
      'inviter.nickname as invited_by',
      'gi.status',
      'gi.created_at',
      'gi.answered_at',
    ])
    .where('gi.user_id', '=', user_id)
    .orderBy('gi.id', 'desc')
    .limit(1_000)
    .execute()
  const sessions = await db
    .selectFrom('sessions')
    .select(['device', 'address', 'created_at', 'expires_at', 'ended_at'])
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  const identities = await db
    .selectFrom('identities as i')
    .innerJoin('login_providers as p', 'p.id', 'i.provider_id')
    .select(['p.name', 'i.subject', 'i.label', 'i.linked_at', 'i.used_at'])
    .where('i.user_id', '=', user_id)
    .orderBy('i.id')
    .limit(50)
    .execute()
  return { person, guilds, invitations, sessions, identities }
}

/** The user's own student-tasks; a score is included only once it is released. */
export const ownTasks = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('enrolments as e')
      .innerJoin('tasks', 'tasks.id', 'e.task_id')
      .innerJoin('guilds', 'guilds.id', 'e.guild_id')
      .select([
        'e.id',
        'guilds.name as guild',
        'tasks.title as task',
        'e.round',
        'e.state',
        'e.accepted_at',
        'e.late',
        'e.extended_until',
        'e.return_due_at',
      ])
      .select(['e.score', 'e.percent_final', 'e.released_at', 'e.abort_reason', 'e.excuse_reason'])
      .where('e.user_id', '=', user_id)
      .where('e.id', '>', after)
      .orderBy('e.id')
      .limit(atOnce)
      .execute(),
  )

const versionsOf = (db: Db, user_id: number) =>
  db
    .selectFrom('submissions as s')
    .innerJoin('tasks', 'tasks.id', 's.task_id')
    .leftJoin('results as r', (join) =>
      join.on(
        'r.id',
        '=',
        sql<number>`(select max(own.id) from results as own where own.submission_id = s.id and own.status in ('released', 'replaced') and own.released_at is not null)`,
      ),
    )
    .select([
      's.id',
      'tasks.title as task',
      's.version',
      's.title',
      's.content',
      's.links',
      's.answers',
      's.share',
      's.late',
      's.submitted_at',
    ])
    .select(['s.share_answer', 's.hidden', 's.hidden_reason', 's.featured', 's.featured_reason'])
    .select([
      's.receipt_no',
      's.sha256',
      'r.decision',
      'r.score',
      'r.percent_final',
      'r.text as feedback',
      'r.marks',
      'r.released_at',
    ])
    .where('s.user_id', '=', user_id)

/** The user's own versions, with their released feedback. */
export const ownVersions = (db: Db, user_id: number) =>
  paged((after) => versionsOf(db, user_id).where('s.id', '>', after).orderBy('s.id').limit(atOnce).execute())

/** One of them, with the questions of its task. */
export const ownVersion = (db: Db, user_id: number, id: number) =>
  versionsOf(db, user_id).select('tasks.questions').where('s.id', '=', id).executeTakeFirst()

/** Their tasks and numbers alone. */
export const ownVersionNames = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('submissions as s')
      .innerJoin('tasks', 'tasks.id', 's.task_id')
      .select(['s.id', 'tasks.title as task', 's.version'])
      .where('s.user_id', '=', user_id)
      .where('s.id', '>', after)
      .orderBy('s.id')
      .limit(atOnce)
      .execute(),
  )

/** The certificates the user opened, including withdrawn ones. */
export const ownCertificates = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('certificates as c')
      .innerJoin('submissions as s', 's.id', 'c.submission_id')
      .innerJoin('tasks', 'tasks.id', 's.task_id')
      .select(['c.id', 'c.number', 'tasks.title as task', 's.title', 's.version', 'c.created_at', 'c.withdrawn_at'])
      .where('s.user_id', '=', user_id)
      .where('c.id', '>', after)
      .orderBy('c.id')
      .limit(atOnce)
      .execute(),
  )

/** The seals, levels and chapters the user has seen. */
export const ownMoments = async (db: Db, user_id: number) =>
  db
    .selectFrom('seen_moments')
    .select(['kind', 'about', 'seen_at'])
    .where('user_id', '=', user_id)
    .orderBy('seen_at')
    .orderBy('kind')
    .orderBy('about')
    .limit(10_000)
    .execute()

/** The files of some versions, with where their bytes are. */
export const filesOfVersion = (db: Db, submission_id: number) =>
  db
    .selectFrom('submission_files as sf')
    .innerJoin('files', 'files.id', 'sf.file_id')
    .select(['files.id', 'sf.name', 'files.upload_id'])
    .where('sf.submission_id', '=', submission_id)
    .where('files.status', '=', 'ready')
    .orderBy('sf.sort_order')
    .execute()

/** The files of a draft, with where their bytes are. */
export const filesOfDraft = (db: Db, enrolment_id: number) =>
  db
    .selectFrom('draft_files as df')
    .innerJoin('files', 'files.id', 'df.file_id')
    .select(['files.id', 'files.name', 'files.upload_id'])
    .where('df.enrolment_id', '=', enrolment_id)
    .where('files.status', '=', 'ready')
    .orderBy('files.id')
    .execute()

/** The user's own drafts, with the questions of their tasks. */
export const ownDrafts = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('drafts as d')
      .innerJoin('enrolments as e', 'e.id', 'd.enrolment_id')
      .innerJoin('tasks', 'tasks.id', 'e.task_id')
      .select(['e.id', 'tasks.title as task', 'd.title', 'd.content', 'd.links', 'd.answers', 'd.saved_at'])
      .select('tasks.questions')
      .where('e.user_id', '=', user_id)
      .where('e.id', '>', after)
      .orderBy('e.id')
      .limit(atOnce)
      .execute(),
  )

/** The user's own posts, without the words of others. */
export const ownPosts = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('discussions as d')
      .innerJoin('tasks', 'tasks.id', 'd.task_id')
      .select(['d.id', 'tasks.title as task', 'd.content', 'd.anonymous', 'd.created_at'])
      .where('d.user_id', '=', user_id)
      .where('d.deleted_at', 'is', null)
      .where('d.id', '>', after)
      .orderBy('d.id')
      .limit(atOnce)
      .execute(),
  )

/** The movements of the user's own score and experience. */
export const ownLedger = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('ledger_entries')
      .select(['id', 'ledger', 'kind', 'points', 'before', 'after', 'memo', 'day', 'created_at'])
      .where('user_id', '=', user_id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute(),
  )

/** The sets of criteria the user keeps for reuse. */
export const ownCriteriaSets = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('criteria_sets')
      .select(['id', 'title', 'criteria', 'created_at'])
      .where('user_id', '=', user_id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute(),
  )

/** The messages in the user's own box. */
export const ownMessages = (db: Db, user_id: number) =>
  paged((after) =>
    db
      .selectFrom('messages')
      .select(['id', 'kind', 'data', 'created_at', 'read_at'])
      .where('user_id', '=', user_id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute(),
  )
