import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Once the product is up, what asks for something in a guild that is in the archive already is taken out of all boxes.
 */
export const up: Migration = async ({ db }) => {
  await sql`insert into events (name, payload, created_at)
    select 'guild.put_away', '{"guild_id":' || cast(id as text) || '}', created_at
    from guilds where status = 'archived'`.execute(db)
}
