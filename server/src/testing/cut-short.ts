import { InsertQueryNode, TableNode, UpdateQueryNode, type Kysely, type KyselyPlugin } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** A process ended here, as a power cut ends it. */
export class CutShort extends Error {}

type Written = `insert ${keyof Schema}` | `update ${keyof Schema}`
type Statement = Parameters<KyselyPlugin['transformQuery']>[0]['node']

const writtenBy = (node: Statement): string => {
  if (InsertQueryNode.is(node)) return `insert ${node.into?.table.identifier.name}`
  if (UpdateQueryNode.is(node) && node.table && TableNode.is(node.table))
    return `update ${node.table.table.identifier.name}`
  return ''
}

/**
 * A database as a process has it that dies right before a statement: what it has committed stays, its transaction does
 * not, and nothing comes after it.
 */
export const cutBefore = (db: Kysely<Schema>, written: Written): Kysely<Schema> => {
  let isGone = false
  return db.withPlugin({
    transformQuery: ({ node }) => {
      isGone ||= writtenBy(node) === written
      if (isGone) throw new CutShort(written)
      return node
    },
    transformResult: async ({ result }) => result,
  })
}
