import type { Row } from './row.ts'
import { publicLogInRows } from './rows.log-in.ts'
import { publicProviderRows } from './rows.providers.ts'
import { publicGuildRows } from './rows.guilds.ts'

const upload = '00000000-0000-4000-8000-000000000000'
const newcomer = { username: 'newcomer', password: 'a good one 77' }

const wrong = { username: '@teacherName', password: 'not the one' }
const unled = 'nobody has set the school up'

/** Public calls: the answer to anybody; or the answer with a session of the site and, after the bar, without one. */
export const publicRows: readonly Row[] = [
  ['GET /api/user/site', {}, 'ok'],
  ['POST /api/user/login', { username: 'nobody-here', password: 'a good one 77' }, 'CREDENTIALS'],
  ['POST /api/user/send_verification_code', { email: 'me@school.cn', event: 'register' }, 'NO_MAIL'],
  ['POST /api/user/reset_password', { email: 'me@school.cn', code: '123456', password: 'a good one 77' }, 'NO_MAIL'],
  ['POST /api/user/logout', {}, 'ok'],
  ['POST /api/user/register', { ...newcomer, email: 'me@school.cn', code: '123456', consent_version: 1 }, 'CLOSED_DOOR'],
  ['POST /api/user/userRegister', { ...newcomer, invite: 'NOSUCH22', consent_version: 1 }, 'INVITE'],
  ['POST /api/guild/invite_preview', { code: 'NOSUCH22' }, 'INVITE'],
  ['POST /api/guild/invite_preview', { code: '@invite' }, 'ok'],
  ['POST /api/admin/login', { username: 'nobody-here', password: 'a good one 77' }, 'CREDENTIALS'],
  ['POST /api/admin/login', { ticket: 'no-such-ticket' }, 'CREDENTIALS'],
  ['POST /api/admin/logout', {}, 'ok'],
  ['POST /api/admin/setup/check', { key: 'no-such-key' }, 'NOT_FOUND'],
  ['POST /api/admin/setup/create', { ...newcomer, key: 'no-such-key', site_name: '学校', rankings: 'mine', school_kind: 'minors' }, 'NOT_FOUND'],
  ['POST /api/admin/setup/restore', { key: 'no-such-key', upload }, 'NOT_FOUND'],
  ['POST /api/admin/setup/restoration', { upload }, 'NOT_FOUND'],
  ...publicGuildRows,
  ...publicLogInRows,
  ...publicProviderRows,
  ['POST /api/user/send_verification_code', { email: 'me@school.cn', event: 'change' }, 'NO_MAIL | 50008'],
  ['POST /api/user/login', wrong, 'PAUSED', 'the password of the teacher was tried five times from here'],
  ['POST /api/admin/login', wrong, 'PAUSED', 'the password of the teacher was tried from everywhere'],
  ['POST /api/user/userRegister', { ...newcomer, invite: 'NOSUCH22', consent_version: 1 }, 'CLOSED_DOOR', 'invitations open no door'],
  ['POST /api/guild/invite_preview', { code: '@invite' }, 'ARCHIVED', 'the guild to join is archived'],
  ['POST /api/user/userRegister', { ...newcomer, invite: '@invite', consent_version: 1 }, 'ARCHIVED', 'the guild to join is archived'],
  ['POST /api/admin/setup/create', { ...newcomer, key: 'no-such-key', site_name: '学校', rankings: 'mine', school_kind: 'minors' }, 'SETUP_KEY', unled],
  ['POST /api/admin/setup/restore', { key: 'no-such-key', upload }, 'SETUP_KEY', unled],
]
