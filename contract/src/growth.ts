import { call } from './call.ts'
import { count, fields, id, instant, integer, list, none, oneOf, optional, pageOf, paging, string } from './schema.ts'

/**
 * One entry of the ledger of points or experience. `kind` is its cause; `title` is the task it belongs to, or empty.
 */
const Movement = fields({
  id: id(),
  kind: string(),
  points: integer(),
  /** The balance after it. */
  after: integer(),
  title: string(),
  /** Whether it was reversed later. */
  reversed: oneOf('no', 'yes'),
  at: instant(),
})

export const growth = {
  activity: call({
    method: 'GET',
    path: '/api/student/activity',
    access: 'student',
    summary:
      'The caller’s active days of the last year: days by the school’s clock on which they accepted a task, submitted or posted something.',
    input: none(),
    output: fields({
      /** The first and the last day of the period, YYYY-MM-DD in the school’s zone. */
      from: string(),
      today: string(),
      days: list(fields({ day: string(), count: count() })),
      /** The longest run of active days. */
      longest: count(),
      /** Experience earned, works submitted and posts written since Monday. */
      week: fields({ points: integer(), submissions: count(), posts: count() }),
    }),
    refusals: [],
  }),
  ledger: call({
    method: 'GET',
    path: '/api/student/ledger',
    access: 'student',
    summary: 'The entries of the caller’s score or experience, newest first.',
    input: fields({ ledger: optional(oneOf('score', 'experience')), ...paging }),
    output: pageOf(Movement),
    refusals: ['INVALID'],
  }),
}
