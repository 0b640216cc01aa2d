import type { Db } from '../db/schema.ts'

/** Guilds as shown in a line: name and emblem. */
export const guildFaces = async (db: Db, ids: readonly number[]) => {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('guilds').select(['id', 'name', 'hue', 'glyph', 'flag']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The active guilds somebody is staff of by membership, with their part there. */
export const staffedGuilds = (db: Db, user_id: number) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('guilds as g', 'g.id', 'gm.guild_id')
    .select(['g.id', 'g.name', 'g.hue', 'g.glyph', 'g.flag', 'gm.role'])
    .where('gm.user_id', '=', user_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', '!=', 'student')
    .where('g.status', '=', 'active')
    .orderBy('gm.role', 'desc')
    .orderBy('g.id')
    .limit(200)
    .$narrowType<{ role: 'teacher' | 'assistant' }>()
    .execute()
