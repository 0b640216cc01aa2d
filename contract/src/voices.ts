import { FileCard } from './files.ts'
import { count, fields, id, list, nullable, number, string, type Static } from './schema.ts'

/** A recording of a teacher about a work, with its words. */
export const Voice = fields({
  id: id(),
  /** The sound without the metadata of its recorder; null if it is gone and only the words are left. */
  file: nullable(FileCard),
  /** The length in seconds, measured in the sound rather than read from its header. */
  seconds: number(),
  /** The waveform, 0–100 from beginning to end, as the recorder measured it; may be empty. */
  peaks: list(count()),
  /** The words as the teacher typed them; may be empty. */
  text: string(),
})
export type Voice = Static<typeof Voice>
