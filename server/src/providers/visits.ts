import { createHash, randomBytes } from 'node:crypto'
import { fail } from '@tongchuang/contract/errors.ts'
import { adminMount, adminPages, paths, studentPages } from '@tongchuang/contract/paths.ts'
import type { App } from '../app-services.ts'
import { hashToken, newToken, type RequestContext } from '../http/session.ts'
import { publicAddress } from '../public-address.ts'
import { closeText, openText } from '../storage/secret-text.ts'
import { ProviderFailure } from './failures.ts'
import { partyOf } from './party.ts'
import { insideOnly, type Told } from './rules.ts'
import type { Checks } from './protocol.ts'
import { protocols } from './protocols.ts'
import { findProvider, noteAnswering, type ProviderRow } from './store.ts'
import { addVisit, findByCode, noteReturn, useVisit, type VisitRow } from './visit-store.ts'

const thereAndBackMs = 10 * 60_000
const codeMs = 60_000
const checksPurpose = 'provider visit'

export type Site = 'student' | 'admin'

/** The public address of the site, if configured; the origin of a request is not used, because it can be forged. */
export const siteAddressOf = async (app: App): Promise<string> => publicAddress(app.config, await app.settings())

/** Where a provider sends browsers back to; each has its own, so that none can answer for another. */
export const returnAddress = (base: string, provider_id: number): string => `${base}/api/user/return/${provider_id}`

const browserHash = ({ browser }: RequestContext): string => createHash('sha256').update(browser).digest('hex')

/**
 * Runs a request to a provider: records for the log-in pages whether it responded, and turns a failure into a refusal.
 */
const asking = async <T>(app: App, row: ProviderRow, now: number, ask: () => Promise<T>): Promise<T> => {
  try {
    const said = await ask()
    if (row.down_since !== null) await noteAnswering(app.db, row.id, true, now)
    return said
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    app.log.warn({ provider: row.id, problem: error.problem, detail: error.detail }, 'log-in provider')
    if (error.problem === 'DOWN') await noteAnswering(app.db, row.id, false, now)
    throw fail(`PROVIDER_${error.problem}`, { name: row.name })
  }
}

/** An enabled provider; refuses with `PROVIDER_OFF` otherwise. */
export const openProvider = async (app: App, id: number): Promise<ProviderRow> => {
  const row = await findProvider(app.db, id)
  if (!row?.enabled) throw fail('PROVIDER_OFF')
  return row
}

type SetOut = {
  provider_id: number
  door: Site
  redirect?: string | undefined
  in_app?: boolean | undefined
  /** The user who links an identity to their account. */
  user_id?: number
}

/** Starts a visit: returns the address to which to send the browser. */
export const setOut = async (app: App, asked: SetOut, caller: RequestContext): Promise<{ url: string }> => {
  const row = await openProvider(app, asked.provider_id)
  const base = await siteAddressOf(app)
  if (base === '') throw fail('PROVIDER_SETUP', { name: row.name })
  const checks: Checks = { state: newToken(), nonce: newToken(), verifier: randomBytes(48).toString('base64url') }
  const { now } = caller
  const url = await asking(app, row, now, async () =>
    protocols[row.kind].signInUrl(partyOf(app, row), {
      checks,
      return_address: returnAddress(base, row.id),
      in_app: asked.in_app ?? false,
    }),
  )
  await addVisit(app.db, {
    provider_id: row.id,
    state_hash: hashToken(checks.state),
    door: asked.door,
    user_id: asked.user_id ?? null,
    browser_hash: browserHash(caller),
    redirect: insideOnly(asked.redirect ?? ''),
    checks: closeText(app.config.secret, checksPurpose, JSON.stringify(checks)),
    created_at: now,
    expires_at: now + thereAndBackMs,
  })
  return { url: url.href }
}

/**
 * The address of the page a returning browser goes to: the one that started the visit, with a code behind the #, which
 * is never sent to a server.
 */
const pageAfter = (
  app: App,
  base: string,
  visit: Pick<VisitRow, 'door' | 'user_id' | 'redirect'>,
  code: string,
): string => {
  const isLink = visit.user_id !== null
  const site = visit.door === 'admin' ? (app.config.adminSiteUrl ?? `${base}${adminMount}`) : base
  const query = visit.redirect === '' ? '' : `?${new URLSearchParams({ redirect: visit.redirect }).toString()}`
  const page =
    visit.door === 'admin'
      ? isLink
        ? adminPages.account
        : adminPages.login + query
      : isLink
        ? paths.center('settings')
        : studentPages.login + query
  return `${site}${page}#entry=${code}`
}

// The parameters that providers send, including the state; all others are ignored.
const known = ['code', 'authCode', 'ticket', 'state', 'iss', 'error', 'error_description', 'session_state'] as const

/**
 * Handles the return of a browser from a provider. It sends no request to the provider and logs nobody in: the
 * parameters are stored for the page, which exchanges the code. A state that is unknown, used, too old or another
 * provider's gets a code that opens nothing.
 */
export const comeBack = async (
  app: App,
  provider_id: number,
  query: Readonly<Record<string, unknown>>,
  now: number,
): Promise<string> => {
  const base = await siteAddressOf(app)
  const params: Record<string, string> = {}
  for (const name of known) {
    const value = query[name]
    if (typeof value === 'string' && value.length <= 2_000) params[name] = value
  }
  const code = newToken()
  const visit = await noteReturn(app.db, {
    state_hash: hashToken(params.state ?? ''),
    provider_id,
    answer: closeText(app.config.secret, checksPurpose, JSON.stringify(params)),
    code_hash: hashToken(code),
    code_expires_at: now + codeMs,
    now,
  })
  return pageAfter(app, base, visit ?? { door: 'student', user_id: null, redirect: '' }, code)
}

/** The person a visit identified, and the provider. */
export type Arrival = { visit: VisitRow; provider: ProviderRow; told: Told }

/**
 * Exchanges the code of a visit, once, in the browser and on the site that started it; asks the provider who the person
 * is.
 * `user_id`: the user who links an identity to their account.
 */
export const arrive = async (
  app: App,
  code: string,
  { door, user_id = null }: { door: Site; user_id?: number | null },
  caller: RequestContext,
): Promise<Arrival> => {
  const { db, config } = app
  const { now } = caller
  const visit = await findByCode(db, hashToken(code))
  if (
    !visit ||
    visit.door !== door ||
    visit.user_id !== user_id ||
    visit.used_at !== null ||
    (visit.code_expires_at ?? 0) <= now
  )
    throw fail('PROVIDER_STATE')
  if (visit.browser_hash !== browserHash(caller)) throw fail('PROVIDER_BROWSER')
  const checks = openText(config.secret, checksPurpose, visit.checks)
  const params = visit.answer && openText(config.secret, checksPurpose, visit.answer)
  if (!checks || !params || !(await useVisit(db, visit.id, now))) throw fail('PROVIDER_STATE')
  const provider = await openProvider(app, visit.provider_id)
  const base = await siteAddressOf(app)
  const told = await asking(app, provider, now, async () =>
    protocols[provider.kind].tell(partyOf(app, provider), {
      checks: JSON.parse(checks) as Checks,
      return_address: returnAddress(base, provider.id),
      params: JSON.parse(params) as Record<string, string>,
    }),
  )
  return { visit, provider, told }
}

/** Whether the request comes from the browser that started the visit. */
export const isSameBrowser = (visit: VisitRow, caller: RequestContext): boolean =>
  visit.browser_hash === browserHash(caller)
