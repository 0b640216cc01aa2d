import type { Migration } from '../migrate.ts'

/** Review drafts, saved comments, and pairs of similar texts. */
export const up: Migration = async ({ db, id }) => {
  await db.schema
    .createTable('review_drafts')
    .addColumn('submission_id', 'integer', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('reviewer_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('draft_version', 'integer', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('saved_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('review_drafts_pk', ['submission_id', 'reviewer_id'])
    .execute()
  await db.schema.createIndex('review_drafts_reviewer').on('review_drafts').column('reviewer_id').execute()

  await db.schema
    .createTable('saved_comments')
    .$call(id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('guild_id', 'integer', (c) => c.references('guilds.id').onDelete('cascade'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('saved_comments_user').on('saved_comments').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('saved_comments_guild').on('saved_comments').columns(['guild_id', 'id']).execute()

  await db.schema
    .createTable('work_sketches')
    .addColumn('submission_id', 'integer', (c) => c.primaryKey().references('submissions.id').onDelete('cascade'))
    .addColumn('task_id', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('sketch', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('work_sketches_task').on('work_sketches').columns(['task_id', 'submission_id']).execute()

  await db.schema
    .createTable('similar_works')
    .addColumn('submission_id', 'integer', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('other_id', 'integer', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('percent', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('similar_works_pk', ['submission_id', 'other_id'])
    .execute()
  await db.schema.createIndex('similar_works_other').on('similar_works').column('other_id').execute()

  // The inbox of held results, and the corrections of a task.
  await db.schema.createIndex('results_status').on('results').columns(['status', 'id']).execute()
}
