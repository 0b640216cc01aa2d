import { randomBytes } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { fastify, type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { shortBody } from './all-calls.ts'
import { readJsonBodies } from './body.ts'
import { answerTo, refused } from './envelope.ts'
import { commonHeaders, sendJson } from './headers.ts'
import { languageOf } from './language.ts'
import { createLastRequests, type LastRequests } from './last-requests.ts'
import { watchLoad, type Load, type LoadLimits } from './overload.ts'
import { asksForPage, sendProblemPage } from './problem-page.ts'
import { parseQuery } from './query.ts'

export type ServerOptions = {
  https: boolean
  /** `''` or a path like `/school` under which the product is reached. */
  basePath: string
  trustProxy: false | number | string[]
  clock: () => number
  log: Logger
  /** The limits at which requests are given up or turned away; tests use shorter ones. */
  load?: Partial<LoadLimits> | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Closes the listener between requests; the last step of a shutdown, after the streams have been ended. */
    lastRequests: LastRequests
    /** Set when the process was asked to end: /readyz is red and connections close after their answer. */
    stopping: { value: boolean }
    /** Milliseconds a call may take; what it waits for in the database ends half a second before. */
    budget: number
    load: Load
  }
}

/** The path of a request without its query string: queries may carry a ticket and are not logged. */
export const pathOf = (url: string): string => url.replace(/\?.*$/s, '')

// Calendars and letters carry a secret in their path: programs that cannot log in have nothing else.
const secretPart = /[\w-]{40,}/g

/** The path of a request as it may be logged: without its query string, and without what opens something by itself. */
const loggedPath = (url: string): string => pathOf(url).replaceAll(secretPart, '—')

/** The query string of a request, without its question mark. */
export const queryOf = (url: string): string => url.slice(pathOf(url).length + 1)

// Short enough to be read out on the telephone; no two processes share the first half.
const requestIds = () => {
  const process = randomBytes(3).toString('hex')
  let count = 0
  return () => `${process}${(count++).toString(36).padStart(3, '0')}`
}

/**
 * Only calls are turned away: health must always answer, and a page that lacks one of its files stays blank for good.
 */
const isCall = (url: string): boolean => url.startsWith('/api/')

/** Responds to an error: in the envelope, or as a page if a page was requested. */
const answerWith =
  (log: Logger, clock: () => number) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const asked = { language: languageOf(request.headers['accept-language']), request_id: request.id, now: clock() }
    const { status, body, retryAfter } = answerTo(error, asked, (cause) =>
      log.error(
        { err: cause, request_id: request.id, method: request.method, path: loggedPath(request.url) },
        'unforeseen',
      ),
    )
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
    if (status >= 500 && !isCall(request.url) && asksForPage(request.headers.accept))
      return sendProblemPage(reply, status, asked.language, request.id)
    return sendJson(reply, status, body)
  }

/**
 * The framework with none of its defaults that answer outside the envelope, change input in silence or wait for ever.
 * Each line has a test in server.test.ts.
 */
export const createServer = ({
  https,
  basePath,
  trustProxy,
  clock,
  log,
  load: limits,
}: ServerOptions): FastifyInstance => {
  const headers = commonHeaders(https)
  const answer = answerWith(log, clock)

  const options: FastifyHttpOptions<Server> = {
    // The framework's log would create a child logger for every request; what deserves a line is logged below.
    logger: false,
    genReqId: requestIds(),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: shortBody,
    // Whole uploads pass through one request each, so the socket's own limit is long; calls are bounded by overload.ts.
    requestTimeout: 300_000,
    // Ends connections without traffic. Longer than the longest call may take, so that no call in progress is cut off.
    connectionTimeout: limits?.maxIdle ?? 300_000,
    keepAliveTimeout: 65_000, // longer than the 60 s of common proxies, so that they never send into a closing connection
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    http: { headersTimeout: 15_000, requireHostHeader: false },
    routerOptions: {
      querystringParser: parseQuery,
      maxParamLength: 200,
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
    },
    rewriteUrl: (request) => withoutBase(request.url ?? '/', basePath),
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers)
      answer(error, request as FastifyRequest, reply as FastifyReply)
    },
    clientErrorHandler: (error, socket) => closeWithEnvelope(error, socket, headers, clock()),
  }
  const http: FastifyInstance = fastify(options)

  readJsonBodies(http)
  http.setValidatorCompiler(() => () => true)
  http.setErrorHandler(answer)
  http.setNotFoundHandler((request, reply) => answer({ statusCode: 404 }, request, reply))
  letRequestsIn(http, headers, limits)
  if (log.isLevelEnabled('debug')) logAnswers(http, log)
  refuseExpectations(http, headers, clock)
  return http
}

/**
 * Sets the headers of every request and counts it before it proceeds: there may be too many, or the process may be
 * stopping.
 */
const letRequestsIn = (
  http: FastifyInstance,
  headers: Readonly<Record<string, string>>,
  limits: Partial<LoadLimits> | undefined,
): void => {
  const load = watchLoad({ timeoutMs: 30_000, ...limits })
  http.decorate('stopping', { value: false })
  http.decorate('load', load)
  http.decorate('budget', limits?.budget ?? 3_000)
  http.addHook('onClose', async () => load.stop())
  const lastRequests = createLastRequests()
  http.decorate('lastRequests', lastRequests)
  http.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers)
    if (http.stopping.value) reply.header('connection', 'close')
    try {
      load.enter(request, reply, isCall(request.url))
      lastRequests.pass(next)
    } catch (busy) {
      next(busy as Error)
    }
  })
  http.addHook('preHandler', (request, reply, next) => {
    load.arrived(request, reply, isCall(request.url))
    next()
  })
}

const logAnswers = (http: FastifyInstance, log: Logger): void => {
  http.addHook('onResponse', async (request, reply) => {
    log.debug(
      {
        request_id: request.id,
        method: request.method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}

/** Node answers an unknown expectation by itself, without a body. */
const refuseExpectations = (
  http: FastifyInstance,
  headers: Readonly<Record<string, string>>,
  clock: () => number,
): void => {
  http.server.on('checkExpectation', (request: IncomingMessage, response) => {
    const { body } = refused(
      'BODY',
      {},
      { language: languageOf(request.headers['accept-language']), request_id: '', now: clock() },
    )
    response
      .writeHead(417, {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      })
      .end(body)
  })
}

const withoutBase = (url: string, basePath: string): string => {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}

/** Input that is not even HTTP gets the envelope too, written to the bare socket. */
const closeWithEnvelope = (
  error: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
  now: number,
): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const { body } = refused('BODY', {}, { language: 'zh-CN', request_id: '', now })
  const lines = Object.entries({
    ...headers,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}
