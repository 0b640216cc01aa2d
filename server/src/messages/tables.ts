import type { Generated } from 'kysely'

/** A row of someone's message box; its sentences are made when it is read, in the reader's language. */
export type MessageTable = {
  id: Generated<number>
  user_id: number
  type: 'message' | 'notice' | 'todo'
  /** What happened, for example `result.released`. */
  kind: string
  /** What the sentences need: titles, names, numbers (JSON). */
  data: string
  /** A path of the site, or null. */
  link: string | null
  /** The thing it is about, for example `enrolment:7`: closing the thing closes the row. */
  about: Generated<string>
  created_at: number
  read_at: number | null
  /** Cleared by its reader. */
  removed_at: number | null
}
