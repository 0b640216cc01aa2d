import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** What asks for something about a task that is in the bin already is taken away once the product is up. */
export const up: Migration = async ({ db }) => {
  await sql`insert into events (name, payload, created_at)
    select 'task.binned', '{"task_id":' || cast(id as text) || '}', coalesce(trashed_at, updated_at)
    from tasks where status = 'trashed'`.execute(db)
}
