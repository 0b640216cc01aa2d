import { call } from './call.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  nullable,
  number,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
} from './schema.ts'

/** A student’s place as staff see it: with the name, whatever the student shows to others. */
const NamedPlace = fields({
  user_id: id(),
  rank: count(),
  nickname: string(),
  real_name: string(),
  student_no: string(),
  /** One decimal (优秀) or whole (勤奋). */
  value: number(),
  /** How many tasks (优秀) or active days (勤奋). */
  detail: count(),
  featured: count(),
  hidden: boolean(),
})

export const rankingsAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/ranking/list',
    access: 'staff',
    summary:
      'A ranking with names, for staff of the guild who may see grades; without a guild that of the whole site, for administrators.',
    input: fields({
      list: oneOf('excellent', 'workhard'),
      guild_id: optional(id()),
      period: optional(text(20, 1)),
      ...paging,
    }),
    output: fields({
      period: string(),
      period_name: string(),
      from: instant(),
      to: instant(),
      updated_at: nullable(instant()),
      places: pageOf(NamedPlace),
    }),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID'],
  }),
}
