import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The gallery with what was picked first, walked as its other orders are: without this one every shown work was sorted. */
export const up: Migration = async ({ db }) => {
  await sql`create index submissions_shared_featured on submissions ((case when featured then 1 else 0 end), id)
    where status = 'released' and share <> 'none' and share_state = 'open' and not hidden`.execute(db)
}
