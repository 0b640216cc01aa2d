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

/** A renaming of classes, all of them at once. */
const Renamed = fields({
  id: id(),
  state: oneOf('applied', 'undone'),
  classes: count(),
  students: count(),
  /** Number of guilds that were archived with it. */
  archived: count(),
  by: string(),
  at: instant(),
  /** Until when it can be taken back; null once it has been. */
  undo_until: nullable(instant()),
})

export const classNames = {
  read: call({
    method: 'GET',
    path: '/api/admin/class/list',
    access: 'admin',
    summary:
      'The classes of the school, 500 at most, each with its name a year later if the name contains the grade; and the last renaming.',
    input: none(),
    output: fields({
      classes: list(
        fields({
          from: string(),
          /** Null: nothing is proposed. */
          to: nullable(string()),
          /** Whether it is the last grade, after which there is none. */
          is_last: boolean(),
          students: count(),
        }),
      ),
      /**
       * Active guilds whose name contains the name of one of these classes: those of the ending school year, 300 at
       * most.
       */
      guilds: list(
        fields({
          id: id(),
          name: string(),
          class_name: string(),
          members: count(),
          /** Number of open tasks; archiving ends them. */
          open: count(),
          /** Number of works that wait for a review; once the guild is archived, they can no longer be reviewed. */
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
      'Renames classes all at once, with all their students. `students` is the number of students the caller saw in a class; STATE if it has changed. The guilds in `archive` are archived in the same step. All or nothing; repeating it changes nothing.',
    input: fields({
      changes: list(fields({ from: text(60, 1), to: line(60), students: count() }), { minItems: 1, maxItems: 500 }),
      /** Guilds to archive in the same step; those that are archived already stay so. */
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
      'Takes a renaming back within 24 hours. Students whose class was changed since keep it; guilds that were archived with it become active again, with their tasks as archiving left them. Repeating it changes nothing.',
    input: fields({ id: id() }),
    output: Renamed,
    refusals: ['NOT_FOUND', 'STATE'],
  }),
}
