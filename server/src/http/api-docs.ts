import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { ofTheCaller, ofTheInput, ofTheServer, ofTheSession } from '@tongchuang/contract/any-call.ts'
import type { Call } from '@tongchuang/contract/call.ts'
import { refusals } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { servedCalls } from './all-calls.ts'
import { statuses } from './envelope.ts'
import { accepts } from './headers.ts'
import { pathOf } from './server.ts'

const pack = promisify(gzip)

// The page's own bundle writes styles at run time and draws pictures from data, which the policy of the sites forbids.
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const refusalList = (call: Call): string =>
  call.refusals.length === 0
    ? ''
    : `\n\nRefuses with:\n\n${call.refusals.map((reason) => `- \`${reason}\` ${refusals[reason].zh} / ${refusals[reason].en}`).join('\n')}`

const quoted = (reasons: readonly string[]): string => reasons.map((reason) => `\`${reason}\``).join(', ')

/** What holds for every call. */
const aboutAllCalls = `Every answer is an envelope: \`code\` 1 and \`data\`, or a refusal with \`code\` 0, a text for people in \`msg\` and the reason in \`data.reason\`. ${quoted(ofTheSession)} have the codes ${ofTheSession.map((reason) => refusals[reason].code).join(', ')}: the session is missing or over.

A refusal is HTTP 200, except ${Object.entries(statuses)
  .map(([reason, status]) => `\`${reason}\` ${status}`)
  .join(', ')}.

Beside the reasons listed at a call, every call may refuse because of who makes it (${quoted(ofTheCaller)}), what is sent (${quoted(ofTheInput)}) and the server (${quoted(ofTheServer)}).`

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
  description: `Access: \`${call.access}\`.${refusalList(call)}`,
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
const documentServer = async (calls: readonly Call[], version: string, basePath: string): Promise<FastifyInstance> => {
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
      info: { title: '同窗公会API', version, description: aboutAllCalls },
      ...(basePath === '' ? {} : { servers: [{ url: basePath }] }),
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
    },
  })
  await server.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The base path that browsers use is removed before a request gets here.
    ...(basePath === '' ? {} : { indexPrefix: basePath }),
    staticCSP: docsPolicy,
    uiConfig: { docExpansion: 'none', deepLinking: true, validatorUrl: null },
  })
  for (const call of calls)
    server.route({ method: call.method, url: call.path, schema: schemaOf(call), handler: async () => null })
  server.get('/api/openapi.json', { schema: { hide: true } }, async () => server.swagger())
  await server.ready()
  return server
}

const headersKept = ['content-type', 'content-security-policy', 'location'] as const

type Kept = { status: number; headers: Record<string, string>; body: Buffer; packed: Buffer | null }

const answerOf = async (server: FastifyInstance, path: string): Promise<Kept> => {
  const { statusCode: status, headers: given, rawPayload: body } = await server.inject({ method: 'GET', url: path })
  const headers: Record<string, string> = { 'cache-control': 'no-cache', vary: 'accept-encoding' }
  for (const name of headersKept) if (given[name] !== undefined) headers[name] = String(given[name])
  if (status === 200) headers.etag = `"${hash('sha256', body, 'base64url').slice(0, 20)}"`
  const packed = await pack(body)
  return { status, headers, body, packed: packed.length < body.length ? packed : null }
}

// Accepts one spelling for each path, so that the cache cannot grow beyond the existing pages.
const pathForm = /^\/api(?:\/\w[\w.-]*)+\/?$/

/**
 * `/api/openapi.json` and `/api/docs`, made from the contract of the calls that are served. They are megabytes that
 * anybody may request, so each is made and compressed once.
 */
export const docsRoutes = (app: Pick<App, 'http' | 'limits' | 'clock' | 'config'>, version: string): void => {
  const { http, config } = app
  let document: Promise<FastifyInstance> | undefined
  const made = new Map<string, Promise<Kept>>()

  const answerTo = async (path: string): Promise<Kept | null> => {
    if (!pathForm.test(path)) return null
    document ??= documentServer(servedCalls(http), version, config.basePath)
    const making = made.get(path) ?? document.then((server) => answerOf(server, path))
    made.set(path, making)
    let isThere = false
    try {
      const answer = await making
      isThere = answer.status < 400
      return isThere ? answer : null
    } finally {
      if (!isThere) made.delete(path)
    }
  }

  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) {
    http.get(url, async (request, reply) => {
      await app.limits.spend('read', { user_id: null, address: request.ip, now: app.clock() })
      const answer = await answerTo(pathOf(request.url))
      if (!answer) {
        reply.callNotFound()
        return reply
      }
      void reply.headers(answer.headers)
      if (answer.headers.etag && request.headers['if-none-match'] === answer.headers.etag) return reply.code(304).send()
      void reply.code(answer.status)
      if (!answer.packed || !accepts(String(request.headers['accept-encoding'] ?? ''), 'gzip'))
        return reply.send(answer.body)
      return reply.header('content-encoding', 'gzip').send(answer.packed)
    })
  }
  http.addHook('onClose', async () => {
    if (document) await (await document).close()
  })
}
