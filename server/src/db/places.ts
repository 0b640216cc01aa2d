import { sql, type RawBuilder } from 'kysely'
import { isPostgres } from './connection.ts'
import type { Db } from './schema.ts'

/**
 * Distinct names as a table with their places in an order that SQL does not know, from 0; to be joined. One parameter,
 * however many names there are.
 */
export const placesOf = (db: Db, names: readonly string[]): RawBuilder<{ name: string; place: number }> => {
  const all = JSON.stringify(names)
  return isPostgres(db)
    ? sql`(select t.name, cast(t.place - 1 as integer) as place from json_array_elements_text(${all}::json) with ordinality as t(name, place))`
    : sql`(select j.value as name, j.key as place from json_each(${all}) as j)`
}
