import { roleKey } from './accounts.ts'
import { call } from './call.ts'
import { fields, id, integer, list, none, optional, string, text } from './schema.ts'

const StaffInfo = fields({
  id: id(),
  username: string(),
  nickname: string(),
  token: string(),
  expiretime: integer(),
  expires_in: integer(),
  role: roleKey(),
  roleList: list(roleKey()),
})

export const accountsAdmin = {
  login: call({
    method: 'POST',
    path: '/api/admin/login',
    access: 'public',
    summary: 'Open a session of the admin site, with user name and password or with a ticket of the student site.',
    input: fields({ username: optional(text(254, 1)), password: optional(text(1024, 1)), ticket: optional(text(200, 1)), role: optional(roleKey()) }),
    output: fields({ userinfo: StaffInfo }),
    refusals: ['CREDENTIALS', 'PAUSED', 'ROLE', 'INVALID'],
    limit: 'login',
  }),
  logout: call({
    method: 'POST',
    path: '/api/admin/logout',
    access: 'public',
    summary: 'End the session of the admin site.',
    input: none(),
    output: none(),
    refusals: [],
    whilePasswordExpired: true,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/admin/user/reset_password',
    access: 'staff',
    summary:
      'Give a person a new password, to be changed at the next log-in; teachers only for members of their guilds who are only students. Ends all sessions of that person.',
    input: fields({ user_id: id() }),
    output: fields({ password: string() }),
    refusals: ['NOT_FOUND'],
  }),
}
