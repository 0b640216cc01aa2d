/** How far a table was read into its index of words. Index and cursor are made anew from the table itself. */
export type SearchCursorTable = {
  source: 'works'
  /** Ids up to here are in the index. */
  settled: number
  /** The last id seen at `pending_at`: settled once no transaction can still be writing below it. */
  pending: number
  pending_at: number
}
