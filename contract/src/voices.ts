import { FileCard } from './files.ts'
import { count, fields, id, list, nullable, number, string, type Static } from './schema.ts'

/** What a teacher said about a work, and the same in words. */
export const Voice = fields({
  id: id(),
  /** The sound without what its recorder noted about itself; null where it is gone and the words alone are left. */
  file: nullable(FileCard),
  /** As it was measured in the sound, not as its head says. */
  seconds: number(),
  /** How loud it is from beginning to end, 0–100, as the recorder measured it: decoration; may be empty. */
  peaks: list(count()),
  /** What is said, as the teacher typed it; may be empty. */
  text: string(),
})
export type Voice = Static<typeof Voice>
