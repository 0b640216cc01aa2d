import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import type { Db } from '../db/schema.ts'
import { mostUrgent, openCount } from './rules.ts'
import { tasksOf, teachersOf, underWay, type KnownGuild } from './store.ts'

const grouped = <T extends { guild_id: number }>(rows: readonly T[]): Map<number, T[]> =>
  Map.groupBy(rows, ({ guild_id }) => guild_id)

/** Guilds as cards: three queries, however many guilds. */
export const guildCards = async (
  db: Db,
  guilds: readonly KnownGuild[],
  user_id: number,
  now: number,
): Promise<GuildCard[]> => {
  const ids = guilds.map(({ id }) => id)
  const teachers = await teachersOf(db, ids)
  const tasks = grouped(await tasksOf(db, ids))
  const mine = grouped(
    await underWay(
      db,
      user_id,
      guilds.filter(({ my_status }) => my_status === 'member').map(({ id }) => id),
    ),
  )
  return guilds.map(({ my_role, my_status, category, status, ...guild }) => ({
    ...guild,
    category: category ?? '',
    // Empty: the sites draw it from hue and glyph.
    cover: '',
    teacher: teachers.get(guild.id) ?? '',
    open_task_count: openCount(tasks.get(guild.id) ?? [], now),
    archived: status === 'archived',
    my_status: my_status ?? 'none',
    my_role: my_status === 'member' ? my_role : null,
    due_soon: mostUrgent(mine.get(guild.id) ?? [], now),
  }))
}
