import { call } from './call.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  line,
  list,
  none,
  nullable,
  oneOf,
  optional,
  string,
  text,
} from './schema.ts'

/** Classes that were renamed together. */
const Renamed = fields({
  id: id(),
  state: oneOf('applied', 'undone'),
  classes: count(),
  students: count(),
  /** Guilds that were archived with it. */
  archived: count(),
  by: string(),
  at: instant(),
  /** Until when it can be taken back; null once it was. */
  undo_until: nullable(instant()),
})

export const classNames = {
  read: call({
    method: 'GET',
    path: '/api/admin/class/list',
    access: 'admin',
    summary:
      'The classes of the school with what each would be called a year later, as far as its name tells its grade, 500 at most; and what was renamed last.',
    input: none(),
    output: fields({
      classes: list(
        fields({
          from: string(),
          /** Null: nothing is proposed. */
          to: nullable(string()),
          /** There is no next grade. */
          is_last: boolean(),
          students: count(),
        }),
      ),
      /** Active guilds with the name of one of these classes in their own name: last year’s, 300 at most. */
      guilds: list(
        fields({
          id: id(),
          name: string(),
          class_name: string(),
          members: count(),
          /** Number of open tasks; archiving ends them. */
          open: count(),
          /** Works that wait for a review: they can be reviewed in the archive no longer. */
          waiting: count(),
        }),
      ),
      last: nullable(Renamed),
    }),
    refusals: [],
  }),
  rename: call({
    method: 'POST',
    path: '/api/admin/class/rename',
    access: 'admin',
    summary:
      'Rename classes, all at once: each student of a class is in the one it is called now. `students` is how many the caller saw in a class; STATE where that is so no longer. The guilds in `archive` are archived with it, all or nothing. Asked twice, it is done once.',
    input: fields({
      changes: list(fields({ from: text(60, 1), to: line(60), students: count() }), { minItems: 1, maxItems: 500 }),
      /** Guilds that are archived in the same step; who is archived already stays so. */
      archive: optional(list(id(), { maxItems: 300 })),
    }),
    output: Renamed,
    refusals: ['STATE', 'INVALID', 'NOT_FOUND'],
  }),
  undo: call({
    method: 'POST',
    path: '/api/admin/class/undo_rename',
    access: 'admin',
    summary:
      'Take a renaming back within 24 hours; whose class was changed since keeps it, and guilds that were archived with it go on, with their tasks as the archive left them. Repeating it changes nothing.',
    input: fields({ id: id() }),
    output: Renamed,
    refusals: ['NOT_FOUND', 'STATE'],
  }),
}
