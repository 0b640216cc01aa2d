import type { FastifyInstance } from 'fastify'
import type { Call } from '@tongchuang/contract/call.ts'

const calls = new WeakMap<FastifyInstance, Call[]>()
const besides = new WeakMap<FastifyInstance, string[]>()
const timeouts = new WeakMap<FastifyInstance, Map<string, number>>()

/** Notes what is served, as it is registered: for the API document and the tests over all of it. */
export const noteCalls = (http: FastifyInstance): void => {
  const served: Call[] = []
  const beside: string[] = []
  calls.set(http, served)
  besides.set(http, beside)
  const longer = new Map<string, number>()
  timeouts.set(http, longer)
  http.addHook('onRoute', ({ config, method, url }) => {
    const ms = config?.budget ?? config?.timeoutMs
    if (ms !== undefined) for (const one of [method].flat()) longer.set(`${one} ${url}`, ms)
    if (config?.call) served.push(config.call)
    else beside.push(...[method].flat().map((one) => `${one} ${url}`))
  })
}

/** Every call of the contract this server answers. */
export const servedCalls = (http: FastifyInstance): readonly Call[] => calls.get(http) ?? []

/** Every other address of this server, with its method. */
export const servedBesides = (http: FastifyInstance): readonly string[] => besides.get(http) ?? []

/** How many milliseconds each address may take that may take longer than the others. */
export const callTimeouts = (http: FastifyInstance): ReadonlyMap<string, number> => timeouts.get(http) ?? new Map()
