import { sql } from 'kysely'
import type { Db } from './schema.ts'
import type { Dialect } from './connection.ts'

/** One table in the form common to both databases, as needed to copy the whole database. */
export type Table = {
  name: string
  /** In alphabetical order, so that both databases agree. */
  columns: readonly { name: string; isText: boolean; isBoolean: boolean }[]
  /** The columns of its primary key, in their order. */
  key: readonly string[]
  /** Whether the database gives out its ids. */
  hasIds: boolean
}

type Column = { table_name: string; name: string; type: string; key_at: number }
type Reference = { from_table: string; to_table: string }

// Virtual tables and their shadows are indexes over other tables: not listed.
const sqliteColumns = sql<Column>`
  select t.name as table_name, c.name as name, lower(c.type) as type, c.pk as key_at
  from pragma_table_list as t join pragma_table_info(t.name) as c
  where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'`
const sqliteReferences = sql<Reference>`
  select t.name as from_table, f."table" as to_table
  from pragma_table_list as t join pragma_foreign_key_list(t.name) as f
  where t.schema = 'main' and t.type = 'table'`

const postgresColumns = sql<Column>`
  select c.relname as table_name, a.attname as name, format_type(a.atttypid, null) as type,
    coalesce(array_position(k.conkey, a.attnum), 0) as key_at
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
const postgresReferences = sql<Reference>`
  select c.relname as from_table, t.relname as to_table
  from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
  where f.contype = 'f' and c.relnamespace = current_schema()::regnamespace`

/** Every table of the database but those of its extensions, each behind those it points to. */
export const allTables = async (db: Db, dialect: Dialect): Promise<Table[]> => {
  const isSqlite = dialect === 'sqlite'
  const { rows: columns } = await (isSqlite ? sqliteColumns : postgresColumns).execute(db)
  const { rows: references } = await (isSqlite ? sqliteReferences : postgresReferences).execute(db)
  const tables = [...Map.groupBy(columns, ({ table_name }) => table_name)].map(([name, own]): Table => {
    const key = own
      .filter(({ key_at }) => key_at > 0)
      .toSorted((one, other) => one.key_at - other.key_at)
      .map((column) => column.name)
    const sorted = own.toSorted((one, other) => (one.name < other.name ? -1 : 1))
    return {
      name,
      columns: sorted.map((column) => ({
        name: column.name,
        isText: column.type === 'text',
        isBoolean: column.type === 'boolean',
      })),
      key,
      hasIds: key.length === 1 && key[0] === 'id',
    }
  })
  return inOrder(tables, references)
}

const inOrder = (tables: readonly Table[], references: readonly Reference[]): Table[] => {
  const left = new Map(
    tables.toSorted((one, other) => (one.name < other.name ? -1 : 1)).map((table) => [table.name, table]),
  )
  const ordered: Table[] = []
  while (left.size > 0) {
    // A table that points to itself does so to an earlier row.
    const waits = new Set(
      references.filter((of) => of.from_table !== of.to_table && left.has(of.to_table)).map((of) => of.from_table),
    )
    const ready = [...left.values()].filter(({ name }) => !waits.has(name))
    if (ready.length === 0) throw new Error(`tables that point to each other: ${[...left.keys()].join(', ')}`)
    for (const table of ready) {
      ordered.push(table)
      left.delete(table.name)
    }
  }
  return ordered
}
