import { tracingChannel } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Refusal } from '@tongchuang/contract/errors.ts'
import { addressOfCalls, callAsked, type Asked } from '../http/all-calls.ts'
import { DatabaseReadOnly, DatabaseUnavailable } from '../db/errors.ts'

/** How a request ended: `done`; `refused`, with a reason; `busy`, turned away for a moment; `fault`, unexpected. */
export type RequestOutcome = 'done' | 'refused' | 'busy' | 'fault'

/**
 * `call`: the pattern of its path, `other` for pages and files of the sites; `seconds` until the last byte was handed
 * over.
 */
export type AnsweredRequest = { method: string; call: string; outcome: RequestOutcome; status: number; seconds: number }

/** What the framework tells of the handler of a request. */
type Handled = { request: { raw: IncomingMessage } & Asked; route: { url?: string }; error?: unknown }

type UnderWay = { call: string; outcome: RequestOutcome }

const outcomeOf = (error: unknown): RequestOutcome => {
  if (error instanceof Refusal) return error.reason === 'BUSY' ? 'busy' : 'refused'
  return error instanceof DatabaseUnavailable || error instanceof DatabaseReadOnly ? 'busy' : 'fault'
}

const outcomeByStatus = (status: number): RequestOutcome =>
  status === 503 ? 'busy' : status >= 500 ? 'fault' : status >= 400 ? 'refused' : 'done'

/** The path of a call; all unknown addresses share one label. */
const addressOf = (request: Asked, url: string): string =>
  url === addressOfCalls ? (callAsked(request) ?? 'other') : url

/** Reports every answered request to `server`, without a hook on its path; returns a function that stops it. */
export const watchRequests = (server: Server, answered: (request: AnsweredRequest) => void): (() => void) => {
  const underWay = new WeakMap<IncomingMessage, UnderWay>()
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const began = performance.now()
    const told: UnderWay = { call: 'other', outcome: 'done' }
    underWay.set(request, told)
    response.once('close', () => {
      // A stream of events is open as long as its page: its length says nothing.
      if (String(response.getHeader('content-type') ?? '').startsWith('text/event-stream')) return
      const status = response.statusCode
      answered({
        method: request.method ?? '',
        call: told.call,
        // A request that was refused before its handler, or is not a call, has only its status as outcome.
        outcome: told.outcome === 'done' ? outcomeByStatus(status) : told.outcome,
        status,
        seconds: (performance.now() - began) / 1_000,
      })
    })
  }
  const handlers = {
    start: (message: object) => {
      const { request, route } = message as Handled
      const told = underWay.get(request.raw)
      if (told && route.url?.startsWith('/api/')) told.call = addressOf(request, route.url)
    },
    error: (message: object) => {
      const { request, error } = message as Handled
      const told = underWay.get(request.raw)
      if (told) told.outcome = outcomeOf(error)
    },
  }
  const channel = tracingChannel('fastify.request.handler')
  channel.subscribe(handlers)
  server.prependListener('request', onRequest)
  return () => {
    server.off('request', onRequest)
    channel.unsubscribe(handlers)
  }
}
