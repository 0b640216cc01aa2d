import { call } from './call.ts'
import { count, fields, id, instant, list, string } from './schema.ts'

/** The outcome of taking a class out of a guild again, as numbers of people. */
const undone = {
  /** People who joined with the class and have done nothing since; they leave. */
  leave: count(),
  /** People who have not answered their invitation; it is withdrawn. */
  withdrawn: count(),
  /** People who stay: they have begun to work, had requested to join themselves, or accepted. */
  stay: count(),
}

const which = { guild_id: id(), id: id() }
const leading = ['NOT_FOUND', 'ROLE', 'ARCHIVED'] as const

export const classUndo = {
  list: call({
    method: 'GET',
    path: '/api/admin/guild/joined_classes',
    access: 'staff',
    summary:
      'The whole classes that were brought into a guild in the last 24 hours and can be taken out again, newest first; at most 20.',
    input: fields({ guild_id: id() }),
    output: list(
      fields({
        id: id(),
        class_name: string(),
        by: string(),
        at: instant(),
        /** Until when it can be taken out. */
        undo_until: instant(),
        joined: count(),
        invited: count(),
      }),
    ),
    refusals: leading,
  }),
  preview: call({
    method: 'GET',
    path: '/api/admin/guild/preview_class_undo',
    access: 'staff',
    summary: 'The outcome of taking a class out of a guild again; changes nothing.',
    input: fields(which),
    output: fields(undone),
    refusals: [...leading, 'TOO_LATE'],
  }),
  undo: call({
    method: 'POST',
    path: '/api/admin/guild/undo_class',
    access: 'staff',
    summary:
      'Takes a class out of a guild again within 24 hours: students who came with it and have done nothing since leave, unanswered invitations are withdrawn. Repeating it changes nothing.',
    input: fields(which),
    output: fields(undone),
    refusals: [...leading, 'TOO_LATE'],
  }),
}
