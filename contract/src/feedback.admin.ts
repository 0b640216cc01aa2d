import { call } from './call.ts'
import {
  count,
  fields,
  id,
  instant,
  integer,
  list,
  nullable,
  number,
  optional,
  pageOf,
  paging,
  string,
  text,
} from './schema.ts'

const rating = () => integer({ minimum: 1, maximum: 5 })

export const feedbackAdmin = {
  mine: call({
    method: 'GET',
    path: '/api/admin/feedback/mine',
    access: 'staff',
    summary:
      'Feedback of students about the caller as assistant of a guild, limited to past months in which at least three students answered.',
    input: fields({ guild_id: id() }),
    output: list(
      fields({
        period: string(),
        answered: count(),
        /** Mean of the ratings; null for fewer than three of them. */
        average: nullable(number()),
        /** Without names, in random order. */
        comments: list(string()),
      }),
    ),
    refusals: ['NOT_FOUND'],
  }),
  list: call({
    method: 'GET',
    path: '/api/admin/feedback/list',
    access: 'staff',
    summary:
      'Feedback of students about the assistants of a guild, for teachers and administrators. An author is named only if the guild showed names when the feedback was written.',
    input: fields({ guild_id: id(), assistant_id: optional(id()), period: optional(text(7, 7)), ...paging }),
    output: pageOf(
      fields({
        id: id(),
        assistant_id: id(),
        assistant: string(),
        period: string(),
        comment: string(),
        rating: nullable(rating()),
        /** Null where it was written without a name. */
        author: nullable(fields({ user_id: id(), nickname: string(), real_name: string() })),
        /** The earlier versions it replaced, newest first. */
        earlier: list(fields({ comment: string(), rating: nullable(rating()) })),
      }),
    ),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID'],
  }),
  unseal: call({
    method: 'POST',
    path: '/api/admin/feedback/unseal',
    access: 'admin',
    summary:
      'Discloses the author of anonymous feedback in a case of abuse; requires a reason, which is recorded permanently.',
    input: fields({ id: id(), reason: text(500, 10) }),
    output: fields({ user_id: id(), nickname: string(), real_name: string(), student_no: string() }),
    refusals: ['NOT_FOUND'],
  }),
  unsealed: call({
    method: 'GET',
    path: '/api/admin/feedback/unsealed',
    access: 'admin',
    summary: 'The record of unsealed feedback, newest first.',
    input: fields({ ...paging }),
    output: pageOf(fields({ id: id(), feedback_id: id(), admin: string(), reason: string(), created_at: instant() })),
    refusals: ['INVALID'],
  }),
}
