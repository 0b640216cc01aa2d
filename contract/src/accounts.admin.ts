import { roleKey, newPassword } from './accounts.ts'
import { call } from './call.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  integer,
  line,
  list,
  none,
  nullable,
  optional,
  string,
  text,
} from './schema.ts'

/** The `userinfo` of a log-in on the admin site. `expiretime` is in seconds since 1970, `expires_in` in seconds. */
export const StaffInfo = fields({
  id: id(),
  username: string(),
  nickname: string(),
  token: string(),
  expiretime: integer(),
  expires_in: integer(),
  role: roleKey(),
  roleList: list(roleKey()),
})

/** A code of the authenticator app, or a recovery code. */
const factorCode = () => text(20, 6)
const ownPassword = () => text(1024, 1)

/** Ten recovery codes, each usable once in place of an authenticator code; shown once and stored as hashes. */
const recoveryCodes = () => list(string())

export const accountsAdmin = {
  login: call({
    method: 'POST',
    path: '/api/admin/login',
    access: 'public',
    summary:
      'Opens a session of the admin site with user name and password, or with a ticket of the student site. A person with a second factor is refused with FACTOR and a challenge that is valid for 5 minutes, and repeats the call with the challenge and a code; if the refusal has a `setup`, the code is the first one of that new secret.',
    input: fields({
      username: optional(text(254, 1)),
      password: optional(ownPassword()),
      ticket: optional(text(200, 1)),
      role: optional(roleKey()),
      challenge: optional(text(200, 1)),
      code: optional(factorCode()),
    }),
    output: fields({ userinfo: StaffInfo, recovery_codes: optional(recoveryCodes()) }),
    refusals: ['CREDENTIALS', 'PAUSED', 'ROLE', 'INVALID', 'FACTOR', 'FACTOR_WRONG', 'FACTOR_CLOSED', 'CHALLENGE'],
    limit: 'password',
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
      'Sets a new password for a person, to be changed at the next log-in, and ends all their sessions. Teachers may do this only for people in their charge who are students and nothing else.',
    input: fields({ user_id: id() }),
    output: fields({ password: string() }),
    refusals: ['NOT_FOUND'],
  }),
  confirmMobile: call({
    method: 'POST',
    path: '/api/admin/user/confirm_mobile',
    access: 'staff',
    summary:
      'Confirms the mobile number of a person who has proved that it is theirs, so that they can log in with it; null removes the number. Teachers may do this for the same people as `reset_password`. The person is notified.',
    input: fields({ user_id: id(), mobile: nullable(line(30)) }),
    output: fields({ mobile: string() }),
    refusals: ['NOT_FOUND', 'MOBILE_TAKEN', 'INVALID'],
  }),
  switchRole: call({
    method: 'POST',
    path: '/api/admin/me/switch_role',
    access: 'staff',
    summary: 'Switches to another role of the caller: opens a new session of the admin site and ends the present one.',
    input: fields({ role: roleKey() }),
    output: fields({ userinfo: StaffInfo }),
    refusals: ['NO_SESSION', 'ROLE', 'FACTOR_NEEDED'],
  }),
  changePassword: call({
    method: 'POST',
    path: '/api/admin/me/change_password',
    access: 'staff',
    summary: 'Set a new password with the current one; ends every other session on both sites.',
    input: fields({ password: ownPassword(), new_password: newPassword() }),
    output: none(),
    refusals: ['WRONG_PASSWORD', 'WEAK_PASSWORD', 'PAUSED'],
    whilePasswordExpired: true,
    limit: 'login',
  }),
  sendCode: call({
    method: 'POST',
    path: '/api/admin/me/send_code',
    access: 'staff',
    summary:
      'Mail a 6-digit code to an address that is to be one’s own: valid 5 minutes, 5 tries, one a minute and 5 an hour per address, 3 of them from one network. The answer never tells whether an account has it.',
    input: fields({ email: text(254, 3) }),
    output: fields({ wait_seconds: count() }),
    refusals: ['NO_MAIL', 'TOO_FAST', 'INVALID'],
    limit: 'code',
  }),
  changeContact: call({
    method: 'POST',
    path: '/api/admin/me/change_contact',
    access: 'staff',
    summary: 'Sets the caller’s email address, with the password and a code mailed to the new address.',
    input: fields({ password: ownPassword(), email: text(254, 3), code: text(6, 6) }),
    output: none(),
    refusals: ['WRONG_PASSWORD', 'CODE_WRONG', 'NO_MAIL', 'PAUSED', 'INVALID'],
    limit: 'login',
  }),
  sessions: call({
    method: 'GET',
    path: '/api/admin/me/sessions',
    access: 'staff',
    summary: 'The sessions of the caller on both sites, newest first, at most 50.',
    input: none(),
    output: list(
      fields({
        id: id(),
        device: string(),
        is_admin_site: boolean(),
        address: string(),
        created_at: instant(),
        expires_at: instant(),
        current: boolean(),
      }),
    ),
    refusals: [],
  }),
  endSession: call({
    method: 'POST',
    path: '/api/admin/me/end_session',
    access: 'staff',
    summary: 'Ends one session of the caller, or with `others` all but the current one.',
    input: fields({ id: optional(id()), others: optional(boolean()) }),
    output: fields({ ended: count() }),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  beginFactor: call({
    method: 'POST',
    path: '/api/admin/me/begin_factor',
    access: 'staff',
    summary:
      'Makes a new secret for an authenticator app, with the password; it takes effect once a code of it is confirmed.',
    input: fields({ password: ownPassword() }),
    output: fields({ secret: string(), uri: string() }),
    refusals: ['WRONG_PASSWORD', 'PAUSED', 'FACTOR_ON'],
    limit: 'login',
  }),
  confirmFactor: call({
    method: 'POST',
    path: '/api/admin/me/confirm_factor',
    access: 'staff',
    summary: 'Activates the new secret with its first code; answers the recovery codes, this once.',
    input: fields({ code: factorCode() }),
    output: fields({ recovery_codes: recoveryCodes() }),
    refusals: ['FACTOR_WRONG', 'FACTOR_CLOSED', 'PAUSED'],
    limit: 'login',
  }),
  renewRecovery: call({
    method: 'POST',
    path: '/api/admin/me/renew_recovery',
    access: 'staff',
    summary: 'Replaces all recovery codes by new ones, with the password.',
    input: fields({ password: ownPassword() }),
    output: fields({ recovery_codes: recoveryCodes() }),
    refusals: ['WRONG_PASSWORD', 'PAUSED', 'FACTOR_NEEDED'],
    limit: 'login',
  }),
  endFactor: call({
    method: 'POST',
    path: '/api/admin/me/end_factor',
    access: 'staff',
    summary:
      'Removes the caller’s second factor, with the password; refused to administrators if the site requires one.',
    input: fields({ password: ownPassword() }),
    output: none(),
    refusals: ['WRONG_PASSWORD', 'PAUSED', 'FACTOR_NEEDED'],
    limit: 'login',
  }),
}
