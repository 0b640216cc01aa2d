import { lookup } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { fieldOf } from '../fields.ts'
import { isPublicTarget } from './public-targets.ts'

/**
 * Why nothing came back: the address is not http(s) or holds a password (`ADDRESS`), http where https is wanted
 * (`INSECURE`), a target that is not on the open Internet (`PRIVATE`), a name that nobody knows (`UNKNOWN_HOST`),
 * nobody answers there (`UNREACHABLE`), a certificate that does not hold (`CERTIFICATE`), five seconds are over
 * (`TIMEOUT`), more than 64 KB (`TOO_LONG`), or no HTTP at all (`NO_ANSWER`).
 */
export type OutboundReason =
  | 'ADDRESS'
  | 'INSECURE'
  | 'PRIVATE'
  | 'UNKNOWN_HOST'
  | 'UNREACHABLE'
  | 'CERTIFICATE'
  | 'TIMEOUT'
  | 'TOO_LONG'
  | 'NO_ANSWER'

/** A request to another server that got no answer. */
export class OutboundFailure extends Error {
  readonly reason: OutboundReason
  constructor(reason: OutboundReason, cause?: unknown) {
    super(`no answer from outside: ${reason}`, { cause })
    this.reason = reason
  }
}

export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>

/**
 * Sends a request to another server, as `fetch` does; rejects with an OutboundFailure. A redirect is returned and not
 * followed.
 */
export type OutboundFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const mostMs = 5_000
const mostBytes = 64 * 1024

/**
 * Each name look-up occupies one of the few threads that files need as well, so their number is limited: a dead name
 * server must not take all threads.
 */
const createResolve = (): Resolve => {
  const under = new Map<string, ReturnType<Resolve>>()
  return async (host) => {
    while (under.size >= 2 && !under.has(host)) await Promise.race(under.values()).catch(() => null)
    const asked = under.get(host)
    if (asked) return asked
    const found = lookup(host, { all: true }).finally(() => under.delete(host))
    under.set(host, found)
    return found
  }
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

const reasonOf = (error: unknown): OutboundReason => {
  const code = String(fieldOf(error, 'code') ?? '')
  if (/CERT|SELF_SIGNED|ISSUER|SIGNATURE|ALTNAME/.test(code)) return 'CERTIFICATE'
  if (/^HPE_|^ERR_HTTP/.test(code)) return 'NO_ANSWER'
  return 'UNREACHABLE'
}

const within = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Resolves a connection to the addresses that were already checked, without asking the name server again. */
const pinnedTo =
  (addresses: readonly { address: string; family: number }[]): LookupFunction =>
  (_host, options, answer) => {
    if (options.all) return answer(null, [...addresses])
    const [{ address, family } = { address: '', family: 4 }] = addresses
    return answer(null, address, family)
  }

const readAll = async (answer: IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > mostBytes) throw new OutboundFailure('TOO_LONG')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

type Asked = { url: URL; request: Request; body: Buffer; lookup: LookupFunction; signal: AbortSignal }

const send = ({ url, request, body, lookup, signal }: Asked): Promise<IncomingMessage> => {
  const headers: Record<string, string> = { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' }
  // The host is determined by the URL alone.
  delete headers.host
  if (body.length > 0) headers['content-length'] = String(body.length)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp
  const sent = ask(url, { method: request.method, headers, lookup, signal, agent: false })
  sent.once('response', resolve)
  sent.on('error', reject)
  sent.end(body)
  return promise
}

const answered = async (answer: IncomingMessage): Promise<Response> => {
  const { statusCode: status = 0, statusMessage = '' } = answer
  const body = await readAll(answer)
  if (status < 200 || status > 599) throw new OutboundFailure('NO_ANSWER')
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one)
  const isEmpty = status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : body, { status, statusText: statusMessage, headers })
}

/**
 * The only way to send requests to other servers. The name is looked up once, every address it has must be on the open
 * Internet, and the connection goes only to those. Targets in `allow` (`host:port`, from the environment alone) may be
 * private and without TLS.
 */
export const createOutboundFetch = ({
  allow,
  resolve = createResolve(),
  timeoutMs = mostMs,
}: {
  allow: readonly string[]
  /** Replaces the name server in tests. */
  resolve?: Resolve
  timeoutMs?: number
}): OutboundFetch => {
  const addressesOf = async (url: URL, isAllowed: boolean) => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const family = isIP(host)
    const found = family
      ? [{ address: host, family }]
      : await resolve(host).catch((cause: unknown) => {
          throw new OutboundFailure('UNKNOWN_HOST', cause)
        })
    if (found.length === 0) throw new OutboundFailure('UNKNOWN_HOST')
    if (!isAllowed && !found.every(({ address }) => isPublicTarget(address))) throw new OutboundFailure('PRIVATE')
    return found
  }

  const exchange = async (url: URL, request: Request, signal: AbortSignal): Promise<Response> => {
    const isAllowed = allow.includes(`${url.hostname}:${portOf(url)}`)
    if (url.protocol !== 'https:' && !isAllowed) throw new OutboundFailure('INSECURE')
    const body = Buffer.from(await request.arrayBuffer())
    const lookup = pinnedTo(await addressesOf(url, isAllowed))
    return answered(await send({ url, request, body, lookup, signal }))
  }

  return async (given, init) => {
    const url = URL.canParse(given) ? new URL(given) : null
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw new OutboundFailure('ADDRESS')
    const late = AbortSignal.timeout(timeoutMs)
    const signal = init?.signal ? AbortSignal.any([late, init.signal]) : late
    try {
      return await within(signal, exchange(url, new Request(url, { ...init, signal }), signal))
    } catch (error) {
      if (init?.signal?.aborted) throw init.signal.reason
      if (error instanceof OutboundFailure) throw error
      throw new OutboundFailure(late.aborted ? 'TIMEOUT' : reasonOf(error), error)
    }
  }
}
