import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Works of users who are deleted, or are to be, were no longer shared but still waited for staff. They no longer wait,
 * a refusal of them keeps no words, and the staff of their guilds are notified anew once the product is up.
 */
export const up: Migration = async ({ db }) => {
  await sql`insert into events (name, payload, created_at)
    select 'shares.changed', '{"guild_id":' || cast(guild_id as text) || '}', max(submitted_at)
    from submissions where share = 'none' and share_state = 'waiting' group by guild_id`.execute(db)
  await sql`update submissions set share_state = 'open', share_answer = ''
    where share = 'none' and share_state <> 'open'`.execute(db)
}
