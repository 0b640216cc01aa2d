import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The subject of a guild according to its emblem, used when emblems became flags and covers became drawings. */
const subjectByGlyph = [
  ['code', 'code'],
  ['robot', 'robot'],
  ['camera', 'photo'],
  ['print', 'paint'],
  ['book', 'write'],
  ['sprout', 'nature'],
  ['sigma', 'math'],
  ['note', 'music'],
  ['shoe', 'sport'],
  ['ball', 'sport'],
  ['heart', 'care'],
  ['globe', 'geography'],
  ['flask', 'chemistry'],
  ['scroll', 'history'],
] as const

/** The subject by a word in the name or, if that has none, in the name of the category. */
const subjectByWord = [
  ['机器人', 'robot'],
  ['编程', 'code'],
  ['信息', 'code'],
  ['数学', 'math'],
  ['物理', 'physics'],
  ['化学', 'chemistry'],
  ['生物', 'nature'],
  ['科学', 'nature'],
  ['摄影', 'photo'],
  ['音乐', 'music'],
  ['美术', 'paint'],
  ['历史', 'history'],
  ['地理', 'geography'],
  ['英语', 'english'],
  ['语文', 'write'],
  ['文学', 'write'],
  ['体育', 'sport'],
  ['社会实践', 'care'],
  ['班', 'class'],
] as const

/**
 * Flags, the drawings of guilds and tasks, and when a flag was last changed. Existing guilds keep what they have until
 * it is changed.
 */
export const up: Migration = async ({ db, id }) => {
  await sql`alter table guilds add column flag text not null default 'shield-plain-tech'`.execute(db)
  await sql`alter table guilds add column motto text not null default ''`.execute(db)
  await sql`alter table guilds add column subject text not null default 'compass'`.execute(db)
  await sql`alter table tasks add column own_subject text`.execute(db)
  await sql`update guilds set flag = (case when id % 2 = 0 then 'shield' else 'hexagon' end) || '-plain-' || hue`.execute(
    db,
  )
  for (const [glyph, subject] of subjectByGlyph)
    await sql`update guilds set subject = ${subject} where glyph = ${glyph}`.execute(db)
  const category = sql`(select name from guild_categories where guild_categories.id = guilds.category_id)`
  for (const said of [category, sql`guilds.name`])
    for (const [word, subject] of subjectByWord.toReversed())
      await sql`update guilds set subject = ${subject} where glyph not in (${sql.join(subjectByGlyph.map(([glyph]) => glyph))}) and ${said} like ${`%${word}%`}`.execute(
        db,
      )
  await db.schema
    .createTable('flag_changes')
    .$call(id)
    .addColumn('guild_id', 'integer', (c) => c.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('actor_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('hue', 'text', (c) => c.notNull())
    .addColumn('glyph', 'text', (c) => c.notNull())
    .addColumn('flag', 'text', (c) => c.notNull())
    .addColumn('motto', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('flag_changes_guild').on('flag_changes').columns(['guild_id', 'id']).execute()
  await db.schema.createIndex('flag_changes_actor').on('flag_changes').columns(['actor_id']).execute()
}
