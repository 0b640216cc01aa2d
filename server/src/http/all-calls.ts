import type { FastifyInstance } from 'fastify'
import type { Call } from '@tongchuang/contract/call.ts'

const calls = new WeakMap<FastifyInstance, Call[]>()

/** Notes the calls that are served, as they are registered: for the API document and the tests over all of them. */
export const noteCalls = (http: FastifyInstance): void => {
  const served: Call[] = []
  calls.set(http, served)
  http.addHook('onRoute', ({ config }) => {
    if (config?.call) served.push(config.call)
  })
}

/** Every call of the contract this server answers. */
export const servedCalls = (http: FastifyInstance): readonly Call[] => calls.get(http) ?? []
