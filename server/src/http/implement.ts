import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call, Calls, Input, Output } from '@tongchuang/contract/call.ts'
import type { App } from '../app-services.ts'
import { deadlineAfter, withDeadline } from '../db/deadline.ts'
import { onceMore } from '../db/once-more.ts'
import { answerCall } from './all-calls.ts'
import { audited, isAudited } from './audit.ts'
import { browserOf } from './browser.ts'
import { inputReader } from './check-input.ts'
import { done } from './envelope.ts'
import { sendJson } from './headers.ts'
import { languageOf } from './language.ts'
import { onlyListed } from './listed.ts'
import { outputWriter } from './pick.ts'
import type { Query } from './query.ts'
import { admit, audienceOf, type CallerOf, type RequestContext } from './session.ts'

/**
 * The handler of a call: it gets checked input and a caller with the required access, and returns `data` or throws a
 * refusal.
 */
export type Handler<C extends Call> = (input: Input<C>, caller: CallerOf<C['access']>) => Output<C> | Promise<Output<C>>

/** One handler for each call of a group: a missing one does not compile. */
export type Handlers<G extends Calls> = { readonly [Name in keyof G]: Handler<G[Name]> }

/** Settings in which a call deviates from the default. */
export type CallOptions = {
  bodyLimit?: number
  /** Milliseconds it may take: for what reads or writes whole lists, or waits for another server. */
  timeoutMs?: number
}

// Time reserved for the response itself after the database has been given up.
const answerMs = 500

/** What a handler may know of a request beside its input. */
export const requestContext = (app: App, request: FastifyRequest, browser = ''): RequestContext => ({
  language: languageOf(request.headers['accept-language']),
  address: request.ip,
  origin: `${request.protocol}://${request.host}${app.config.basePath}`,
  user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  browser,
  now: app.clock(),
  request_id: request.id,
})

/** Names the browser of a request, for the calls where passwords and codes can be guessed. */
const namedBrowser = (app: App, request: FastifyRequest, reply: FastifyReply): string => {
  const { browser, cookie } = browserOf(request.headers.cookie, app.config.https, app.config.basePath)
  if (cookie) void reply.header('set-cookie', cookie)
  return browser
}

/**
 * Serves one call: session and access are checked first, then the input, then the allowance, then the handler runs. For
 * a long body, session, access and allowance are checked before it is read.
 */
const serve = <C extends Call>(app: App, call: C, given: Handler<C>, { timeoutMs, bodyLimit }: CallOptions): void => {
  const isTested = process.env.NODE_ENV === 'test'
  const read = inputReader(call)
  const write = outputWriter(call.output, isTested)
  const handler = isTested ? onlyListed(call, given) : given
  const limit = call.limit ?? (call.method === 'GET' ? 'read' : 'write')
  const demand = {
    access: call.access,
    audience: audienceOf(call.path),
    whilePasswordExpired: call.whilePasswordExpired,
  }
  const writesDown = isAudited(call)
  const namesBrowser = limit === 'login' || limit === 'password' || limit === 'register' || limit === 'code'
  const allowed = timeoutMs ?? app.http.budget
  const callerOf = (request: FastifyRequest, reply: FastifyReply) => {
    const context = requestContext(app, request, namesBrowser ? namedBrowser(app, request, reply) : '')
    return admit(app, request.headers.token, demand, context)
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = request.admitted ?? (await callerOf(request, reply))
    const input = read(request.query as Query, request.body)
    // What the schema refused was not counted: a form filled in wrongly must not lock anybody out.
    if (!request.admitted) await app.limits.spend(limit, caller)
    const work = () => onceMore(() => handler(input as Input<C>, caller as CallerOf<C['access']>))
    const output = await (writesDown ? audited(app, call, input, caller, work) : work())
    return sendJson(reply, 200, done(write(output), caller.now))
  }
  // Counted whatever the body contains, because reading a long one is what costs.
  const admitAndCount = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await callerOf(request, reply)
    await app.limits.spend(limit, caller)
    return caller
  }

  answerCall(app.http, call, {
    bodyLimit,
    timeoutMs,
    admit: (request, reply) =>
      withDeadline(deadlineAfter(app.http.budget - answerMs), () => admitAndCount(request, reply)),
    answer: (request, reply) => {
      app.http.load.begin(reply, allowed)
      return withDeadline(deadlineAfter(allowed - answerMs), () => answer(request, reply))
    },
  })
}

/**
 * Binds a group of calls to what answers them. A handler never writes a status and never touches the reply: it returns
 * `data`, or throws `fail('REASON')`.
 */
export const implement = <G extends Calls>(
  app: App,
  calls: G,
  handlers: Handlers<G>,
  options: { [Name in keyof G]?: CallOptions } = {},
): void => {
  for (const [name, call] of Object.entries(calls))
    serve(app, call, handlers[name] as Handler<Call>, options[name] ?? {})
}
