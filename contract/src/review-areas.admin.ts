import { AreaMark, DrawnMark } from './area-marks.ts'
import { call } from './call.ts'
import { maxAreasOfPage } from './rules/area-marks.ts'
import { count, fields, id, integer, list } from './schema.ts'

/** Marks on pictures and pages while a work is under review. */
export const reviewAreasAdmin = {
  savePage: call({
    method: 'POST',
    path: '/api/admin/review/areas',
    access: 'staff',
    summary:
      'Replaces the caller’s marks on one page of a file of the work; they belong to the draft until the work is decided. `audio_id` is an upload of the caller with the purpose `feedback`, or a recording in this draft. At most 64 KB a page and 300 marks a work.',
    input: fields({
      submit_id: id(),
      /** A picture or PDF of this work or of another version of the same student for the same task. */
      file_id: id(),
      page: integer({ minimum: 1, maximum: 10_000 }),
      /**
       * The highest id of the caller’s own marks last seen on this page, 0 for none: otherwise `CONFLICT` with the
       * current page.
       */
      seen: count(),
      marks: list(DrawnMark, { maxItems: maxAreasOfPage }),
    }),
    output: fields({ areas: list(AreaMark) }),
    refusals: ['NOT_FOUND', 'OWN_WORK', 'STATE', 'CONFLICT', 'FILE', 'INVALID'],
  }),
}
