import { call } from './call.ts'
import { flag } from './flags.ts'
import { Emblem } from './guilds.ts'
import { boolean, fields, id, instant, line, list, string } from './schema.ts'

export const flagsAdmin = {
  alike: call({
    method: 'GET',
    path: '/api/admin/guild/flags_alike',
    access: 'staff',
    summary:
      'The active guilds whose flags could be mistaken for this one: with the same shape, pattern and drawing, or in the same category and differing in only one of them. At most five.',
    input: fields({ guild_id: id(), flag: flag(), glyph: line(20) }),
    output: list(
      fields({
        /** Empty for a guild that is hidden from the caller. */
        name: string(),
        /** Whether the two flags differ in nothing but their colours. */
        same: boolean(),
      }),
    ),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  history: call({
    method: 'GET',
    path: '/api/admin/guild/flag_history',
    access: 'staff',
    summary: 'The flags of a guild as they were saved, newest first; at most 20.',
    input: fields({ guild_id: id() }),
    output: list(
      fields({
        id: id(),
        ...Emblem,
        motto: string(),
        /** Who saved it; empty for an account that is gone. */
        actor: string(),
        at: instant(),
      }),
    ),
    refusals: ['NOT_FOUND'],
  }),
}
