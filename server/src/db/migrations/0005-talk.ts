import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Discussions with likes, edits and reports; feedback on assistants. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .alterTable('tasks')
    .addColumn('discussion_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('tasks').addColumn('discussion_locked_at', 'bigint').execute()
  await db.schema
    .alterTable('tasks')
    .addColumn('post_first', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()

  await db.schema
    .createTable('discussions')
    .$call(id)
    .addColumn('target', 'text', (c) =>
      c
        .notNull()
        .defaultTo('task')
        .check(sql`target in ('task', 'submit')`),
    )
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('submission_id', 'integer', (c) => c.references('submissions.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('student', 'assistant', 'teacher', 'admin')`))
    .addColumn('parent_id', 'integer', (c) => c.references('discussions.id').onDelete('cascade'))
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('content_html', 'text', (c) => c.notNull())
    .addColumn('anonymous', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('answer_rank', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('answer_told_at', 'bigint')
    .addColumn('pinned_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('like_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('reply_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('heat', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('edited_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .addColumn('hidden_at', 'bigint')
    .addColumn('hidden_by', 'integer')
    .addColumn('hidden_reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('held_at', 'bigint')
    .addColumn('key', 'text')
    .addColumn('demo', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`create index discussions_new on discussions (task_id, pinned_at, id) where parent_id is null`.execute(db)
  await sql`create index discussions_hot on discussions (task_id, pinned_at, heat, id) where parent_id is null`.execute(
    db,
  )
  await sql`create index discussions_replies on discussions (parent_id, answer_rank, id) where parent_id is not null`.execute(
    db,
  )
  await db.schema.createIndex('discussions_guild').on('discussions').columns(['guild_id', 'id']).execute()
  await db.schema
    .createIndex('discussions_person')
    .on('discussions')
    .columns(['user_id', 'task_id', 'created_at'])
    .execute()
  await sql`create unique index discussions_key on discussions (user_id, key) where key is not null`.execute(db)
  await sql`create index discussions_deleted on discussions (deleted_at) where deleted_at is not null`.execute(db)

  await db.schema
    .createTable('discussion_likes')
    .addColumn('discussion_id', 'integer', (c) => c.notNull().references('discussions.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('discussion_likes_pk', ['discussion_id', 'user_id'])
    .execute()
  await db.schema.createIndex('discussion_likes_user').on('discussion_likes').column('user_id').execute()

  await db.schema
    .createTable('discussion_edits')
    .$call(id)
    .addColumn('discussion_id', 'integer', (c) => c.notNull().references('discussions.id').onDelete('cascade'))
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('content_html', 'text', (c) => c.notNull())
    .addColumn('replaced_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('discussion_edits_post').on('discussion_edits').columns(['discussion_id', 'id']).execute()

  await db.schema
    .createTable('discussion_mentions')
    .addColumn('discussion_id', 'integer', (c) => c.notNull().references('discussions.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('discussion_mentions_pk', ['discussion_id', 'user_id'])
    .execute()

  await db.schema
    .createTable('discussion_files')
    .addColumn('discussion_id', 'integer', (c) => c.notNull().references('discussions.id').onDelete('cascade'))
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id'))
    .addPrimaryKeyConstraint('discussion_files_pk', ['discussion_id', 'file_id'])
    .execute()
  await db.schema.createIndex('discussion_files_file').on('discussion_files').column('file_id').execute()

  await db.schema
    .createTable('reports')
    .$call(id)
    .addColumn('target', 'text', (c) => c.notNull().check(sql`target in ('discussion', 'submit')`))
    .addColumn('target_id', 'integer', (c) => c.notNull())
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('reporter_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('reason', 'text', (c) =>
      c.notNull().check(sql`reason in ('abuse', 'spam', 'privacy', 'answer', 'other')`),
    )
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('status', 'text', (c) =>
      c
        .notNull()
        .defaultTo('open')
        .check(sql`status in ('open', 'kept', 'hidden')`),
    )
    .addColumn('decided_by', 'integer')
    .addColumn('decided_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('reports_once', ['target', 'target_id', 'reporter_id'])
    .execute()
  await db.schema.createIndex('reports_inbox').on('reports').columns(['guild_id', 'status', 'id']).execute()

  await db.schema
    .createTable('assistant_feedback')
    .$call(id)
    .addColumn('member_id', 'integer', (c) => c.notNull().references('guild_members.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('comment', 'text', (c) => c.notNull())
    .addColumn('rating', 'integer')
    .addColumn('named', 'boolean', (c) => c.notNull())
    .addColumn('shuffle', 'integer', (c) => c.notNull())
    .addColumn('demo', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('assistant_feedback_once', ['user_id', 'member_id', 'period'])
    .execute()
  await db.schema
    .createIndex('assistant_feedback_guild')
    .on('assistant_feedback')
    .columns(['guild_id', 'period', 'shuffle', 'id'])
    .execute()
  await db.schema
    .createIndex('assistant_feedback_member')
    .on('assistant_feedback')
    .columns(['member_id', 'period'])
    .execute()

  await db.schema
    .createTable('assistant_feedback_edits')
    .$call(id)
    .addColumn('feedback_id', 'integer', (c) => c.notNull().references('assistant_feedback.id').onDelete('cascade'))
    .addColumn('comment', 'text', (c) => c.notNull())
    .addColumn('rating', 'integer')
    .addColumn('replaced_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('assistant_feedback_edits_row')
    .on('assistant_feedback_edits')
    .columns(['feedback_id', 'id'])
    .execute()

  await db.schema
    .createTable('feedback_unsealings')
    .$call(id)
    .addColumn('feedback_id', 'integer', (c) => c.notNull())
    .addColumn('admin_id', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
}
