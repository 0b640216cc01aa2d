import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Index for the gallery with picked works first, like those of its other orders: without it every shown work was
 * sorted.
 */
export const up: Migration = async ({ db }) => {
  await sql`create index submissions_shared_featured on submissions ((case when featured then 1 else 0 end), id)
    where status = 'released' and share <> 'none' and share_state = 'open' and not hidden`.execute(db)
}
