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
      'Requests to delete an account, oldest first; or with `unused` the accounts nobody has used for three years.',
    input: fields({ status: optional(oneOf('open', 'approved', 'refused', 'erased', 'unused')), ...paging }),
    output: pageOf(Request),
    refusals: ['INVALID'],
  }),
  approve: call({
    method: 'POST',
    path: '/api/admin/privacy/approve',
    access: 'admin',
    summary:
      'Delete an account: its sessions end and its works are unshared at once, personal data, texts and files go after 30 days.',
    input: fields({ user_id: id() }),
    output: fields({ user_id: id(), erase_at: instant() }),
    refusals: ['NOT_FOUND', 'STATE', 'OWN_ACCOUNT', 'LAST_ADMIN'],
  }),
  refuse: call({
    method: 'POST',
    path: '/api/admin/privacy/refuse',
    access: 'admin',
    summary:
      'Refuse a request to delete an account, or call off a deletion that was approved; the account opens again, unless it was closed before that.',
    input: fields({ user_id: id(), answer: text(500, 2) }),
    /** `open`: whether it is now possible to log into the account. */
    output: fields({ user_id: id(), open: boolean() }),
    refusals: ['NOT_FOUND'],
  }),
}
