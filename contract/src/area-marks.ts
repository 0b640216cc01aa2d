import { maxPoints } from './rules/area-marks.ts'
import { fields, id, integer, list, nullable, number, oneOf, optional, text, type Static } from './schema.ts'

/** A mark as drawn: x and y alternate, 0–1 from the upper left corner of the upright page; the words may be empty. */
export const DrawnMark = fields({
  /** `pin`: one point; `box`: two opposite corners; `pen`: a line of two points or more. */
  shape: oneOf('pin', 'box', 'pen'),
  points: list(number({ minimum: 0, maximum: 1 }), { minItems: 2, maxItems: maxPoints }),
  text: text(2000),
  /** The recording about this mark, one of the voices of the work; omitted: none. */
  audio_id: optional(nullable(id())),
})
export type DrawnMark = Static<typeof DrawnMark>

/** A mark on a picture or on a page of a document, bound to the exact bytes it was drawn on. */
export const AreaMark = fields({
  id: id(),
  /** Null where the file is gone, or has other bytes than those it was drawn on. */
  file_id: nullable(id()),
  /** The page number, from 1; 1 for a picture. */
  page: integer({ minimum: 1, maximum: 10_000 }),
  ...DrawnMark.properties,
  /** The file of one of the result’s voices; null once that voice is gone. */
  audio_id: nullable(id()),
})
export type AreaMark = Static<typeof AreaMark>
