import { hasLoggedIn } from '../accounts/identity-store.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { takeUp } from '../guilds/power-store.ts'
import { keysWith } from './guild-store.ts'
import { renewPasswords } from './new-slips.ts'

type Naming = {
  import_id: number
  people: readonly { id: number; guild_id: number | null }[]
  guildOf: (row: { guild_key: string }) => number | null
}

/**
 * The school’s own list takes over accounts that teachers’ lists created. Unused ones get a new initial password,
 * because the teacher who created them has the old one; returns the stored passwords by user. Call it in a transaction.
 */
export const takeUpListed = async (
  app: App,
  db: Db,
  { import_id, people, guildOf }: Naming,
): Promise<Map<number, string>> => {
  const unused: number[] = []
  for (const [id, own] of Map.groupBy(people, (person) => person.id)) {
    const others = (await keysWith(db, import_id, id)).map((guild_key) => guildOf({ guild_key }))
    const named = [...own.map(({ guild_id }) => guild_id), ...others].filter((guild_id) => guild_id !== null)
    if ((await takeUp(db, id, named)) && !(await hasLoggedIn(db, id))) unused.push(id)
  }
  return renewPasswords(app, db, unused, app.clock())
}
