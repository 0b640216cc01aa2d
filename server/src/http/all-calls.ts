import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '@tongchuang/contract/call.ts'

declare module 'fastify' {
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

type Served = {
  calls: Call[]
  besides: string[]
  timeouts: Map<string, number>
  /** What answers a call, by its method and path. */
  answers: Map<string, Answer>
}

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

/**
 * Makes ready for the calls, and notes what is served: for the API document and the tests over all of it. The calls have one
 * route together: no address of theirs has a part that varies, and a route for each is most of what a start costs.
 */
export const openCalls = (http: FastifyInstance): void => {
  const served: Served = { calls: [], besides: [], timeouts: new Map(), answers: new Map() }
  http.decorate('served', served)
  http.addHook('onRoute', ({ config, method, url }) => {
    if (url === addressOfCalls) return
    const names = [method].flat().map((one) => `${one} ${url}`)
    if (config?.timeoutMs !== undefined) for (const name of names) served.timeouts.set(name, config.timeoutMs)
    if (!config?.isCall) served.besides.push(...names)
  })
  http.route({
    method: ['GET', 'POST', 'PUT'],
    url: addressOfCalls,
    handler: (request, reply) => {
      const answer = served.answers.get(`${request.method} ${pathAsked(request.params)}`)
      return answer ? answer(request, reply) : reply.callNotFound()
    },
  })
}

type Ways = {
  answer: Answer
  /** Bytes of a body, where they are more than those of other calls: its route is its own. */
  bodyLimit?: number | undefined
  timeoutMs?: number | undefined
}

/** Answers a call from now on. */
export const answerCall = (http: FastifyInstance, call: Call, { answer, bodyLimit, timeoutMs }: Ways): void => {
  const { calls, answers, timeouts } = http.served
  const name = nameOf(call)
  if (answers.has(name)) throw new Error(`${name} is answered twice`)
  answers.set(name, answer)
  calls.push(call)
  if (timeoutMs !== undefined) timeouts.set(name, timeoutMs)
  if (bodyLimit !== undefined)
    http.route({ method: call.method, url: call.path, bodyLimit, config: { isCall: true }, handler: answer })
}

/** Every call of the contract this server answers. */
export const servedCalls = (http: FastifyInstance): readonly Call[] => http.served.calls

/** Every other address of this server, with its method. */
export const servedBesides = (http: FastifyInstance): readonly string[] => http.served.besides

/** How many milliseconds each address may take that may take longer than the others. */
export const callTimeouts = (http: FastifyInstance): ReadonlyMap<string, number> => http.served.timeouts
