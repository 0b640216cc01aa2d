import { sql } from 'kysely'
import type { Table } from './all-tables.ts'
import type { Db, Schema } from './schema.ts'
import type { Database } from './open.ts'
import type { Value } from './snapshot.ts'

/** Takes every row out of these tables; those that point to others first. */
export const emptyTables = async (db: Db, tables: readonly Table[]): Promise<void> => {
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(db)
}

/**
 * Puts rows into a table as they are, ids included. `columns` names their values; a column the table has besides gets
 * its default.
 */
export const refill = async (
  database: Database,
  db: Db,
  table: Table,
  columns: readonly string[],
  rows: readonly Value[][],
): Promise<void> => {
  if (rows.length === 0) return
  const into = sql`insert into ${sql.table(table.name)} (${sql.join(columns.map((name) => sql.ref(name)))})`
  // One parameter for all rows: a statement with thousands of them costs more than storing the rows.
  if (database.dialect === 'sqlite') {
    const values = sql.join(columns.map((_, at) => sql`rows.value ->> ${sql.lit(`$[${at}]`)}`))
    await sql`${into} select ${values} from json_each(${JSON.stringify(rows)}) as rows where true`.execute(db)
  } else {
    const records = rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])))
    const names = sql.join(columns.map((name) => sql.ref(`rows.${name}`)))
    await sql`${into} select ${names} from json_populate_recordset(null::${sql.table(table.name)}, ${JSON.stringify(records)}::json) as rows`.execute(
      db,
    )
  }
}

/** Makes new ids of these tables continue after the highest existing one. */
export const settleAllIds = async (database: Database, db: Db, tables: readonly Table[]): Promise<void> => {
  for (const { name, hasIds } of tables) if (hasIds) await database.settleIds(db, name as keyof Schema & string)
}
