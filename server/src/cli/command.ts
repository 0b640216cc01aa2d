import type { Bilingual } from '../http/language.ts'

/** One command of `npm run cli`. */
export type Command = {
  /** As it is typed after `npm run cli --`: `admin create`. */
  name: string
  /** What else may be typed, for the list of commands. */
  takes?: string
  does: Bilingual
  /** Gets what was typed after the name; answers the exit code. */
  run: (args: readonly string[]) => Promise<number>
}
