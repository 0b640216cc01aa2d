import type { Db } from '../db/schema.ts'
import { defaultSettings, readSettings, settingsFor, writeSettings } from '../settings.ts'

const shown = { rankings: 'site', ranking_values: true, ranking_list: 'names' } as const
type Rankings = Pick<typeof defaultSettings, keyof typeof shown>

const key = 'rankings_before_sample'

const current = async (db: Db): Promise<Rankings> => {
  const { rankings, ranking_values, ranking_list } = await readSettings(db)
  return { rankings, ranking_values, ranking_list }
}

/** Turns the rankings on to show those of the sample, and remembers what the school had decided. */
export const showRankings = async (db: Db): Promise<void> => {
  const value = JSON.stringify(await current(db))
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  await writeSettings(db, shown)
}

/** Puts back what the school had decided before the sample; what it has decided since stays. */
export const restoreRankings = async (db: Db): Promise<void> => {
  const noted = await db.deleteFrom('settings').where('key', '=', key).returning('value').executeTakeFirst()
  const now = await current(db)
  if (now.rankings !== shown.rankings || now.ranking_values !== shown.ranking_values) return
  if (now.ranking_list !== shown.ranking_list) return
  const { rankings, ranking_values } = defaultSettings
  // A sample loaded by an earlier version noted nothing.
  const before = noted ? (JSON.parse(noted.value) as Rankings) : { rankings, ranking_values }
  const { school_kind } = await readSettings(db)
  await writeSettings(db, { ...settingsFor(school_kind), ...before })
}
