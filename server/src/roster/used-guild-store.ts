import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/schema.ts'

const all = sql``

/**
 * Reasons to keep a guild created by a list: it has members, invitations, or any activity. By the table whose
 * `guild_id` names the guild.
 */
export const guildKeptFor: readonly { table: string; only: RawBuilder<unknown> }[] = [
  { table: 'guild_members', only: sql`and status in ('member', 'pending')` },
  { table: 'guild_invitations', only: sql`and status = 'waiting'` },
  { table: 'tasks', only: all },
  { table: 'chapters', only: all },
  { table: 'announcements', only: all },
  { table: 'discussions', only: all },
  { table: 'criteria_sets', only: all },
  { table: 'saved_comments', only: all },
  { table: 'guild_robots', only: all },
  { table: 'flag_changes', only: all },
  { table: 'class_joinings', only: all },
  // A certificate number stays taken even where the work was removed for good.
  { table: 'certificates', only: all },
  { table: 'banners', only: all },
  { table: 'roster_imports', only: all },
]

/** Whether a guild has any activity, or members other than the one teacher it was given; then an undo leaves it. */
export const isInUse = async (db: Db, guild_id: number, teacher_id: number | null): Promise<boolean> => {
  const uses = guildKeptFor.map(({ table, only }) => {
    const others = table === 'guild_members' ? sql`and user_id <> ${teacher_id ?? 0}` : all
    return sql`exists (select 1 from ${sql.table(table)} where guild_id = ${guild_id} ${only} ${others})`
  })
  // Every save of the guild by staff raises its version; the import itself does not.
  const saved = sql`exists (select 1 from guilds where id = ${guild_id} and (edit_version > 0 or status <> 'active'))`
  const { rows } = await sql<{
    used: number
  }>`select case when ${sql.join([saved, ...uses], sql` or `)} then 1 else 0 end as used`.execute(db)
  return rows[0]?.used === 1
}

/** The guilds created by a list that still exist, by their current names. */
export const guildsLeft = async (db: Db, import_id: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('roster_guilds as made')
    .innerJoin('guilds as g', 'g.id', 'made.guild_id')
    .select('g.name')
    .where('made.import_id', '=', import_id)
    .where('made.is_new', '=', true)
    .orderBy('g.id')
    .execute()
  return rows.map(({ name }) => name)
}
