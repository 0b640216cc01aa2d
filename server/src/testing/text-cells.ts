import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

type Column = { table: string; column: string }

/** What the columns for text of a database hold. */
export type Cells = {
  /** The columns in which a text stands as it is, by itself or as a value or key within JSON; of those given, else of all. */
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

/** Reads whole columns: for schools of a few rows. */
export const textCells = async (db: Db, dialect: 'sqlite' | 'postgres'): Promise<Cells> => {
  const columns = (await columnsOf(db, dialect)).map((column) => ({
    ...column,
    name: `${column.table}.${column.column}`,
  }))
  const isHeld = async ({ table, column }: Column, text: string): Promise<boolean> => {
    const { rows } = await sql<{
      cell: string | null
    }>`select ${sql.ref(column)} as cell from ${sql.table(table)}`.execute(db)
    return rows.some(({ cell }) => cell !== null && holds(cell, text))
  }
  return {
    holding: async (text, among) => {
      const found: string[] = []
      for (const column of columns)
        if ((among?.includes(column.name) ?? true) && (await isHeld(column, text))) found.push(column.name)
      return found
    },
  }
}
