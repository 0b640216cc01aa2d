import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Call } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { Visitor } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the call, where that was asked and counted before its body was read. */
    admitted: Visitor | null
  }
  interface FastifyInstance {
    /** What this server answers. */
    served: Served
  }
  interface FastifyContextConfig {
    /** A call with a route of its own. */
    isCall?: true
  }
}

/** What of a request says which call it makes. */
export type Asked = Pick<FastifyRequest, 'method' | 'params' | 'server'>

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
/** Who makes a call, counted; or the refusal they get. */
type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<Visitor>

type Served = {
  calls: Call[]
  besides: string[]
  timeouts: Map<string, number>
  /** What answers a call, by its method and path. */
  answers: Map<string, Answer>
  /** Who is asked before a long body of a call is read, by the same name. */
  admits: Map<string, Admit>
}

/**
 * Bytes of a body that are read before it is known who sends it: more than any call takes that is open to all. Longer ones
 * cost memory, and time to read, and are read of people only whose session holds and who are counted.
 */
export const shortBody = 32 * 1024
/** Bytes of a body of the other calls. */
const longBody = 1024 * 1024

const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`

/** The pattern of the address all calls have together. */
export const addressOfCalls = '/api/*'

// With its escaped letters read, as the framework reads those of other addresses.
const pathAsked = (params: unknown): string => `/api/${(params as { '*': string })['*']}`

/** The path of the call that came to the address all have together; null where there is no such call. */
export const callAsked = ({ method, params, server }: Asked): string | null => {
  const path = pathAsked(params)
  return server.served.answers.has(`${method} ${path}`) ? path : null
}

/** Whether a body may be long: one that comes in pieces does not say how long it is. Of a GET none is read. */
const isLong = ({ method, headers }: FastifyRequest): boolean =>
  method !== 'GET' && (Number(headers['content-length'] ?? 0) > shortBody || headers['transfer-encoding'] !== undefined)

/** Asks who sends a long body before it is read. */
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
 * Makes ready for the calls, and notes what is served: for the API document and the tests over all of it. The calls have one
 * route together: no address of theirs has a part that varies, and a route for each is most of what a start costs.
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
  /** Bytes of a body, where they are more than those of other calls: its route is its own. */
  bodyLimit?: number | undefined
  timeoutMs?: number | undefined
}

/** Answers a call from now on. */
export const answerCall = (http: FastifyInstance, call: Call, { answer, admit, bodyLimit, timeoutMs }: Ways): void => {
  const { served } = http
  const { calls, answers, timeouts, admits } = served
  const name = nameOf(call)
  if (answers.has(name)) throw new Error(`${name} is answered twice`)
  answers.set(name, answer)
  calls.push(call)
  if (timeoutMs !== undefined) timeouts.set(name, timeoutMs)
  const own = { method: call.method, url: call.path, config: { isCall: true }, handler: answer } as const
  // Its body is short, also where it comes in pieces: a route of its own has the limit of those nobody is asked for.
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

/** How many milliseconds each address may take that may take longer than the others. */
export const callTimeouts = (http: FastifyInstance): ReadonlyMap<string, number> => http.served.timeouts
