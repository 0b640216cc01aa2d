import { sql, type SqlBool } from 'kysely'

/** For `where`, by a column that holds the id of a task: what is about a task in the bin asks nobody for anything. */
export const isInBin = (task_id: string) =>
  sql<SqlBool>`exists (select 1 from tasks as binned where binned.id = ${sql.ref(task_id)} and binned.status = 'trashed')`
