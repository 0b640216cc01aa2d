import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Drafts and submissions, reviews, appeals and extension requests, banners. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('drafts')
    .addColumn('enrolment_id', 'integer', (c) => c.primaryKey().references('enrolments.id').onDelete('cascade'))
    .addColumn('draft_version', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('content', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('files', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('links', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('answers', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('statement', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('share', 'text', (c) =>
      c
        .notNull()
        .defaultTo('none')
        .check(sql`share in ('none', 'guild', 'site')`),
    )
    .addColumn('device', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('saved_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('draft_files')
    .addColumn('enrolment_id', 'integer', (c) => c.notNull().references('drafts.enrolment_id').onDelete('cascade'))
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id'))
    .addPrimaryKeyConstraint('draft_files_pk', ['enrolment_id', 'file_id'])
    .execute()
  await db.schema.createIndex('draft_files_file').on('draft_files').column('file_id').execute()

  await db.schema
    .createTable('submissions')
    .$call(id)
    .addColumn('enrolment_id', 'integer', (c) => c.notNull().references('enrolments.id').onDelete('cascade'))
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('sealed', 'in_review', 'reviewed', 'released', 'withdrawn')`),
    )
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('content_html', 'text', (c) => c.notNull())
    .addColumn('excerpt', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('links', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('answers', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('share', 'text', (c) =>
      c
        .notNull()
        .defaultTo('none')
        .check(sql`share in ('none', 'guild', 'site')`),
    )
    .addColumn('late', 'boolean', (c) => c.notNull())
    .addColumn('submitted_at', 'bigint', (c) => c.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('draft_version', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('receipt_no', 'text', (c) => c.notNull().unique())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull())
    .addColumn('score', 'double precision')
    .addColumn('percent_final', 'double precision')
    .addColumn('reviewer_id', 'integer')
    .addColumn('review_until', 'bigint')
    .addColumn('featured', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('featured_reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('hidden', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('like_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('cover_file_id', 'integer')
    .addUniqueConstraint('submissions_version', ['enrolment_id', 'version'])
    .addUniqueConstraint('submissions_key', ['user_id', 'key'])
    .execute()
  await db.schema.createIndex('submissions_mine').on('submissions').columns(['user_id', 'id']).execute()
  await sql`create index submissions_waiting on submissions (guild_id, id) where status in ('sealed', 'in_review')`.execute(
    db,
  )
  await sql`create index submissions_task on submissions (task_id, status, id)`.execute(db)
  await sql`create index submissions_shared on submissions (id) where status = 'released' and share <> 'none' and not hidden`.execute(
    db,
  )

  await db.schema
    .createTable('submission_files')
    .addColumn('submission_id', 'integer', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id'))
    .addColumn('sort_order', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('submission_files_pk', ['submission_id', 'file_id'])
    .execute()
  await db.schema.createIndex('submission_files_file').on('submission_files').column('file_id').execute()

  await db.schema
    .createTable('results')
    .$call(id)
    .addColumn('submission_id', 'integer', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('enrolment_id', 'integer', (c) => c.notNull().references('enrolments.id').onDelete('cascade'))
    .addColumn('reviewer_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('reviewer_role', 'text', (c) => c.notNull())
    .addColumn('decision', 'text', (c) => c.notNull().check(sql`decision in ('pass', 'return', 'fail')`))
    .addColumn('score', 'double precision')
    .addColumn('percent', 'double precision')
    .addColumn('percent_final', 'double precision')
    .addColumn('late_deduction', 'double precision', (c) => c.notNull().defaultTo(0))
    .addColumn('marked_version', 'integer')
    .addColumn('text', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('marks', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('criteria', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('held', 'released', 'replaced')`))
    .addColumn('return_due_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('released_at', 'bigint')
    .execute()
  await db.schema.createIndex('results_enrolment').on('results').columns(['enrolment_id', 'id']).execute()
  await db.schema.createIndex('results_submission').on('results').columns(['submission_id', 'id']).execute()

  await db.schema
    .createTable('appeals')
    .$call(id)
    .addColumn('result_id', 'integer', (c) => c.notNull().unique().references('results.id').onDelete('cascade'))
    .addColumn('submission_id', 'integer', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('enrolment_id', 'integer', (c) => c.notNull().references('enrolments.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('open', 'kept', 'changed')`))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('answered_by', 'integer')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('answered_at', 'bigint')
    .execute()
  await db.schema.createIndex('appeals_inbox').on('appeals').columns(['guild_id', 'status', 'id']).execute()

  await db.schema
    .createTable('extension_requests')
    .$call(id)
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('open', 'granted', 'refused')`))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('wanted_until', 'bigint')
    .addColumn('answer', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('until', 'bigint')
    .addColumn('answered_by', 'integer')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('answered_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('extension_requests_inbox')
    .on('extension_requests')
    .columns(['guild_id', 'status', 'id'])
    .execute()
  await sql`create unique index extension_requests_open on extension_requests (user_id, task_id) where status = 'open'`.execute(
    db,
  )

  await db.schema
    .createTable('banners')
    .$call(id)
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('subtitle', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('image_file_id', 'integer')
    .addColumn('art', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('alt', 'text', (c) => c.notNull())
    .addColumn('link', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('link_text', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('weigh', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('guild_id', 'integer', (c) => c.references('guilds.id').onDelete('cascade'))
    .addColumn('begin_at', 'bigint')
    .addColumn('end_at', 'bigint')
    .addColumn('visible', 'boolean', (c) => c.notNull().defaultTo(true))
    .addColumn('demo', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
}
