import { FileCard } from './files.ts'
import { count, fields, id, list, nullable, number, string, type Static } from './schema.ts'

/** What a teacher said about a work, and the same in words. */
export const Voice = fields({
  id: id(),
  /** The sound without the metadata of its recorder; null where it is gone and only the words are left. */
  file: nullable(FileCard),
  /** The length measured in the sound itself, not the one in its header. */
  seconds: number(),
  /** How loud it is from beginning to end, 0–100, as the recorder measured it: decoration; may be empty. */
  peaks: list(count()),
  /** What is said, as the teacher typed it; may be empty. */
  text: string(),
})
export type Voice = Static<typeof Voice>
