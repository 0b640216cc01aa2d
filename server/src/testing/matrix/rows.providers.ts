import type { RequestRow } from './requests.ts'
import type { Row } from './row.ts'

const open = 'a provider is set up'
const closed = 'a provider is closed'
const linked = 'a provider is set up and the owner and the teacher are linked'
const five = (word: string) => Array<string>(5).fill(word).join(' ')
const onlyAdmin = (word: string) => `ROLE ROLE ROLE ROLE ${word}`
const atDoor = { provider_id: '@provider', door: 'student' }
const setUp = {
  ...{ kind: 'oidc', name: '统一身份认证', enabled: true, address: 'https://id.school.example', sign_in_address: '' },
  ...{ client_id: 'tongchuang', agent_id: '', scopes: 'openid', number_claim: '', number_trusted: false },
  ...{ name_claim: 'name', accepted_acr: [], makes_accounts: false, is_silent: false },
}

/** Log-ins by accounts at other systems, open to everybody. */
export const publicProviderRows: readonly Row[] = [
  ['GET /api/user/providers', {}, 'ok0'],
  ['GET /api/user/providers', {}, 'ok1', open],
  ['GET /api/user/providers', {}, 'ok0', closed],
  ['POST /api/user/provider_begin', { provider_id: 999_999, door: 'student' }, 'PROVIDER_OFF'],
  ['POST /api/user/provider_begin', atDoor, 'PROVIDER_OFF', closed],
  ['POST /api/user/provider_enter', { code: 'no-such-code' }, 'PROVIDER_STATE'],
  ['POST /api/user/provider_adopt', { ticket: 'no-such-ticket', student_no: '1', password: 'wrong' }, 'PROVIDER_STATE'],
  ['POST /api/admin/provider/enter', { code: 'no-such-code' }, 'PROVIDER_STATE'],
]

/** A student's own identities at providers: what `owner mate stranger | absent` get. */
export const studentProviderRows: readonly Row[] = [
  ['GET /api/user/identities', {}, 'ok0 ok0 ok0'],
  ['GET /api/user/identities', {}, 'ok1 ok1 ok1', linked],
  ['POST /api/user/identity_link', { provider_id: '@provider', password: 'wrong' }, 'WRONG_PASSWORD WRONG_PASSWORD WRONG_PASSWORD | WRONG_PASSWORD', open],
  ['POST /api/user/identity_finish', { code: 'no-such-code' }, 'PROVIDER_STATE PROVIDER_STATE PROVIDER_STATE'],
  ['POST /api/user/identity_unlink', { provider_id: '@provider' }, 'ok NOT_FOUND NOT_FOUND | NOT_FOUND', linked],
]

/** Identities of staff, and the set-up of providers: what `teacher other assistant helper admin | absent` get. */
export const staffProviderRows: readonly Row[] = [
  ['GET /api/admin/me/identities', {}, 'ok0 ok0 ok0 ok0 ok0'],
  ['GET /api/admin/me/identities', {}, 'ok1 ok1 ok1 ok1 ok1', linked],
  ['POST /api/admin/me/link_identity', { provider_id: '@provider', password: 'wrong', code: '123456' }, `${five('WRONG_PASSWORD')} | WRONG_PASSWORD`, open],
  ['POST /api/admin/me/finish_link', { code: 'no-such-code' }, five('PROVIDER_STATE')],
  ['POST /api/admin/me/unlink_identity', { provider_id: '@provider' }, 'ok NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND', linked],
  ['GET /api/admin/provider/list', {}, onlyAdmin('ok0')],
  ['GET /api/admin/provider/list', {}, onlyAdmin('ok1'), linked],
  ['POST /api/admin/provider/save', setUp, onlyAdmin('ok')],
  ['POST /api/admin/provider/save', { ...setUp, kind: 'cas', id: '@provider', version: 0 }, `${onlyAdmin('ok')} | NOT_FOUND`, open],
  ['POST /api/admin/provider/save', { ...setUp, kind: 'cas', id: '@provider', version: 7 }, `${onlyAdmin('CONFLICT')} | NOT_FOUND`, open],
  ['POST /api/admin/provider/save', { ...setUp, address: 'nowhere' }, onlyAdmin('INVALID:address')],
  ['POST /api/admin/provider/remove', { id: '@provider' }, `${onlyAdmin('ok')} | NOT_FOUND`, linked],
  ['POST /api/admin/provider/test', { id: '@provider' }, `${onlyAdmin('ok')} | NOT_FOUND`, open],
]

const onwards = Array<string>(9).fill('ok').join(' ')

/**
 * The addresses to which providers send browsers back: each request is redirected to the log-in page, with a code that
 * opens nothing.
 */
export const providerRequestRows: readonly RequestRow[] = [
  ['GET /api/user/return/1?state=made-up&code=made-up', {}, onwards],
  ['GET /api/user/return/@provider?state=made-up', {}, onwards, open],
]
