import type { Db } from '../db/schema.ts'

/** The content of a certificate, for a work that shows as excellent; undefined for any other work. */
export const findCertified = (db: Db, submission_id: number) =>
  db
    .selectFrom('submissions')
    .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
    .innerJoin('guilds', 'guilds.id', 'submissions.guild_id')
    .innerJoin('users', 'users.id', 'submissions.user_id')
    .select([
      'submissions.id',
      'submissions.user_id',
      'submissions.title',
      'submissions.featured_reason',
      'submissions.submitted_at',
      'submissions.task_id',
      'tasks.title as task_title',
      'submissions.guild_id',
      'guilds.name as guild_name',
    ])
    .select(['users.nickname', 'users.real_name'])
    .leftJoin('work_picks as pick', 'pick.submission_id', 'submissions.id')
    .leftJoin('users as pickers', 'pickers.id', 'pick.picked_by')
    .select((eb) => eb.fn.coalesce('tasks.own_subject', 'guilds.subject').as('subject'))
    .select([
      'guilds.hue',
      'guilds.glyph',
      'guilds.flag',
      'pickers.nickname as picked_by',
      'pick.picked_at',
      'pick.agreed_at',
    ])
    .where('submissions.id', '=', submission_id)
    .where('submissions.featured', '=', true)
    .executeTakeFirst()

/** The certificate of a work that is not withdrawn. */
export const findStanding = (db: Db, submission_id: number) =>
  db
    .selectFrom('certificates')
    .select(['number', 'dated_at'])
    .where('submission_id', '=', submission_id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

type NewCertificate = { number: string; submission_id: number; guild_id: number; dated_at: number; created_at: number }

/** Stores a new certificate. The caller holds the lock on the work. */
export const addCertificate = async (db: Db, certificate: NewCertificate): Promise<void> => {
  await db
    .insertInto('certificates')
    .values({ ...certificate, withdrawn_at: null })
    .execute()
}

/** Withdraws the certificate of a work, where one was opened. */
export const withdrawCertificate = async (db: Db, submission_id: number, now: number): Promise<void> => {
  await db
    .updateTable('certificates')
    .set({ withdrawn_at: now })
    .where('submission_id', '=', submission_id)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/**
 * The certificate with a number, withdrawn or not, even where its work was deleted permanently; the caller decides who
 * may see it. Of a deleted work only the guild and the day are left.
 */
export const findByNumber = (db: Db, number: string) =>
  db
    .selectFrom('certificates')
    .leftJoin('submissions', 'submissions.id', 'certificates.submission_id')
    .innerJoin('guilds', (join) =>
      join.on((on) => on('guilds.id', '=', on.fn.coalesce('certificates.guild_id', 'submissions.guild_id'))),
    )
    .leftJoin('tasks', 'tasks.id', 'submissions.task_id')
    .leftJoin('users', 'users.id', 'submissions.user_id')
    .select(['certificates.number', 'certificates.dated_at', 'certificates.withdrawn_at'])
    .select(['guilds.id as guild_id', 'guilds.name as guild_name', 'submissions.id', 'submissions.title'])
    .select(['submissions.task_id', 'tasks.title as task_title'])
    .select(['users.nickname', 'users.real_name', 'users.student_no'])
    .where('certificates.number', '=', number)
    .executeTakeFirst()
