import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { pinyinOf } from '../pinyin.ts'

export const up: Migration = async ({ db }) => {
  await sql`alter table guilds add column name_pinyin text not null default ''`.execute(db)
  const { rows } = await sql<{ id: number; name: string }>`select id, name from guilds`.execute(db)
  for (const { id, name } of rows)
    await sql`update guilds set name_pinyin = ${await pinyinOf(name)} where id = ${id}`.execute(db)
}
