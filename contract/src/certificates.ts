import { hue } from './guilds.ts'
import { call } from './call.ts'
import { subject } from './drawings.ts'
import { fields, id, instant, string } from './schema.ts'

export const certificates = {
  open: call({
    method: 'POST',
    path: '/api/submit/certificate',
    access: 'student',
    summary:
      'The certificate of a work of the caller that shows as excellent. Its number is assigned at the first call and stays the same until staff take the pick back.',
    input: fields({ submit_id: id() }),
    output: fields({
      submit_id: id(),
      /** `C-` and ten letters and digits without I, L, O and U. */
      number: string(),
      /** The real name, where the school keeps one; else the nickname. */
      student: string(),
      title: string(),
      task_id: id(),
      task_title: string(),
      guild_id: id(),
      guild_name: string(),
      hue: hue(),
      glyph: string(),
      flag: string(),
      /** The subject of its drawing. */
      subject: subject(),
      /** Why staff picked it. */
      reason: string(),
      /** Who picked it. */
      by: string(),
      /** When it was picked, or a teacher agreed. */
      at: instant(),
    }),
    refusals: ['NOT_FOUND'],
  }),
}
