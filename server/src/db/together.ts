import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  ReferenceNode,
  sql,
  type Compilable,
  type Expression,
  type OperationNode,
  type SelectQueryBuilder,
} from 'kysely'
import { compiled, type ParameterOf, type Values } from './compiled.ts'
import type { ColumnReader } from './connection.ts'
import { readerOf, type Column } from './row-reader.ts'
import type { Db } from './schema.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a query of any tables; only its rows matter here
type Query = SelectQueryBuilder<any, any, any>
type RowsOf<Q> = Q extends Compilable<infer R> ? R[] : never
type Parts = Record<string, Query>
type AllRows<P extends Parts> = { [N in keyof P]: RowsOf<P[N]> }
type Reader = (stored: unknown) => unknown

/**
 * SQLite keeps no types in JSON: the declared types of the columns are looked up once, and each row is sent without its
 * names.
 */
const ofSqlite = (query: Query, adapter: ColumnReader): { rows: Expression<unknown>; read: Reader } => {
  const columns: Column[] = adapter.columnsOf(query.compile().sql)
  const values = sql.join(columns.map(({ name }) => sql.ref(`part.${name}`)))
  const read = readerOf(columns)
  return {
    rows: sql`(select json_group_array(json_array(${values})) from ${query} as part)`,
    read: (text) => (text === '[]' ? [] : (JSON.parse(text as string) as unknown[][]).map(read)),
  }
}

const nameOf = (selected: OperationNode): string | null => {
  if (AliasNode.is(selected)) return IdentifierNode.is(selected.alias) ? selected.alias.name : null
  const column = ReferenceNode.is(selected) ? selected.column : selected
  return ColumnNode.is(column) ? column.column.name : null
}

/** The column names of a query; null where it selects all columns. */
const namesOf = (query: Query): string[] | null => {
  const names = query.toOperationNode().selections?.map(({ selection }) => nameOf(selection)) ?? []
  return names.every((name) => name !== null) ? names : null
}

/** JSON preserves PostgreSQL’s types; as with SQLite, a row sent without its column names is a fifth smaller. */
const ofPostgres = (query: Query): { rows: Expression<unknown>; read: Reader } => {
  const names = namesOf(query)
  if (names === null)
    return { rows: sql`(select coalesce(json_agg(part), '[]') from ${query} as part)`, read: (rows) => rows }
  const values = sql.join(names.map((name) => sql.ref(`part.${name}`)))
  const read = readerOf(names.map((name) => ({ name, type: null })))
  return {
    rows: sql`(select coalesce(json_agg(json_build_array(${values})), '[]') from ${query} as part)`,
    read: (rows) => (rows as unknown[][]).map(read),
  }
}

/**
 * Runs several reads in one statement, because a round trip to the database costs more than most of these reads. `main`
 * returns rows of its own (if there are none, the parts return nothing either); each of `parts` returns all of its
 * rows, in their order. A part is independent: it cannot refer to columns of `main`.
 */
export const beside = <V extends Values, M, P extends Parts>(
  main: (db: Db, value: ParameterOf<V>) => Query & Compilable<M>,
  parts: (db: Db, value: ParameterOf<V>) => P,
): ((db: Db, values: V) => Promise<(M & AllRows<P>)[]>) => {
  const readers = new WeakMap<object, [name: string, read: Reader][]>()
  const ask = compiled<V, Record<string, unknown>>((db, value) => {
    const { adapter } = db.getExecutor()
    const isSqlite = 'columnsOf' in adapter
    const made = Object.entries(parts(db, value)).map(([name, query]) => ({
      name,
      ...(isSqlite ? ofSqlite(query, adapter as typeof adapter & ColumnReader) : ofPostgres(query)),
    }))
    readers.set(
      adapter,
      made.map(({ name, read }) => [name, read]),
    )
    return main(db, value).select(made.map(({ name, rows }) => sql`${rows}`.as(name))) as Compilable<never>
  })
  return async (db, values) => {
    const rows = await ask(db, values)
    const read = readers.get(db.getExecutor().adapter) ?? []
    for (const row of rows) for (const [name, rowsOf] of read) row[name] = rowsOf(row[name])
    return rows as (M & AllRows<P>)[]
  }
}

const nothing = (db: Db) => db.selectNoFrom(sql`1`.as('one')) as unknown as Query & Compilable<object>

/** Like `beside`, without rows of its own. */
export const together = <V extends Values, P extends Parts>(
  parts: (db: Db, value: ParameterOf<V>) => P,
): ((db: Db, values: V) => Promise<AllRows<P>>) => {
  const ask = beside<V, object, P>(nothing, parts)
  return async (db, values) => (await ask(db, values))[0] as AllRows<P>
}

/**
 * A query for many rows of many columns, compiled once. PostgreSQL returns the rows as one text, which is parsed in
 * half the time that field by field takes; SQLite runs in the same process, so its rows are read directly.
 */
export const compiledList = <V extends Values, O>(
  build: (db: Db, value: ParameterOf<V>) => Query & Compilable<O>,
): ((db: Db, values: V) => Promise<O[]>) => {
  const asRows = compiled<V, O>(build)
  const asText = together((db, value: ParameterOf<V>) => ({ rows: build(db, value) }))
  return async (db, values) =>
    'columnsOf' in db.getExecutor().adapter ? asRows(db, values) : (await asText(db, values)).rows
}
