import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { webAddress } from '@tongchuang/contract/web-address.ts'
import type { ProviderKind } from './tables.ts'

/** A person as a provider reports them. */
export type Told = {
  /** The provider's own permanent name for the account. */
  subject: string
  label: string
  /** The 学号 it reports, or ''. */
  student_no: string
  /** How reliably the person was authenticated, or ''. */
  acr: string
}

/**
 * The stored part of a text: without characters that cannot be stored, are invisible or change the direction of what
 * follows, and cut to a length.
 */
const kept = (value: unknown, length: number): string =>
  typeof value === 'string' || typeof value === 'number'
    ? [
        ...String(value)
          .normalize('NFKC')
          .toWellFormed()
          .replaceAll(/[\p{Cc}\p{Cf}\uFFFD]/gu, '')
          .trim(),
      ]
        .slice(0, length)
        .join('')
    : ''

/** The reported data in its stored form; null if it identifies no account. */
export const toldOf = (
  subject: unknown,
  parts: { label?: unknown; student_no?: unknown; acr?: unknown },
): Told | null => {
  const text = typeof subject === 'string' || typeof subject === 'number' ? String(subject) : ''
  // A subject is compared and never shortened: two long ones must not become the same.
  if (text === '' || text.length > 255 || !text.isWellFormed() || text.includes('\0')) return null
  const acr = typeof parts.acr === 'string' && parts.acr.length <= 200 ? parts.acr : ''
  return { subject: text, label: kept(parts.label, 40), student_no: kept(parts.student_no, 40), acr }
}

/** An account here as far as a log-in needs it. */
export type Candidate = { roles: readonly RoleKey[]; isOpen: boolean; hasOther: boolean }

/** What happens to a person whom a provider knows and whose identity is not linked yet. */
export type Match = 'link' | 'make' | 'ask' | 'disabled' | 'staff' | 'taken'

type Asked = {
  provider: { number_trusted: boolean; makes_accounts: boolean }
  student_no: string
  candidate: Candidate | null
}

/**
 * Whether an account may be linked by a number alone, or once by its password: only those who are students and nothing
 * else.
 */
export const isOnlyStudent = (roles: readonly RoleKey[]): boolean =>
  roles.length > 0 && roles.every((role) => role === 'student')

/** Matches only by a number that the provider's users cannot edit. */
export const matchOf = ({ provider, student_no, candidate }: Asked): Match => {
  if (!provider.number_trusted || student_no === '') return 'ask'
  if (!candidate) return provider.makes_accounts ? 'make' : 'ask'
  if (!candidate.isOpen) return 'disabled'
  if (candidate.roles.some((role) => role !== 'student')) return 'staff'
  if (!isOnlyStudent(candidate.roles)) return 'ask'
  return candidate.hasOther ? 'taken' : 'link'
}

/** The default address of the calls of each kind, and of its log-in page; '' where every school has its own. */
export const ownAddresses: Readonly<Record<ProviderKind, { address: string; sign_in: string }>> = {
  oidc: { address: '', sign_in: '' },
  cas: { address: '', sign_in: '' },
  wecom: { address: 'https://qyapi.weixin.qq.com', sign_in: 'https://login.work.weixin.qq.com' },
  dingtalk: { address: 'https://api.dingtalk.com', sign_in: 'https://login.dingtalk.com' },
  feishu: { address: 'https://open.feishu.cn', sign_in: 'https://accounts.feishu.cn' },
}

type SetUp = {
  kind: ProviderKind
  address: string
  sign_in_address: string
  client_id: string
  agent_id: string
  number_claim: string
  number_trusted: boolean
  makes_accounts: boolean
  accepted_acr: readonly string[]
  scopes: string
}
type Problem = { field: string; zh: string; en: string }

/** The normalized address of a provider, without a trailing slash; null if it is not a valid one. */
export const providerAddress = (text: string): string | null => {
  const url = /[?#]/.test(text) ? null : webAddress(text)
  return url && url.href.replace(/(?<!\/)\/+$/, '')
}

/**
 * The first problem in the settings of a provider, beyond their form; null for none. `hasSecret`: one is stored or
 * given.
 */
export const setUpProblem = (given: SetUp, hasSecret: boolean): Problem | null => {
  const { kind, address, sign_in_address } = given
  const isOwn = ownAddresses[kind].address === ''
  if ((isOwn || address !== '') && !providerAddress(address))
    return {
      field: 'address',
      zh: '地址要以https://开头，不带?和#',
      en: 'The address begins with https:// and has no ? or #',
    }
  if (sign_in_address !== '' && (isOwn || !providerAddress(sign_in_address)))
    return { field: 'sign_in_address', zh: '登录页地址不对', en: 'The address of the log-in page is not right' }
  if (kind !== 'cas' && given.client_id.trim() === '')
    return { field: 'client_id', zh: '请填写应用的编号', en: 'Fill in the id of the application' }
  if (kind === 'wecom' && given.agent_id.trim() === '')
    return { field: 'agent_id', zh: '请填写AgentId', en: 'Fill in the AgentId' }
  if (kind !== 'cas' && kind !== 'oidc' && !hasSecret)
    return { field: 'secret', zh: '请填写密钥', en: 'Fill in the secret' }
  if (kind === 'oidc' && !given.scopes.split(' ').includes('openid'))
    return { field: 'scopes', zh: '范围里要有openid', en: 'The scopes need openid' }
  if (given.number_trusted && given.number_claim.trim() === '')
    return { field: 'number_claim', zh: '请填写哪一项是学号', en: 'Say which part is the student number' }
  if (given.makes_accounts && !given.number_trusted)
    return {
      field: 'makes_accounts',
      zh: '只有学号可信时才能自动建账号',
      en: 'Accounts are made only from a number that can be trusted',
    }
  return null
}

/** A page of this site to go to afterwards; '' for anything that could lead elsewhere. The pages check it once more. */
export const insideOnly = (redirect: string): string =>
  /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(redirect) && !/^\/+$/.test(redirect) ? redirect : ''
