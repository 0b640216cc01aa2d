import { staffEventsPath } from '@tongchuang/contract/messages.admin.ts'
import { eventsPath, pageAgeHeader } from '@tongchuang/contract/messages.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { sessionExpiry, sessionsStillOpen } from '../accounts/sessions.ts'
import type { App } from '../app-services.ts'
import { requestContext } from '../http/implement.ts'
import { admitPerson } from '../http/session.ts'
import type { Reading } from './store.ts'
import { createStreams, streamsOfAll } from './streams.ts'
import { unreadOfAll } from './unread-store.ts'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // nginx buffers responses until they are complete, unless told otherwise.
  'x-accel-buffering': 'no',
}

const demandOf = {
  student: { path: eventsPath, access: 'student', audience: 'student' },
  staff: { path: staffEventsPath, access: 'staff', audience: 'admin' },
} as const

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const sent = headers[name]
  return typeof sent === 'string' ? sent : undefined
}

const millisecondsIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined

/** The stream of events on one of the sites: unread numbers and, for students, changes on tasks, as they happen. */
export const eventStream = (app: App, reading: Reading): void => {
  const { db, live, clock, log, http } = app
  const { path, ...demand } = demandOf[reading]
  const streams = createStreams({
    db,
    live,
    clock,
    log,
    ask: {
      unreadOfAll: (inner, user_ids) => unreadOfAll(inner, reading, user_ids),
      stillOpen: sessionsStillOpen,
      hearsChanges: reading === 'student',
    },
  })
  http.addHook('onListen', streams.listen)
  // Before the server waits for its connections to close.
  http.addHook('preClose', async () => {
    streams.stop()
    await live.stop()
  })

  http.get(path, { config: { isStream: true } }, async (request, reply) => {
    const person = await admitPerson(app, request.headers.token, demand, requestContext(app, request))
    await app.limits.spend('read', person)
    if (streams.size() >= streamsOfAll) throw fail('BUSY')
    const expires_at = await sessionExpiry(db, person.session_id)
    const seen = {
      lastEventId: headerOf(request, 'last-event-id'),
      pageAge: millisecondsIn(headerOf(request, pageAgeHeader)),
    }
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { ...reply.getHeaders(), ...headers } as Record<string, string>)
    raw.flushHeaders()
    raw.socket?.setNoDelay(true)
    await streams.open({ user_id: person.user_id, session_id: person.session_id, expires_at }, raw, seen)
  })
}
