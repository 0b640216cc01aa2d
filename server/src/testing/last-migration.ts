import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/**
 * Makes a database look as if the last migration had not run; it has to be restored at the end, because another test
 * gets the same database.
 */
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
