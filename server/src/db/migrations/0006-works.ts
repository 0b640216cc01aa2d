import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The gallery: the form of each work, sharing that staff allow, likes, and picks by staff. */
export const up: Migration = async ({ db }) => {
  await db.schema
    .alterTable('submissions')
    .addColumn('form', 'text', (c) =>
      c
        .notNull()
        .defaultTo('text')
        .check(sql`form in ('image', 'text', 'code', 'audio', 'video', 'document')`),
    )
    .execute()
  await db.schema
    .alterTable('submissions')
    .addColumn('share_state', 'text', (c) =>
      c
        .notNull()
        .defaultTo('open')
        .check(sql`share_state in ('open', 'waiting', 'refused')`),
    )
    .execute()
  await db.schema
    .alterTable('submissions')
    .addColumn('share_answer', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('submissions')
    .addColumn('hidden_reason', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  const has = (condition: string) =>
    sql.raw(
      `exists (select 1 from submission_files sf join files f on f.id = sf.file_id where sf.submission_id = submissions.id and (${condition}))`,
    )
  const isCode = ['py', 'js', 'ts', 'c', 'cpp', 'h', 'java', 'html', 'css', 'json']
    .map((ending) => `lower(f.name) like '%.${ending}'`)
    .join(' or ')
  await sql`update submissions set form = case
    when ${has("f.kind = 'video'")} then 'video'
    when ${has("f.kind = 'audio'")} then 'audio'
    when ${has("f.kind = 'image'")} then 'image'
    when ${has(`f.kind = 'other' or (f.kind = 'text' and (${isCode}))`)} then 'code'
    when ${has("f.kind in ('pdf', 'office')")} then 'document'
    else 'text' end`.execute(db)

  // Every list of the gallery reads one of these indexes; hidden works are in none of them.
  await sql`drop index submissions_shared`.execute(db)
  const shown = sql`where status = 'released' and share <> 'none' and share_state = 'open' and not hidden`
  await sql`create index submissions_shared on submissions (id) ${shown}`.execute(db)
  await sql`create index submissions_liked on submissions (like_count, id) ${shown}`.execute(db)
  await sql`create index submissions_shared_guild on submissions (guild_id, id) ${shown}`.execute(db)
  await sql`create index submissions_shared_author on submissions (user_id, id) ${shown}`.execute(db)
  await sql`create index submissions_featured on submissions (id) where featured`.execute(db)
  // The released works of a guild for its staff, and the shares that wait for them.
  await sql`create index submissions_of_guild on submissions (guild_id, id) where status = 'released'`.execute(db)
  await sql`create index submissions_share_waiting on submissions (guild_id, id) where share_state = 'waiting'`.execute(
    db,
  )

  await db.schema
    .createTable('work_likes')
    .addColumn('submission_id', 'integer', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_likes_pk', ['submission_id', 'user_id'])
    .execute()
  await db.schema.createIndex('work_likes_user').on('work_likes').columns(['user_id', 'submission_id']).execute()

  await db.schema
    .createTable('work_picks')
    .addColumn('submission_id', 'integer', (c) => c.primaryKey().references('submissions.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('proposed', 'agreed')`))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('picked_by', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('picked_at', 'bigint', (c) => c.notNull())
    .addColumn('agreed_by', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('agreed_at', 'bigint')
    .execute()
  await db.schema.createIndex('work_picks_guild').on('work_picks').columns(['guild_id', 'submission_id']).execute()

  // Recordings uploaded before cleaning existed: the next run of the job cleans them for other readers.
  await sql`update files set pictures = 'waiting' where status = 'ready' and pictures = 'none'
    and mime in ('audio/mpeg', 'audio/wav', 'audio/mp4', 'video/mp4', 'video/quicktime')`.execute(db)
}
