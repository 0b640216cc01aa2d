import type { Migration } from '../migrate.ts'

/**
 * Keys are stored apart from the questions, so that nothing that reads a task for its students can reveal them. The
 * machine's marks are kept with each version, and the points of each question with its result.
 */
export const up: Migration = async ({ db }) => {
  await db.schema
    .createTable('question_keys')
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('question_id', 'text', (c) => c.notNull())
    .addColumn('sort_order', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('accepted', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('tolerance', 'double precision', (c) => c.notNull().defaultTo(0))
    .addColumn('explanation', 'text', (c) => c.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('question_keys_pk', ['task_id', 'question_id'])
    .execute()
  await db.schema
    .createTable('question_marks')
    .addColumn('submission_id', 'integer', (c) => c.primaryKey().references('submissions.id').onDelete('cascade'))
    .addColumn('marks', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .alterTable('results')
    .addColumn('question_marks', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
