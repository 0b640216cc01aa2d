import { hash, randomBytes } from 'node:crypto'
import type { Access } from '@tongchuang/contract/call.ts'
import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { fail, type Language } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'

/** Which of the two sites a session belongs to; each refuses the other's. */
export type Audience = 'student' | 'admin'

/** What is stored of the session behind a token, with what its person may do now. */
export type Session = {
  session_id: number
  user_id: number
  audience: Audience
  roles: readonly RoleKey[]
  expires_at: number
  /** Why it was ended before its time; `elsewhere` is told to the caller, anything else looks like an unknown token. */
  ended_reason: string | null
  /** The provider whose account opened the session; null for a password. */
  provider_id: number | null
  must_change_password: boolean
  disabled: boolean
}

/** Looks a session up by the hash of its token; given by the feature that stores them. */
export type Authenticate = (db: Db, tokenHash: string, now: number) => Promise<Session | null>

/** What a handler knows of the request beside its input. */
export type RequestContext = {
  readonly language: Language
  /** The address limits are counted for: the socket's, or the one a trusted proxy names. */
  readonly address: string
  /**
   * The origin of this request, with the base path and without a trailing slash; the last choice of `publicAddress`.
   */
  readonly origin: string
  readonly user_agent: string
  /**
   * A random name of this browser, kept in a cookie of its own. It opens nothing: guessing passwords is counted apart
   * for browsers an account knows, and codes for the browser that asked. Empty but for calls of the allowances `login`,
   * `password`, `register` and `code`.
   */
  readonly browser: string
  /** Milliseconds; one value for the whole request. */
  readonly now: number
  readonly request_id: string
}

/** Somebody with a session. */
export type Person = RequestContext & {
  readonly user_id: number
  readonly session_id: number
  readonly audience: Audience
  readonly roles: readonly RoleKey[]
  /** The provider whose account opened the session; null for a password. */
  readonly provider_id: number | null
}

/** Whoever makes a public call: perhaps with a session, perhaps without. */
export type Visitor = RequestContext & {
  readonly user_id: number | null
  readonly session_id: number | null
  readonly audience: Audience | null
  readonly roles: readonly RoleKey[]
  readonly provider_id: number | null
}

/** The caller of a call, by its access. */
export type CallerOf<A extends Access> = A extends 'public' ? Visitor : Person

/** A new token: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: SHA-256, hexadecimal. */
export const hashToken = (token: string): string => hash('sha256', token)

/** The site a path belongs to. */
export const audienceOf = (path: string): Audience => (path.startsWith('/api/admin/') ? 'admin' : 'student')

// The form of a token of this product. Anything else needs no look-up.
const tokenForm = /^[\w-]{20,128}$/

type SessionSource = { authenticate: Authenticate; db: Db }
type Demand = { access: Access; audience: Audience; whilePasswordExpired?: boolean | undefined }

const nobody = { user_id: null, session_id: null, audience: null, roles: [], provider_id: null } as const

const sessionOf = async ({ authenticate, db }: SessionSource, token: unknown, now: number): Promise<Session | null> =>
  typeof token === 'string' && tokenForm.test(token) ? authenticate(db, hashToken(token), now) : null

/**
 * Who makes a request, or the refusal it gets. Only the header `token` counts: a cookie travels with requests the
 * person did not make.
 */
export const admit = async (
  source: SessionSource,
  token: unknown,
  demand: Demand,
  context: RequestContext,
): Promise<Visitor> => {
  if (demand.access !== 'public') return admitPerson(source, token, demand, context)
  const session = await sessionOf(source, token, context.now)
  const refusal = refusalOf(session, demand.audience, context.now)
  return refusal || !session ? { ...context, ...nobody } : known(session, context)
}

/** The same for what nobody may do without a session. */
export const admitPerson = async (
  source: SessionSource,
  token: unknown,
  { access, audience, whilePasswordExpired }: Demand,
  context: RequestContext,
): Promise<Person> => {
  const session = await sessionOf(source, token, context.now)
  const refusal = refusalOf(session, audience, context.now)
  if (refusal || !session) throw fail(refusal ?? 'NO_SESSION')
  if (session.must_change_password && !whilePasswordExpired) throw fail('PASSWORD')
  if (!mayCall(access, session.roles)) throw fail('ROLE')
  return known(session, context)
}

const known = ({ user_id, session_id, audience, roles, provider_id }: Session, context: RequestContext): Person => ({
  ...context,
  user_id,
  session_id,
  audience,
  roles,
  provider_id,
})

const refusalOf = (session: Session | null, audience: Audience, now: number) => {
  if (!session || session.audience !== audience || session.disabled) return 'NO_SESSION'
  if (session.ended_reason !== null && session.ended_reason !== 'expired')
    return session.ended_reason === 'elsewhere' ? 'ELSEWHERE' : 'NO_SESSION'
  if (session.ended_reason === 'expired' || session.expires_at <= now) return 'EXPIRED'
  return null
}

/** Whether the roles of a person permit a call; `public` and `session` require none. */
export const mayCall = (access: Access, roles: readonly RoleKey[]): boolean => {
  if (access === 'student') return roles.includes('student')
  if (access === 'admin') return roles.includes('admin')
  if (access === 'staff') return roles.some((role) => role !== 'student')
  return true
}
