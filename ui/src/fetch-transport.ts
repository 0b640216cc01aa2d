import { CallFailed } from '@tongchuang/contract/sender.ts'
import type { Envelope, Transport } from '@tongchuang/contract/sender.ts'
import { currentLanguage } from './language.ts'
import { askForRelogin } from './session-end.ts'
import type { Session } from './session.ts'
import { noteServerTime } from './server-clock.ts'
import { uiTexts } from './ui-texts.ts'

/** Thrown if no readable answer came back; the message is the generic one of specification section 8. */
export class TransportFailed extends Error {
  readonly status: number | null
  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

const sessionCodes = new Set([50008, 50012, 50014])

/** Whether a call has failed because its session has ended (specification section 8). */
export const endsSession = (error: unknown): boolean => error instanceof CallFailed && sessionCodes.has(error.code)

/** The profile call, whose failure is handled by the route guard (specification section 8). */
const profilePath = '/api/student/getUserInfo'

type Options = {
  session: Pick<Session, 'token' | 'isExpired'>
  /** The prefix of every path: '' or, for example, '/xuehui'. */
  base: string
  /** Called if the token exists without its cookie: the person is sent to the log-in page. */
  onExpired: () => void
  /** The timeout of a call in milliseconds; 0, the specification's value, means none. */
  timeout?: number
  fetch?: typeof fetch
}

const queryOf = (input: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'number' &&
  'msg' in value &&
  typeof value.msg === 'string'

const readEnvelope = async (response: Response): Promise<Envelope> => {
  const body: unknown = await response.json().catch(() => null)
  // An envelope is preferred on every status: its message helps, "status code 429" does not.
  if (isEnvelope(body)) return response.ok || body.code !== 1 ? body : { ...body, code: 0 }
  throw new TransportFailed(uiTexts().status(response.status), response.status)
}

const reasonOf = (error: unknown, timeout: number): string => {
  const texts = uiTexts()
  if (error instanceof DOMException && error.name === 'AbortError') return texts.aborted
  if (error instanceof DOMException && error.name === 'TimeoutError') return texts.timeout(timeout)
  return texts.networkError
}

const BUSY = 503
const tries = 3

/**
 * Repeats a read that a busy server refuses, after the time the server names; repeating a write is left to its caller.
 */
const patiently = async (ask: () => Promise<Response>): Promise<Response> => {
  let response = await ask()
  for (let again = 1; again < tries && response.status === BUSY; again += 1) {
    const seconds = Math.min(Number(response.headers.get('retry-after') ?? 1) || 0, 5)
    // The random part keeps browsers from all retrying at the same moment.
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (1 + Math.random() / 2)))
    response = await ask()
  }
  return response
}

/** The transport of a browser: fetch, the token in its header, and a check of the session on every answer. */
export const createFetchTransport =
  ({ session, base, onExpired, timeout = 0, fetch: fetchIt = (...request) => fetch(...request) }: Options): Transport =>
  async ({ method, path, input }) => {
    const token = session.token()
    const headers: Record<string, string> = { 'accept-language': currentLanguage() }
    if (token) headers.token = token
    if (method !== 'GET') headers['content-type'] = 'application/json'
    const ask = () =>
      fetchIt(method === 'GET' ? `${base}${path}${queryOf(input)}` : `${base}${path}`, {
        method,
        headers,
        credentials: 'same-origin',
        ...(timeout > 0 ? { signal: AbortSignal.timeout(timeout) } : {}),
        ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
      }).catch((error: unknown) => {
        throw new TransportFailed(reasonOf(error, timeout))
      })
    const response = await (method === 'GET' ? patiently(ask) : ask())
    if (token && token === session.token() && session.isExpired()) onExpired()
    const envelope = await readEnvelope(response)
    noteServerTime(envelope.time)
    // An answer to an older token says nothing about the current session.
    if (sessionCodes.has(envelope.code) && path !== profilePath && token === session.token())
      await askForRelogin({ ownDoing: method !== 'GET' })
    return envelope
  }

/** The sentence for a person, whatever failed. */
export const failureText = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'Error'

/** The id to quote when asking for help, if the server gave one. */
export const failureId = (error: unknown): string | null =>
  error instanceof CallFailed && typeof error.data.request_id === 'string' ? error.data.request_id : null
