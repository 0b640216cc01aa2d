import type { Db } from '../db/schema.ts'
import type { Actor } from './matrix/actors.ts'

type ObjectOf = (name: string) => unknown

/** How to make a call write in the matrix's school: `@name` in the input is an object of it. */
export type Way = {
  call: string
  input: Readonly<Record<string, unknown>>
  /** Null where the call needs no session. */
  actor: Actor | null
  /** Calls made beforehand. */
  first?: readonly Way[]
  /** Prepares the school, and returns the part of the input that only it knows. */
  ready?: (db: Db, object: ObjectOf) => Promise<Readonly<Record<string, unknown>>>
}
