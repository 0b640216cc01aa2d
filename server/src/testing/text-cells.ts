import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

type Column = { table: string; column: string }

/** The content of a database's text columns. */
export type Cells = {
  /**
   * The columns that hold a text unchanged, by itself or as a value or key within JSON; only among the given columns,
   * if any are given.
   */
  holding: (text: string, among?: readonly string[]) => Promise<string[]>
}

const columnsOf = async (db: Db, dialect: 'sqlite' | 'postgres'): Promise<Column[]> => {
  const listed =
    dialect === 'postgres'
      ? sql<Column>`select table_name as "table", column_name as "column" from information_schema.columns where table_schema = current_schema() and data_type = 'text'`
      : sql<Column>`select m.name as "table", c.name as "column" from sqlite_schema as m, pragma_table_info(m.name) as c where m.type = 'table' and lower(c.type) = 'text'`
  return (await listed.execute(db)).rows
}

const isWithin = (value: unknown, text: string): boolean =>
  value === text ||
  (typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([key, part]) => key === text || isWithin(part, text)))

const holds = (cell: string, text: string): boolean => {
  if (cell === text) return true
  if (!/^["{[]/.test(cell)) return false
  try {
    return isWithin(JSON.parse(cell), text)
  } catch {
    return false // a person's words that only look like JSON
  }
}

// The most selects that SQLite combines in one statement.
const atOnce = 400

/** Reads whole columns, so it suits only schools of a few rows. */
export const textCells = async (db: Db, dialect: 'sqlite' | 'postgres'): Promise<Cells> => {
  const columns = (await columnsOf(db, dialect)).map((column) => ({
    ...column,
    name: `${column.table}.${column.column}`,
  }))
  const cellsOf = ({ table, column, name }: (typeof columns)[number]) =>
    sql`select ${sql.lit(name)} as name, ${sql.ref(column)} as cell from ${sql.table(table)} where ${sql.ref(column)} is not null`
  return {
    holding: async (text, among) => {
      const asked = columns.filter(({ name }) => among?.includes(name) ?? true)
      const found = new Set<string>()
      for (let from = 0; from < asked.length; from += atOnce) {
        const all = sql.join(asked.slice(from, from + atOnce).map(cellsOf), sql` union all `)
        const { rows } = await sql<{ name: string; cell: string }>`${all}`.execute(db)
        for (const { name, cell } of rows) if (!found.has(name) && holds(cell, text)) found.add(name)
      }
      return asked.map(({ name }) => name).filter((name) => found.has(name))
    },
  }
}
