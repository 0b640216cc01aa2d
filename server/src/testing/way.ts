import type { Db } from '../db/schema.ts'
import type { Actor } from './matrix/actors.ts'

type ObjectOf = (name: string) => unknown

/** How a call that writes is brought to do so in the matrix's school: `@name` is an object of it. */
export type Way = {
  call: string
  input: Readonly<Record<string, unknown>>
  /** Nobody, where a stranger may call. */
  actor: Actor | null
  /** Calls made before. */
  first?: readonly Way[]
  /** Makes the school ready, and answers what of the input only it knows. */
  ready?: (db: Db, object: ObjectOf) => Promise<Readonly<Record<string, unknown>>>
}
