import { call } from './call.ts'
import { maxPeaks, maxVoices } from './rules/voices.ts'
import { count, fields, id, integer, list, text } from './schema.ts'
import { Voice } from './voices.ts'

/** The recordings of a reviewer about a work that is under review. */
export const reviewVoicesAdmin = {
  save: call({
    method: 'POST',
    path: '/api/admin/review/voices',
    access: 'staff',
    summary:
      'Replaces the caller’s recordings about a work; they belong to the draft until the work is decided. A recording is uploaded first, with the purpose `feedback`: m4a, mp4 or webm, AAC or Opus, two minutes at most.',
    input: fields({
      submit_id: id(),
      /** The highest id last seen, 0 for none: otherwise `CONFLICT` with the stored voices. */
      seen: count(),
      voices: list(
        fields({
          /** The caller’s own upload, or a file that is already in this draft. */
          file_id: id(),
          /** The waveform for display: how loud it is from beginning to end, 0–100. */
          peaks: list(integer({ minimum: 0, maximum: 100 }), { maxItems: maxPeaks }),
          text: text(2000),
        }),
        { maxItems: maxVoices },
      ),
    }),
    output: fields({ voices: list(Voice) }),
    refusals: ['NOT_FOUND', 'OWN_WORK', 'STATE', 'CONFLICT', 'FILE', 'FILE_TYPE', 'INVALID'],
  }),
}
