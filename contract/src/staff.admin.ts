import { roleKey, username } from './accounts.ts'
import { call, type Output } from './call.ts'
import {
  boolean,
  fields,
  id,
  instant,
  line,
  list,
  nullable,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
} from './schema.ts'

const staffRole = () => oneOf('assistant', 'teacher', 'admin')
const roles = () => list(staffRole(), { maxItems: 3 })

const Person = fields({
  id: id(),
  username: string(),
  nickname: string(),
  real_name: string(),
  roles: list(roleKey()),
  disabled: boolean(),
  second_factor: boolean(),
  last_login_at: nullable(instant()),
})

export const staffAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/staff/list',
    access: 'admin',
    summary: 'The staff by user name; with a keyword also students, to whom a role may be granted.',
    input: fields({ keyword: optional(line(60)), role: optional(staffRole()), ...paging }),
    output: pageOf(Person),
    refusals: ['INVALID'],
  }),
  create: call({
    method: 'POST',
    path: '/api/admin/staff/create',
    access: 'admin',
    summary: 'Makes a staff account; its password is answered this once and must be changed at the first log-in.',
    input: fields({ username: username(), nickname: line(30), roles: list(staffRole(), { minItems: 1, maxItems: 3 }) }),
    output: fields({ user_id: id(), password: string() }),
    refusals: ['NAME_RULE', 'NAME_TAKEN'],
  }),
  setRoles: call({
    method: 'POST',
    path: '/api/admin/staff/set_roles',
    access: 'admin',
    summary:
      'Grants and removes staff roles; 学生 stays as it is. Sessions in a removed role end at once, and so do the parts in guilds that need the role.',
    input: fields({
      user_id: id(),
      roles: roles(),
      /** The roles of the account as the caller last saw them: CHANGED if they are different now. */
      seen: optional(roles()),
    }),
    output: fields({ roles: list(roleKey()) }),
    refusals: ['NOT_FOUND', 'LAST_ADMIN', 'CHANGED'],
  }),
  setDisabled: call({
    method: 'POST',
    path: '/api/admin/staff/set_disabled',
    access: 'admin',
    summary: 'Disables a staff account, which ends its sessions, or enables it again unless its deletion was approved.',
    input: fields({ user_id: id(), disabled: boolean() }),
    output: fields({ disabled: boolean() }),
    refusals: ['NOT_FOUND', 'LAST_ADMIN', 'OWN_ACCOUNT', 'DELETION_APPROVED'],
  }),
  endFactor: call({
    method: 'POST',
    path: '/api/admin/staff/end_factor',
    access: 'admin',
    summary: 'Removes the second factor of an account whose owner has lost it, and ends its sessions.',
    input: fields({ user_id: id() }),
    output: fields({ ended: boolean() }),
    refusals: ['NOT_FOUND'],
  }),
}

/** A staff account as it is listed. */
export type StaffAccount = Output<typeof staffAdmin.list>['list'][number]
