import { call } from './call.ts'
import { fields, instant, none, nullable, oneOf, string } from './schema.ts'

/**
 * The address for calendar programs: `path` on this site, `url` as reached from outside; null while there is no link.
 * `since`: when it was made. Anyone who has the link can read the dates.
 */
const CalendarLink = fields({ path: nullable(string()), url: nullable(string()), since: nullable(instant()) })

export const calendar = {
  get: call({
    method: 'GET',
    path: '/api/student/calendar',
    access: 'student',
    summary: 'The caller’s private address from which calendar programs read due dates, if there is one.',
    input: none(),
    output: CalendarLink,
    refusals: [],
  }),
  change: call({
    method: 'POST',
    path: '/api/student/calendar',
    access: 'student',
    summary: 'Makes the address, replaces it by a new one, or turns it off; the old address stops working at once.',
    input: fields({ action: oneOf('make', 'reset', 'off') }),
    output: CalendarLink,
    refusals: [],
  }),
}
