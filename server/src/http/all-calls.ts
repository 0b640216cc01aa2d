import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Call } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { Visitor } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, if it was authenticated and counted before the body was read. */
    admitted: Visitor | null
  }
  interface FastifyInstance {
    /** The calls and other addresses of this server. */
    served: Served
  }
  interface FastifyContextConfig {
    /** A call with a route of its own. */
    isCall?: true
  }
}

/** The parts of a request that identify its call. */
export type Asked = Pick<FastifyRequest, 'method' | 'params' | 'server'>

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
/** Returns the caller after counting the call, or throws the refusal. */
type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<Visitor>

type Served = {
  calls: Call[]
  besides: string[]
  timeouts: Map<string, number>
  /** The handler of each call, by method and path. */
  answers: Map<string, Answer>
  /** The check made before a long body is read, by method and path of the call. */
  admits: Map<string, Admit>
}

/**
 * Bytes of a body that are read before the sender is known: more than any public call needs. Longer bodies cost memory
 * and time, and are read only from callers with a valid session who have been counted.
 */
export const shortBody = 32 * 1024
/** Maximum bytes of a body of the other calls. */
const longBody = 1024 * 1024

const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`

/** The route pattern shared by all calls. */
export const addressOfCalls = '/api/*'

// With escapes decoded, as the framework does for other addresses.
const pathAsked = (params: unknown): string => `/api/${(params as { '*': string })['*']}`

/** The path of a call that came to the shared route; null if there is no such call. */
export const callAsked = ({ method, params, server }: Asked): string | null => {
  const path = pathAsked(params)
  return server.served.answers.has(`${method} ${path}`) ? path : null
}

/** Whether a body may be long: a chunked one does not declare its length. The body of a GET is never read. */
const isLong = ({ method, headers }: FastifyRequest): boolean =>
  method !== 'GET' && (Number(headers['content-length'] ?? 0) > shortBody || headers['transfer-encoding'] !== undefined)

/** Identifies and counts the sender of a long body before it is read. */
const admitBeforeLong =
  ({ admits }: Served, nameAsked: (request: FastifyRequest) => string): onRequestHookHandler =>
  (request, reply, next) => {
    if (!isLong(request)) return next()
    const admit = admits.get(nameAsked(request))
    if (!admit) return next(fail('NO_ROUTE'))
    admit(request, reply).then((caller) => {
      request.admitted = caller
      next()
    }, next)
  }

/**
 * Prepares the server for calls, and records what it serves for the API document and the tests over all calls. All
 * calls share one route: none of their addresses has a variable part, and a route for each would be most of the cost of
 * a start.
 */
export const openCalls = (http: FastifyInstance): void => {
  const served: Served = { calls: [], besides: [], timeouts: new Map(), answers: new Map(), admits: new Map() }
  http.decorate('served', served)
  http.decorateRequest('admitted', null)
  http.addHook('onRoute', ({ config, method, url }) => {
    if (url === addressOfCalls) return
    const names = [method].flat().map((one) => `${one} ${url}`)
    if (config?.timeoutMs !== undefined) for (const name of names) served.timeouts.set(name, config.timeoutMs)
    if (!config?.isCall) served.besides.push(...names)
  })
  http.route({
    method: ['GET', 'POST', 'PUT'],
    url: addressOfCalls,
    bodyLimit: longBody,
    onRequest: admitBeforeLong(served, ({ method, params }) => `${method} ${pathAsked(params)}`),
    handler: (request, reply) => {
      const answer = served.answers.get(`${request.method} ${pathAsked(request.params)}`)
      return answer ? answer(request, reply) : reply.callNotFound()
    },
  })
}

type Ways = {
  answer: Answer
  admit: Admit
  /** Maximum bytes of the body if larger than that of other calls; the call then gets its own route. */
  bodyLimit?: number | undefined
  timeoutMs?: number | undefined
}

/** Registers a call with its handler. */
export const answerCall = (http: FastifyInstance, call: Call, { answer, admit, bodyLimit, timeoutMs }: Ways): void => {
  const { served } = http
  const { calls, answers, timeouts, admits } = served
  const name = nameOf(call)
  if (answers.has(name)) throw new Error(`${name} is answered twice`)
  answers.set(name, answer)
  calls.push(call)
  if (timeoutMs !== undefined) timeouts.set(name, timeoutMs)
  const own = { method: call.method, url: call.path, config: { isCall: true }, handler: answer } as const
  // The body of a public call must be short even if it is chunked, so it gets its own route with the default limit for
  // unauthenticated callers.
  if (call.access === 'public') {
    if (call.method !== 'GET') http.route(own)
    return
  }
  admits.set(name, admit)
  if (bodyLimit !== undefined) http.route({ ...own, bodyLimit, onRequest: admitBeforeLong(served, () => name) })
}

/** Every call of the contract this server answers. */
export const servedCalls = (http: FastifyInstance): readonly Call[] => http.served.calls

/** Every other address of this server, with its method. */
export const servedBesides = (http: FastifyInstance): readonly string[] => http.served.besides

/** Milliseconds allowed, for each address that may take longer than the others. */
export const callTimeouts = (http: FastifyInstance): ReadonlyMap<string, number> => http.served.timeouts
