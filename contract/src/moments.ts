import { call } from './call.ts'
import { boolean, fields, id, oneOf } from './schema.ts'

export const moments = {
  see: call({
    method: 'POST',
    path: '/api/student/see_moment',
    access: 'student',
    summary:
      'Records that a moment is shown: the seal on a work of the caller (`id` is the work), a level reached (`id` is the level) or a chapter whose tasks are all passed or excused (`id` is the chapter). NOT_FOUND for a moment that has not happened.',
    input: fields({ kind: oneOf('seal', 'level', 'chapter'), id: id() }),
    output: fields({
      /**
       * Whether this is the first report of the moment, on any device: true once for each moment, and never for a level
       * below one already seen.
       */
      first: boolean(),
    }),
    refusals: ['NOT_FOUND'],
  }),
}
