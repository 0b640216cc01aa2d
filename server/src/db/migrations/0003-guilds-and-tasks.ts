import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Guilds with their people, tasks, and what students have taken on. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('guild_categories')
    .$call(id)
    .addColumn('pid', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('hue', 'text', (c) => c.notNull().defaultTo('tech'))
    .addColumn('weigh', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('visible', 'boolean', (c) => c.notNull().defaultTo(true))
    .addColumn('demo', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()

  await db.schema
    .createTable('guilds')
    .$call(id)
    .addColumn('category_id', 'integer', (c) => c.references('guild_categories.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('hue', 'text', (c) => c.notNull().defaultTo('tech'))
    .addColumn('glyph', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('intro', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('description', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('description_html', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('capacity', 'integer')
    .addColumn('join_policy', 'text', (c) =>
      c.notNull().check(sql`join_policy in ('open', 'code', 'approval', 'closed')`),
    )
    .addColumn('invite_code', 'text', (c) => c.notNull().unique())
    .addColumn('visibility', 'text', (c) =>
      c
        .notNull()
        .defaultTo('public')
        .check(sql`visibility in ('public', 'hidden')`),
    )
    .addColumn('status', 'text', (c) =>
      c
        .notNull()
        .defaultTo('active')
        .check(sql`status in ('active', 'archived')`),
    )
    .addColumn('ranking_mode', 'text', (c) =>
      c
        .notNull()
        .defaultTo('top')
        .check(sql`ranking_mode in ('off', 'top', 'top+neighbours')`),
    )
    .addColumn('gallery', 'boolean', (c) => c.notNull().defaultTo(true))
    .addColumn('anonymous_allowed', 'boolean', (c) => c.notNull().defaultTo(true))
    .addColumn('feedback_named', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('max_doing', 'integer', (c) => c.notNull().defaultTo(5))
    .addColumn('member_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('demo', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('guilds_category').on('guilds').columns(['category_id', 'id']).execute()

  await db.schema
    .createTable('guild_members')
    .$call(id)
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('student', 'assistant', 'teacher')`))
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('pending', 'member', 'left', 'removed', 'refused')`),
    )
    .addColumn('title', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('can_review', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('can_moderate', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('can_admit', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('can_see_grades', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('message', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('joined_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('guild_members_once', ['guild_id', 'user_id'])
    .execute()
  await db.schema.createIndex('guild_members_user').on('guild_members').columns(['user_id', 'status']).execute()
  await db.schema
    .createIndex('guild_members_status')
    .on('guild_members')
    .columns(['guild_id', 'status', 'id'])
    .execute()

  await db.schema
    .createTable('announcements')
    .$call(id)
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('author_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('content_html', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('demo', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await db.schema.createIndex('announcements_guild').on('announcements').columns(['guild_id', 'id']).execute()

  await db.schema
    .createTable('chapters')
    .$call(id)
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('sort_order', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('chapters_guild').on('chapters').columns(['guild_id', 'sort_order']).execute()

  await db.schema
    .createTable('tasks')
    .$call(id)
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('chapter_id', 'integer', (c) => c.references('chapters.id'))
    .addColumn('sort_order', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('content', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('content_html', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('type', 'text', (c) => c.notNull().check(sql`type in ('main', 'side', 'daily', 'event')`))
    .addColumn('difficulty', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(1)
        .check(sql`difficulty between 1 and 5`),
    )
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('max_score', 'double precision', (c) => c.notNull().defaultTo(100))
    .addColumn('scored', 'boolean', (c) => c.notNull().defaultTo(true))
    .addColumn('pass_line', 'double precision', (c) => c.notNull().defaultTo(60))
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('draft', 'scheduled', 'open', 'closed', 'archived', 'trashed')`),
    )
    .addColumn('open_at', 'bigint')
    .addColumn('due_at', 'bigint')
    .addColumn('close_at', 'bigint')
    .addColumn('closed_at', 'bigint')
    .addColumn('late_rule', 'text', (c) =>
      c
        .notNull()
        .defaultTo('mark')
        .check(sql`late_rule in ('refuse', 'mark', 'percent')`),
    )
    .addColumn('late_percent', 'double precision', (c) => c.notNull().defaultTo(0))
    .addColumn('late_cap', 'double precision', (c) => c.notNull().defaultTo(100))
    .addColumn('needs_review', 'boolean', (c) => c.notNull().defaultTo(true))
    .addColumn('hold', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('capacity', 'integer')
    .addColumn('min_level', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('max_attempts', 'integer')
    .addColumn('cooldown_days', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('max_rounds', 'integer', (c) => c.notNull().defaultTo(30))
    .addColumn('needs_text', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('min_files', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('statement_required', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('questions', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('accepted_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_by', 'integer', (c) => c.references('users.id'))
    .addColumn('demo', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addCheckConstraint('tasks_dates', sql`due_at is null or close_at is null or due_at <= close_at`)
    .execute()
  await db.schema.createIndex('tasks_guild').on('tasks').columns(['guild_id', 'status', 'id']).execute()
  await sql`create index tasks_opening on tasks (open_at) where status = 'scheduled'`.execute(db)
  await sql`create index tasks_closing on tasks (close_at) where status = 'open'`.execute(db)

  await db.schema
    .createTable('task_prerequisites')
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('required_task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('task_prerequisites_pk', ['task_id', 'required_task_id'])
    .execute()

  await db.schema
    .createTable('criteria')
    .$call(id)
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('weight', 'double precision', (c) => c.notNull())
    .addColumn('sort_order', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('criteria_task').on('criteria').columns(['task_id', 'sort_order']).execute()

  await db.schema
    .createTable('task_files')
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id'))
    .addColumn('sort_order', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('task_files_pk', ['task_id', 'file_id'])
    .execute()
  await db.schema.createIndex('task_files_file').on('task_files').column('file_id').execute()

  await db.schema
    .createTable('enrolments')
    .$call(id)
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('round', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('state', 'text', (c) =>
      c
        .notNull()
        .check(sql`state in ('doing', 'submitted', 'returned', 'passed', 'failed', 'aborted', 'expired', 'excused')`),
    )
    .addColumn('reopened_from', 'text')
    .addColumn('left_from', 'text')
    .addColumn('accepted_at', 'bigint', (c) => c.notNull())
    .addColumn('late', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('extended_until', 'bigint')
    .addColumn('return_due_at', 'bigint')
    .addColumn('version_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('score', 'double precision')
    .addColumn('percent_final', 'double precision')
    .addColumn('released_at', 'bigint')
    .addColumn('mark_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('draft_saved_at', 'bigint')
    .addColumn('abort_reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('excuse_reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('enrolments_once', ['user_id', 'task_id', 'round'])
    .execute()
  await db.schema.createIndex('enrolments_guild').on('enrolments').columns(['user_id', 'guild_id', 'state']).execute()
  await db.schema.createIndex('enrolments_task').on('enrolments').columns(['task_id', 'state']).execute()
  await sql`create index enrolments_returned on enrolments (return_due_at) where state in ('doing', 'returned')`.execute(
    db,
  )
  await sql`create index enrolments_extended on enrolments (extended_until) where state = 'doing'`.execute(db)

  await db.schema
    .createTable('enrolment_history')
    .$call(id)
    .addColumn('enrolment_id', 'integer', (c) => c.notNull().references('enrolments.id').onDelete('cascade'))
    .addColumn('actor_id', 'integer')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('from_state', 'text', (c) => c.notNull())
    .addColumn('to_state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('enrolment_history_row').on('enrolment_history').columns(['enrolment_id', 'id']).execute()
}
