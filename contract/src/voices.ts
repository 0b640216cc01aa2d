import { FileCard } from './files.ts'
import { maxPeaks } from './rules/voices.ts'
import { fields, id, integer, list, nullable, number, text, type Static } from './schema.ts'

/** How loud it is from beginning to end, 0–100: decoration, as the recorder measured it; may be empty. */
export const Peaks = list(integer({ minimum: 0, maximum: 100 }), { maxItems: maxPeaks })

/** What a teacher said about a work, and the same in words. */
export const Voice = fields({
  id: id(),
  /** The sound without what its recorder noted about itself; null where it is gone and the words alone are left. */
  file: nullable(FileCard),
  /** As it was measured in the sound, not as its head says. */
  seconds: number(),
  peaks: Peaks,
  /** What is said, as the teacher typed it; may be empty. */
  text: text(2000),
})
export type Voice = Static<typeof Voice>
