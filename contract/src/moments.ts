import { call } from './call.ts'
import { boolean, fields, id, oneOf } from './schema.ts'

export const moments = {
  see: call({
    method: 'POST',
    path: '/api/student/see_moment',
    access: 'student',
    summary:
      'Say that a moment is on the screen: the seal on a work of one’s own (`id` is the work), a level reached (`id` is the level) or a chapter all of whose tasks are passed or excused (`id` is the chapter). What has not happened is not found.',
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
