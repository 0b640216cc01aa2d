import { maxPoints } from './rules/area-marks.ts'
import { fields, id, integer, list, nullable, number, oneOf, optional, text, type Static } from './schema.ts'

/** A mark as it is drawn: x and y in turn, 0–1 from the upper left corner of the upright page; words may be empty. */
export const DrawnMark = fields({
  /** `pin`: one point; `box`: two opposite corners; `pen`: a line of two points or more. */
  shape: oneOf('pin', 'box', 'pen'),
  points: list(number({ minimum: 0, maximum: 1 }), { minItems: 2, maxItems: maxPoints }),
  text: text(2000),
  /** The recording that is about this mark, of those said about the work; left out, none is. */
  audio_id: optional(nullable(id())),
})
export type DrawnMark = Static<typeof DrawnMark>

/** A mark on a picture or on a page of a document, anchored in the bytes it was drawn on. */
export const AreaMark = fields({
  id: id(),
  /** Null where the file is gone, or has other bytes than those it was drawn on. */
  file_id: nullable(id()),
  /** From 1; of a picture 1. */
  page: integer({ minimum: 1, maximum: 10_000 }),
  ...DrawnMark.properties,
  /** The file of one of the result’s voices; where that is gone, nothing is said about the mark. */
  audio_id: nullable(id()),
})
export type AreaMark = Static<typeof AreaMark>
