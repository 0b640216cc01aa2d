import type { Db } from '../db/schema.ts'

/** Adds to a checked list a row whose guild is to be created. */
const ready = async (db: Db, object: (name: string) => unknown): Promise<Record<string, never>> => {
  const import_id = Number(object('roster'))
  const row = { line: 7, place: 7, cells: '["0012","张三"]', fixes: '{"guild":"公会"}', status: 'new' as const }
  await db
    .insertInto('roster_rows')
    .values({ import_id, ...row })
    .execute()
  const guild = { key: '公会', name: '公会', guild_id: null, is_new: true, category_id: null, teacher_id: null }
  await db
    .insertInto('roster_guilds')
    .values({ import_id, ...guild, capacity: null, capacity_before: null })
    .execute()
  return {}
}

/** How words are written into a list of students that was read. */
export const waysOfLists = [
  { call: 'POST /api/admin/roster/repair', input: { id: '@roster', line: 7 }, actor: 'admin' as const, ready },
  {
    call: 'POST /api/admin/roster/settle_guild',
    input: { id: '@roster', key: '公会' },
    actor: 'admin' as const,
    ready,
  },
]
