import type { FastifyInstance } from 'fastify'
import type { Call } from '@tongchuang/contract/call.ts'

const calls = new WeakMap<FastifyInstance, Call[]>()
const besides = new WeakMap<FastifyInstance, string[]>()

/** Notes what is served, as it is registered: for the API document and the tests over all of it. */
export const noteCalls = (http: FastifyInstance): void => {
  const served: Call[] = []
  const beside: string[] = []
  calls.set(http, served)
  besides.set(http, beside)
  http.addHook('onRoute', ({ config, method, url }) => {
    if (config?.call) served.push(config.call)
    else beside.push(...[method].flat().map((one) => `${one} ${url}`))
  })
}

/** Every call of the contract this server answers. */
export const servedCalls = (http: FastifyInstance): readonly Call[] => calls.get(http) ?? []

/** Every other address of this server, with its method. */
export const servedBesides = (http: FastifyInstance): readonly string[] => besides.get(http) ?? []
