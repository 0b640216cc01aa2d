import { call } from './call.ts'
import { boolean, fields, id, instant, nullable, oneOf, optional, pageOf, paging, string, text } from './schema.ts'

const Request = fields({
  /** Null for an unused account without a request. */
  id: nullable(id()),
  user_id: id(),
  username: string(),
  nickname: string(),
  real_name: string(),
  status: oneOf('open', 'approved', 'refused', 'erased', 'unused'),
  reason: string(),
  asked_at: nullable(instant()),
  last_login_at: nullable(instant()),
  erase_at: nullable(instant()),
})

export const privacyAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/privacy/list',
    access: 'admin',
    summary:
      'The requests to delete an account, oldest first; with `unused` the accounts that nobody has used for three years.',
    input: fields({ status: optional(oneOf('open', 'approved', 'refused', 'erased', 'unused')), ...paging }),
    output: pageOf(Request),
    refusals: ['INVALID'],
  }),
  approve: call({
    method: 'POST',
    path: '/api/admin/privacy/approve',
    access: 'admin',
    summary:
      'Approves the deletion of an account: its sessions end and its works are unshared at once; personal data, texts and files are erased after 30 days.',
    input: fields({ user_id: id() }),
    output: fields({ user_id: id(), erase_at: instant() }),
    refusals: ['NOT_FOUND', 'STATE', 'OWN_ACCOUNT', 'LAST_ADMIN'],
  }),
  refuse: call({
    method: 'POST',
    path: '/api/admin/privacy/refuse',
    access: 'admin',
    summary:
      'Refuses a request to delete an account, or cancels an approved deletion; the account is enabled again unless it was disabled before.',
    input: fields({ user_id: id(), answer: text(500, 2) }),
    /** `open`: whether it is now possible to log into the account. */
    output: fields({ user_id: id(), open: boolean() }),
    refusals: ['NOT_FOUND'],
  }),
}
