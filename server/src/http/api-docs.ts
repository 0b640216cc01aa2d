import type { FastifyInstance } from 'fastify'
import type { Call } from '@tongchuang/contract/call.ts'
import { refusals } from '@tongchuang/contract/errors.ts'
import { servedCalls } from './all-calls.ts'

// The page's own bundle writes styles at run time and draws pictures from data: it cannot live under the sites' policy.
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const refusalList = (call: Call): string =>
  call.refusals.length === 0
    ? ''
    : `\n\n${call.refusals.map((reason) => `- \`${reason}\` ${refusals[reason].zh} / ${refusals[reason].en}`).join('\n')}`

const envelopeOf = (call: Call) => ({
  type: 'object',
  required: ['code', 'msg', 'time', 'data'],
  properties: {
    code: { type: 'integer', description: '1: done, 0: refused, 50008 50012 50014: log in again' },
    msg: { type: 'string' },
    time: { type: 'integer', description: 'Server time in seconds' },
    data: call.output,
  },
})

const schemaOf = (call: Call) => ({
  summary: call.summary,
  description: `Access: \`${call.access}\`. Refusals are HTTP 200 with \`code\` 0 and \`data.reason\`.${refusalList(call)}`,
  tags: [
    call.path.startsWith('/api/admin/') ? `admin · ${call.path.split('/')[3]}` : (call.path.split('/')[2] ?? 'api'),
  ],
  ...(call.method === 'GET' ? { querystring: call.input } : { body: call.input }),
  response: { 200: { description: 'The envelope', ...envelopeOf(call) } },
  ...(call.access === 'public' ? {} : { security: [{ token: [] }] }),
})

/**
 * The API document comes from a second server that never listens. It is made at the first request: its packages and
 * schemas would otherwise be paid for at every start.
 */
const documentServer = async (calls: readonly Call[], version: string): Promise<FastifyInstance> => {
  const [{ fastify }, { fastifySwagger }, { default: swaggerUi }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const server = fastify()
  server.setValidatorCompiler(() => () => true)
  server.setSerializerCompiler(() => JSON.stringify)
  await server.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: '同窗公会API', version },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
    },
  })
  await server.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: docsPolicy,
    uiConfig: { docExpansion: 'none', deepLinking: true, validatorUrl: null },
  })
  for (const call of calls)
    server.route({ method: call.method, url: call.path, schema: schemaOf(call), handler: async () => null })
  server.get('/api/openapi.json', { schema: { hide: true } }, async () => server.swagger())
  await server.ready()
  return server
}

const kept = ['content-type', 'content-security-policy', 'location', 'etag', 'last-modified'] as const

/** `/api/openapi.json` and `/api/docs`, made from the contract of the calls that are served. */
export const docsRoutes = (http: FastifyInstance, version: string): void => {
  let document: Promise<FastifyInstance> | undefined
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) {
    http.get(url, async (request, reply) => {
      document ??= documentServer(servedCalls(http), version)
      const answer = await (await document).inject({ method: 'GET', url: request.url })
      if (answer.statusCode === 404) {
        reply.callNotFound()
        return reply
      }
      for (const name of kept) {
        const value = answer.headers[name]
        if (value !== undefined) void reply.header(name, value)
      }
      return reply.code(answer.statusCode).send(answer.rawPayload)
    })
  }
  http.addHook('onClose', async () => {
    if (document) await (await document).close()
  })
}
