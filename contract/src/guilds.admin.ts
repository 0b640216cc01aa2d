import { call } from './call.ts'
import { boolean, count, fields, id, instant, list, pageOf, paging, string } from './schema.ts'

/** A request to join a guild, for its staff. */
const JoinRequest = fields({
  user_id: id(),
  nickname: string(),
  /** A link to their picture, `head:` with the code of a head they composed, or nothing. */
  avatar: string(),
  real_name: string(),
  message: string(),
  created_at: instant(),
})

export const guildsAdmin = {
  joinRequests: call({
    method: 'GET',
    path: '/api/admin/guild/join_requests',
    access: 'staff',
    summary: 'The students who have asked to join, longest wait first.',
    input: fields({ guild_id: id(), ...paging }),
    output: pageOf(JoinRequest),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID'],
  }),
  answerJoin: call({
    method: 'POST',
    path: '/api/admin/guild/answer_join',
    access: 'staff',
    summary: 'Admit or refuse students who asked to join.',
    input: fields({ guild_id: id(), user_ids: list(id(), { minItems: 1, maxItems: 100 }), admit: boolean() }),
    output: fields({ answered: count() }),
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED', 'FULL'],
  }),
}
