/** How far a table was read into its search index. Index and cursor can be rebuilt from the table. */
export type SearchCursorTable = {
  source: 'works'
  /** Ids up to here are in the index. */
  settled: number
  /** The last id seen at `pending_at`: settled once no transaction can still be writing below it. */
  pending: number
  pending_at: number
}
