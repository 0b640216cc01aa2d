import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

// Adds to every table with stored HTML how often rendering is still to be tried, 0 when it is done.
const tables = ['announcements', 'discussions', 'guilds', 'submissions', 'tasks'] as const

export const up: Migration = async ({ db }) => {
  for (const table of tables) {
    await db.schema
      .alterTable(table)
      .addColumn('render_pending', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`create index ${sql.ref(`${table}_to_render`)} on ${sql.table(table)} (id) where render_pending > 0`.execute(
      db,
    )
  }
}
