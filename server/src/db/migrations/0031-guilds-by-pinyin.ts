import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** A copy of `db/pinyin.ts` at the time of this migration: its results must not change with later code. */
const pinyinOf = async (name: string): Promise<string> => {
  const { pinyin } = await import('pinyin-pro')
  const plain = { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true } as const
  const letters = (parts: readonly string[]) =>
    parts.map((part) => part.toLowerCase().replaceAll(/[^a-z0-9]/g, '')).filter((part) => part !== '')
  const full = letters(pinyin(name, plain))
  const first = letters(pinyin(name, { ...plain, pattern: 'first' }))
  const ways = new Set([full, first].flatMap((parts) => parts.map((_, at) => parts.slice(at).join(''))))
  return [...ways].map((way) => ` ${way}`).join('')
}

export const up: Migration = async ({ db }) => {
  await sql`alter table guilds add column name_pinyin text not null default ''`.execute(db)
  const { rows } = await sql<{ id: number; name: string }>`select id, name from guilds`.execute(db)
  for (const { id, name } of rows)
    await sql`update guilds set name_pinyin = ${await pinyinOf(name)} where id = ${id}`.execute(db)
}
