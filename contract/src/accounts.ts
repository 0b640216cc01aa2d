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
  number,
  oneOf,
  optional,
  string,
  text,
} from './schema.ts'

/** The four roles by key, each with its Chinese name (specification section 6). */
export const roleNames = { student: '学生', assistant: '助教', teacher: '教师', admin: '管理员' } as const
export type RoleKey = keyof typeof roleNames
export const roleKey = () => oneOf('student', 'assistant', 'teacher', 'admin')

/** A role that a person may act in; `target` is the site it leads to. */
export const Role = fields({ key: roleKey(), name: string(), target: oneOf('student', 'admin') })

/**
 * The `userinfo` of a log-in (specification section 3). `createtime` and `expiretime` are in seconds since 1970,
 * `expires_in` in seconds.
 */
export const UserInfo = fields({
  id: id(),
  username: string(),
  nickname: string(),
  mobile: string(),
  avatar: string(),
  score: integer(),
  token: string(),
  user_id: id(),
  createtime: integer(),
  expiretime: integer(),
  expires_in: integer(),
  role: string(),
  roleList: list(Role),
})

/** 8–64 characters of any kind; at most 1,024 bytes reach the hash. */
export const newPassword = () => text(64, 8)
export const username = () => line(30, 2)
const Meta = fields({
  locale: string(),
  requiresAuth: boolean(),
  icon: optional(string()),
  order: optional(integer()),
  roles: optional(list(string())),
  hideInMenu: optional(boolean()),
  hideChildrenInMenu: optional(boolean()),
  activeMenu: optional(string()),
  ignoreCache: optional(boolean()),
  noAffix: optional(boolean()),
})
const MenuLeaf = fields({ path: string(), name: string(), redirect: optional(string()), meta: Meta })
const MenuItem = fields({
  path: string(),
  name: string(),
  redirect: optional(string()),
  meta: Meta,
  children: optional(list(MenuLeaf)),
})
const Device = fields({
  id: id(),
  name: string(),
  address: string(),
  created_at: instant(),
  expires_at: instant(),
  current: boolean(),
})

export const accounts = {
  site: call({
    method: 'GET',
    path: '/api/user/site',
    access: 'public',
    summary: 'What the student site needs to know about this school before anybody has logged in.',
    input: none(),
    output: fields({
      site_name: string(),
      timezone: string(),
      /**
       * Which of the two ways to register are open. `invite_required`: registering by `invite` needs the invite code of
       * a guild.
       */
      doors: fields({ invite: boolean(), code: boolean(), invite_required: boolean() }),
      mail: boolean(),
      /** Whether there are other ways to log in than the password; `providers.list` names them. */
      other_log_ins: boolean(),
      consent: fields({ version: integer(), text: string() }),
      /** Which students the rankings compare with each other; `off`: there are no rankings. */
      rankings: oneOf('off', 'mine', 'site'),
      /** `own`: rankings name only the student who reads them. */
      ranking_list: oneOf('names', 'own'),
      /** The limits of a version: megabytes of one file, and the number of files. */
      files: fields({ file_mb: count(), max_files: count() }),
      demo: boolean(),
    }),
    refusals: [],
  }),
  login: call({
    method: 'POST',
    path: '/api/user/login',
    access: 'public',
    summary:
      'Log in with a user name, e-mail address or mobile number; every log-in gets a new token, valid for 24 hours.',
    input: fields({ username: text(254, 1), password: text(1024, 1) }),
    output: fields({ userinfo: UserInfo }),
    refusals: ['CREDENTIALS', 'PAUSED'],
    limit: 'password',
  }),
  sendCode: call({
    method: 'POST',
    path: '/api/user/send_verification_code',
    access: 'public',
    summary:
      'Send a 6-digit code by mail: valid 5 minutes, 5 tries, one a minute and 5 an hour per address, 3 of them from one network. The answer never tells whether an account exists.',
    input: fields({
      email: optional(text(254, 3)),
      mobile: optional(text(20, 1)),
      event: oneOf('register', 'resetpwd', 'change'),
    }),
    output: fields({ wait_seconds: count() }),
    refusals: ['NO_SMS', 'NO_MAIL', 'NO_SESSION', 'TOO_FAST', 'INVALID'],
    limit: 'code',
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/user/reset_password',
    access: 'public',
    summary: 'Set a new password with a mailed code; ends all sessions of the account.',
    input: fields({ email: text(254, 3), code: text(6, 6), password: newPassword() }),
    output: none(),
    refusals: ['CODE_WRONG', 'WEAK_PASSWORD', 'NO_MAIL', 'INVALID'],
    limit: 'login',
  }),
  logout: call({
    method: 'POST',
    path: '/api/user/logout',
    access: 'public',
    summary: 'Ends the session of the token; the answer is the same without a session.',
    input: none(),
    output: none(),
    refusals: [],
    whilePasswordExpired: true,
  }),
  changePassword: call({
    method: 'POST',
    path: '/api/user/change_password',
    access: 'session',
    summary: 'Set a new password with the current one; ends every other session.',
    input: fields({ password: text(1024, 1), new_password: newPassword() }),
    output: none(),
    refusals: ['WRONG_PASSWORD', 'WEAK_PASSWORD', 'PAUSED'],
    whilePasswordExpired: true,
    limit: 'login',
  }),
  changeContact: call({
    method: 'POST',
    path: '/api/user/change_contact',
    access: 'session',
    summary: 'Set the e-mail address with the password and a code mailed to the new address.',
    input: fields({ password: text(1024, 1), email: text(254, 3), code: text(6, 6) }),
    output: none(),
    refusals: ['WRONG_PASSWORD', 'CODE_WRONG', 'NO_MAIL', 'PAUSED', 'INVALID'],
    limit: 'login',
  }),
  devices: call({
    method: 'POST',
    path: '/api/user/devices',
    access: 'session',
    summary: 'The sessions of the caller on both sites, newest first, at most 50.',
    input: none(),
    output: list(Device),
    refusals: [],
    limit: 'read',
  }),
  endDevice: call({
    method: 'POST',
    path: '/api/user/end_device',
    access: 'session',
    summary: 'Ends one session of the caller, or with `others` all but the current one.',
    input: fields({ id: optional(id()), others: optional(boolean()) }),
    output: fields({ ended: count() }),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  roleTicket: call({
    method: 'POST',
    path: '/api/user/role_ticket',
    access: 'session',
    summary:
      'Issues a ticket for the admin site: single use, valid for 60 seconds, bound to person and role. Refused in a session opened with an account at a provider that was not linked on the admin site.',
    input: fields({ role: roleKey() }),
    output: fields({ ticket: string(), expires_in: number(), url: string() }),
    refusals: ['ROLE', 'STAFF_PASSWORD'],
  }),
  menu: call({
    method: 'POST',
    path: '/api/user/menu',
    access: 'session',
    summary:
      'The menu of the student site, hidden routes included. It replaces the menu tree and grants no access by itself.',
    input: none(),
    output: list(MenuItem),
    refusals: [],
    limit: 'read',
  }),
}
