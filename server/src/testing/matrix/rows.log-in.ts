import { samplePassword } from '../../sample-password.ts'
import type { RequestRow } from './requests.ts'
import type { Row } from './row.ts'
import { browsers } from './states.log-in.ts'

const known = 'everybody has a password'
const begun = 'all staff have begun a second factor'
const password = samplePassword

/** Log-ins and the set-up page, open to everybody: what each answers, whoever asks. */
export const publicLogInRows: readonly Row[] = [
  ['POST /api/user/login', { username: '@ownerName', password }, 'ok', known],
  ['POST /api/user/login', { username: '@ownerName', password: 'another one 77' }, 'CREDENTIALS', known],
  ['POST /api/admin/login', { username: '@ownerName', password }, 'ROLE', known],
  ['POST /api/admin/login', { username: '@teacherName', password }, 'ok', known],
  ['POST /api/admin/login', { username: '@teacherName', password, role: 'admin' }, 'ROLE', known],
  ['POST /api/admin/login', { username: '@otherName', password }, 'FACTOR', known],
  ['POST /api/admin/login', { challenge: '@challenge', code: '@appCode' }, 'ok', 'a teacher owes a code'],
  ['POST /api/admin/login', { challenge: '@challenge', code: '@recoveryCode' }, 'ok', 'a teacher owes a code'],
  ['POST /api/admin/login', { challenge: '@challenge', code: 'no-such-code' }, 'FACTOR_WRONG', 'a teacher owes a code'],
  ['POST /api/admin/login', { challenge: 'no-such-challenge', code: '@appCode' }, 'CHALLENGE', 'a teacher owes a code'],
  ['POST /api/admin/login', { challenge: '@challenge', code: '@appCode' }, 'ROLE', 'who owes a code has lost the role'],
  ['POST /api/admin/setup/check', { key: '@setupKey' }, 'ok', 'nobody has set the school up'],
  ['POST /api/admin/setup/check', { key: 'no-such-key' }, 'SETUP_KEY', 'nobody has set the school up'],
]

/** One's own second factor: what `teacher other assistant helper admin` get. */
export const staffLogInRows: readonly Row[] = [
  ['POST /api/admin/me/begin_factor', { password }, 'ok FACTOR_ON ok ok ok', known],
  ['POST /api/admin/me/confirm_factor', { code: '@appCode' }, 'ok10 FACTOR_WRONG ok10 ok10 ok10 | INVALID:code', begun],
  ['POST /api/admin/me/renew_recovery', { password }, 'FACTOR_NEEDED ok10 FACTOR_NEEDED FACTOR_NEEDED FACTOR_NEEDED', known],
  ['POST /api/admin/me/end_factor', { password }, 'ok ok ok ok ok', known],
]

const login = (browser: string) => ({ headers: { cookie: `browser=${browser}` }, payload: { username: '@ownerName', password } })
const guessed = 'strangers guess the password of the owner'
const paused = 'PAUSED PAUSED PAUSED PAUSED PAUSED PAUSED PAUSED PAUSED PAUSED'

/** Log-ins from a browser with a cookie, regardless of who else is logged in there. */
export const logInRequestRows: readonly RequestRow[] = [
  ['POST /api/user/login', login(browsers.ofOwner), 'ok ok ok ok ok ok ok ok ok', guessed],
  ['POST /api/user/login', login(browsers.ofMate), paused, guessed],
  ['POST /api/user/login', login('browser-nobody-knows-0'), paused, guessed],
]
