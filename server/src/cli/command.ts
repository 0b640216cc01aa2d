import type { Bilingual } from '../http/language.ts'

/** One command of `npm run cli`. */
export type Command = {
  /** The words typed after `npm run cli --`, for example `admin create`. */
  name: string
  /** The arguments and options, for the list of commands and for checking what was typed. */
  takes?: string
  does: Bilingual
  /** Gets what was typed after the name; returns the exit code. */
  run: (args: readonly string[]) => Promise<number>
}
