import type { App } from '../app-services.ts'
import { isFields } from '../fields.ts'
import { OutboundFailure, type OutboundFetch } from '../outbound/outbound.ts'
import { openText } from '../storage/secret-text.ts'
import { ProviderFailure } from './failures.ts'
import type { ProviderRow } from './store.ts'

/** The encryption purpose for secrets of providers. */
export const secretPurpose = 'log-in provider'

// One log-in needs several requests; the page falls back to the password after eight seconds.
const allMs = 7_000

/** A provider ready for requests: its row, its secret, and a fetch function with one deadline for all requests. */
export type Party = Omit<ProviderRow, 'secret'> & { secret: string; fetch: OutboundFetch }

const isSetUpWrongly = ({ reason }: OutboundFailure): boolean => ['ADDRESS', 'INSECURE', 'PRIVATE'].includes(reason)

/** Prepares a provider for requests. */
export const partyOf = (app: App, row: ProviderRow): Party => {
  const secret = row.secret === '' ? '' : openText(app.config.secret, secretPurpose, row.secret)
  if (secret === null)
    throw new ProviderFailure('SETUP', 'the stored secret cannot be opened with the secret of this server')
  const late = AbortSignal.timeout(allMs)
  const fetch: OutboundFetch = async (url, init) => {
    const answer = await app
      .outboundFetch(url, { ...init, signal: init?.signal ? AbortSignal.any([late, init.signal]) : late })
      .catch((cause: unknown) => {
        const reason = cause instanceof OutboundFailure ? cause.reason : 'TIMEOUT'
        if (cause instanceof OutboundFailure && isSetUpWrongly(cause)) throw new ProviderFailure('SETUP', reason, cause)
        throw new ProviderFailure(reason === 'TOO_LONG' || reason === 'NO_ANSWER' ? 'ANSWER' : 'DOWN', reason, cause)
      })
    if (answer.status >= 500) throw new ProviderFailure('DOWN', `HTTP ${answer.status}`)
    return answer
  }
  return { ...row, secret, fetch }
}

/** Requests a JSON object; anything else throws a failure with `ANSWER`. */
export const askJson = async (party: Party, url: URL, init: RequestInit = {}): Promise<Record<string, unknown>> => {
  const answer = await party.fetch(url, init)
  const said: unknown = await answer.json().catch(() => null)
  if (!isFields(said)) throw new ProviderFailure('ANSWER', `HTTP ${answer.status}, no JSON object`)
  return said
}

/** Posts a JSON body and reads a JSON object. */
export const postJson = (party: Party, url: URL, body: object, headers: Record<string, string> = {}) =>
  askJson(party, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  })

/** A field of an answer; throws `ANSWER` unless it is a text that is not empty. */
export const textIn = (said: Record<string, unknown>, name: string): string => {
  const value = said[name]
  if (typeof value !== 'string' || value === '') throw new ProviderFailure('ANSWER', `${name} is missing`)
  return value
}

/** A field of an answer if it is an object, else an empty object. */
export const objectIn = (said: Record<string, unknown>, name: string): Record<string, unknown> => {
  const value = said[name]
  return isFields(value) ? value : {}
}
