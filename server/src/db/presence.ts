import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** What a process does that keeps a listening connection to PostgreSQL: it serves the school, or moves its files. */
export type Presence = 'serving' | 'moving'

/** The name by which PostgreSQL knows the listening connection of such a process. */
export const presenceName = (as: Presence): string => `tongchuang ${as}`

/** A process as PostgreSQL sees it: the id of its connection there, and its machine; null for the same machine. */
export type Present = { pid: number; address: string | null }

/**
 * The processes that do this on a PostgreSQL database now. One that was killed is gone at once; one whose machine lost
 * its power is seen until the server gives its connection up.
 */
export const presentAs = async (db: Db, as: Presence): Promise<Present[]> => {
  const { rows } = await sql<Present>`select pid, host(client_addr) as address from pg_stat_activity
    where datname = current_database() and application_name = ${presenceName(as)} order by pid`.execute(db)
  return rows
}
