import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Events } from '../events.ts'
import { setGuildStatus } from '../guilds/settings-store.ts'
import { isWaiting } from '../submissions/status-store.ts'
import { isInBin } from '../tasks/bin-store.ts'
import { archiveTerm } from '../tasks/editing/copy.ts'

const shown = 300

/**
 * Active guilds whose names contain one of these class names, with their numbers of open tasks and waiting works; 300
 * at most.
 */
export const guildsNamedAfter = async (db: Db, names: readonly string[]) => {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('guilds')
    .select(['guilds.id', 'guilds.name', 'guilds.member_count as members'])
    .select([
      sql<number>`(select count(*) from tasks where tasks.guild_id = guilds.id and tasks.status = 'open')`.as('open'),
      sql<number>`(select count(*) from submissions where submissions.guild_id = guilds.id and ${isWaiting('submissions')} and not ${isInBin('submissions.task_id')})`.as(
        'waiting',
      ),
    ])
    .where('guilds.status', '=', 'active')
    .orderBy('guilds.name')
    .orderBy('guilds.id')
    .limit(5_000)
    .execute()
  // 高一（1）班 is in 高一（1）班数学, and 1班 in neither 11班 nor 21班.
  const longest = names.toSorted((one, other) => other.length - one.length)
  return rows
    .flatMap((row) => {
      const class_name = longest.find((name) => isNamedAfter(row.name, name))
      return class_name === undefined
        ? []
        : [{ ...row, open: Number(row.open), waiting: Number(row.waiting), class_name }]
    })
    .slice(0, shown)
}

const isNamedAfter = (guild: string, name: string): boolean => {
  const at = guild.indexOf(name)
  const [ahead, behind] = [guild.slice(0, at), guild.slice(at + name.length)]
  return at >= 0 && !/[\d一二三四五六七八九十]$/.test(ahead) && !(/\d$/.test(name) && /^\d/.test(behind))
}

/**
 * Archives those of these guilds that are active, in the caller’s transaction, and returns their ids; undefined where
 * one of the guilds does not exist.
 */
export const archiveGuilds = async (
  db: Db,
  events: Events,
  ids: readonly number[],
  now: number,
): Promise<number[] | undefined> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const rows = await db.selectFrom('guilds').select(['id', 'status']).where('id', 'in', wanted).orderBy('id').execute()
  if (rows.length < wanted.length) return undefined
  const open = rows.filter(({ status }) => status === 'active').map(({ id }) => id)
  for (const id of open) await archiveTerm(db, events, id, now)
  return open
}

/** Reactivates guilds that are still archived. */
export const reviveGuilds = async (db: Db, events: Events, ids: readonly number[]): Promise<void> => {
  for (const id of ids) await setGuildStatus(db, events, id, 'active')
}
