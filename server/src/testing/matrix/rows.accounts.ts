import { samplePassword } from '../../sample-password.ts'
import type { Row } from './row.ts'

const needed = 'administrators need a second factor'
const given = 'everybody has been given a new password'

/** Accounts, and what holds for the whole school: what `owner mate stranger | absent` get. */
export const studentAccountRows: readonly Row[] = [
  ['GET /api/message/list', {}, 'PASSWORD PASSWORD PASSWORD', given],
  ['POST /api/user/change_password', { password: 'wrong', new_password: 'a good one 77' }, 'WRONG_PASSWORD WRONG_PASSWORD WRONG_PASSWORD', given],
  ['POST /api/student/join_guild', { guild_id: '@open', code: 'NOSUCH22' }, 'INVITE INVITE INVITE | NOT_FOUND'],
  ['POST /api/student/getWorkHardStudentList', { guild_id: '@guild' }, 'RANKINGS_OFF RANKINGS_OFF RANKINGS_OFF | RANKINGS_OFF', 'the school has no rankings'],
]

/** Accounts of the staff: what `teacher other assistant helper admin | absent` get. */
export const staffAccountRows: readonly Row[] = [
  ['POST /api/admin/me/end_factor', { password: samplePassword }, 'ok ok ok ok FACTOR_NEEDED', needed],
  ['POST /api/admin/me/switch_role', { role: 'admin' }, 'ROLE ROLE ROLE ROLE FACTOR_NEEDED', needed],
  ['GET /api/admin/home', {}, 'PASSWORD PASSWORD PASSWORD PASSWORD PASSWORD', given],
  [
    'POST /api/admin/me/change_password',
    { password: 'wrong', new_password: 'a good one 77' },
    'WRONG_PASSWORD WRONG_PASSWORD WRONG_PASSWORD WRONG_PASSWORD WRONG_PASSWORD',
    given,
  ],
  ['POST /api/admin/staff/set_roles', { user_id: '@adminId', roles: ['teacher'] }, 'ROLE ROLE ROLE ROLE LAST_ADMIN | NOT_FOUND'],
  ['POST /api/admin/staff/set_disabled', { user_id: '@adminId', disabled: true }, 'ROLE ROLE ROLE ROLE OWN_ACCOUNT | NOT_FOUND'],
]
