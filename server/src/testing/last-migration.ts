import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** Makes a database one that the version before has used; it is put back at the end, for another test gets the same one. */
export const takeLastMigration = async (db: Db): Promise<{ putBack: () => Promise<void> }> => {
  const { rows } = await sql<{ name: string; at: number }>`
    delete from migrations where name = (select max(name) from migrations) returning name, at`.execute(db)
  const [last] = rows
  if (!last) throw new Error('nothing was migrated')
  return {
    putBack: async () =>
      void (await sql`insert into migrations (name, at) values (${last.name}, ${last.at})`.execute(db)),
  }
}
