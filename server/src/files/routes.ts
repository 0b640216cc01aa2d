import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { done, refused } from '../http/envelope.ts'
import { sendJson } from '../http/headers.ts'
import { requestContext } from '../http/implement.ts'
import type { Person } from '../http/session.ts'
import { readFileLink, type FileVariant } from '../storage/file-links.ts'
import { registerCompareJob } from './damage.ts'
import { sendFile } from './download.ts'
import { isHandedOver } from './finish.ts'
import { peopleOf, personOf } from './person.ts'
import { createPictures, type PictureMaker } from './pictures.ts'
import { isVisibleFile } from './visibility.ts'
import { findFile, type FileRow } from './store.ts'
import { registerSweepJobs } from './sweep.ts'
import { hasText, textOf } from './text.ts'
import { createUploads, uploadProblem, type Uploads } from './uploads.ts'

// A whole part of a file is sent in one request: longer than a call may take, shorter than the socket allows.
const slow = { config: { timeoutMs: 290_000 } }
const bytesType = 'application/offset+octet-stream'
const protocol = {
  'tus-resumable': '1.0.0',
  'tus-version': '1.0.0',
  'tus-extension': 'creation,creation-with-upload,termination',
}

/** An address with a signed link; the signature may be anything and is checked. */
type Signed = { Querystring: { signature?: unknown } }

type WithId = FastifyRequest<{ Params: { id: string } }>

const idOf = (request: FastifyRequest): number => {
  const { id } = (request as WithId).params
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > 2 ** 31 - 1) throw fail('NOT_FOUND')
  return Number(id)
}

/** A request in the form the tus library reads. */
const asWeb = (request: FastifyRequest): Request => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value))
  const carries = request.headers['content-type'] === bytesType
  const body = carries ? { body: Readable.toWeb(request.raw) as ReadableStream, duplex: 'half' as const } : {}
  return new Request(`http://files${request.url}`, { method: request.method, headers, ...body })
}

/** The library's answer on its way out, always with the envelope where it refuses. */
const pass = async (
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Response,
): Promise<FastifyReply> => {
  for (const [name, value] of answer.headers)
    if (name !== 'content-type' && name !== 'content-length') void reply.header(name, value)
  const body = await answer.text()
  if (answer.status < 400 && body === '') return reply.code(answer.status).send()
  const isEnvelope = body.startsWith('{"code"')
  return sendJson(
    reply,
    answer.status,
    isEnvelope ? body : refused('BODY', {}, requestContext(app, request), answer.status).body,
  )
}

/** A person's own upload or file; `NOT_FOUND` for any other. */
const ownFile = async (app: App, request: FastifyRequest, person: Person): Promise<FileRow> => {
  const row = await findFile(app.db, idOf(request))
  if (row?.owner_id !== person.user_id) throw fail('NOT_FOUND')
  return row
}

const uploadRoutes = (app: App, http: FastifyInstance, uploads: Uploads): void => {
  // The library reads the bytes from the socket itself.
  http.addContentTypeParser(bytesType, (_request, _payload, done) => done(null, undefined))

  const entered = async (request: FastifyRequest): Promise<Person> => {
    const person = await personOf(app, request)
    await app.limits.spend('upload', person)
    return person
  }

  http.options('/api/files', async (_request, reply) => reply.code(204).headers(protocol).send())

  http.post('/api/files', slow, async (request, reply) => {
    const person = await entered(request)
    return pass(app, request, reply, await uploads.answer(asWeb(request), person))
  })

  http.patch('/api/files/:id', slow, async (request, reply) => {
    const person = await entered(request)
    const row = await ownFile(app, request, person)
    if (row.status !== 'uploading') throw fail('NOT_FOUND')
    // All of it arrived before, and the process died over the last step: there is nothing left to send.
    if (await isHandedOver(app, row)) {
      const ready = await uploads.finishIfComplete(row)
      return sendJson(
        reply.headers({ ...protocol, 'upload-offset': String(row.size) }),
        200,
        uploads.envelope(ready, person),
      )
    }
    return pass(app, request, reply, await uploads.answer(asWeb(request), person))
  })

  http.head('/api/files/:id', slow, async (request, reply) => {
    const person = await entered(request)
    const row = await ownFile(app, request, person)
    const current = row.status === 'uploading' ? await uploads.finishIfComplete(row) : row
    if (current.status === 'uploading') return pass(app, request, reply, await uploads.answer(asWeb(request), person))
    const { size } = current
    return reply.headers({ ...protocol, 'upload-offset': String(size), 'upload-length': String(size) }).send()
  })

  http.delete('/api/files/:id', async (request, reply) => {
    const person = await entered(request)
    const row = await ownFile(app, request, person)
    if (row.status === 'ready') throw fail('NOT_FOUND')
    await uploads.abandon(row.id)
    return reply.code(204).headers(protocol).send()
  })
}

/** Others may read a text as it is, but no office file, which may reveal more about its author than intended. */
const mayRead = ({ row, variant }: { row: FileRow; variant: FileVariant }): boolean =>
  variant === 'original' || (variant === 'public' && row.kind === 'text')

const downloadRoutes = (app: App, http: FastifyInstance, uploads: Uploads, pictures: PictureMaker): void => {
  /** The file and variant that a signed link opens for somebody this browser is logged in as; else null. */
  const opened = async (
    request: FastifyRequest,
    signature: unknown,
  ): Promise<{ row: FileRow; variant: FileVariant; user_id: number } | null> => {
    if (typeof signature !== 'string') return null
    const people = await peopleOf(app, request)
    const id = idOf(request)
    const link = readFileLink(app.config.secret, id, signature, app.clock())
    const reader = people.find(({ user_id }) => user_id === link?.user_id)
    if (!link || !reader) return null
    await app.limits.spend('upload', reader)
    const row = await findFile(app.db, id)
    if (row?.status !== 'ready') return null
    // The link was valid when it was made; since then the person may have left, or the work been hidden.
    const isSeen = await isVisibleFile(app, { row, variant: link.variant, user_id: reader.user_id, now: app.clock() })
    return isSeen ? { row, variant: link.variant, user_id: reader.user_id } : null
  }

  const sendSigned = async (request: FastifyRequest, reply: FastifyReply, signature: unknown): Promise<boolean> => {
    const found = await opened(request, signature)
    if (!found) return false
    const { row, variant, user_id } = found
    const mayStill = async () =>
      (await peopleOf(app, request)).some((person) => person.user_id === user_id) &&
      isVisibleFile(app, { row, variant, user_id, now: app.clock() })
    app.http.load.sending(reply, user_id, mayStill)
    // The picture is requested before its turn has come.
    const isWaited = variant !== 'original' && row.pictures === 'waiting'
    const current = isWaited ? await pictures.now(row) : row
    return current !== undefined && sendFile(app, request, reply, current, variant)
  }

  http.get<Signed>('/api/files/:id', slow, async (request, reply) => {
    const { signature } = request.query
    if (signature === undefined) {
      const person = await personOf(app, request)
      const row = await ownFile(app, request, person)
      if (row.status !== 'ready') throw fail('NOT_FOUND')
      return sendJson(reply, 200, uploads.envelope(row, person))
    }
    if (await sendSigned(request, reply, signature)) return reply
    throw fail('NOT_FOUND')
  })

  http.get<Signed>('/api/files/:id/text', async (request, reply) => {
    const found = await opened(request, request.query.signature)
    const text = found && mayRead(found) && hasText(found.row) ? await textOf(app, found.row) : null
    if (!text) throw fail('NOT_FOUND')
    return sendJson(reply, 200, done(JSON.stringify(text), app.clock()))
  })
}

/** Uploading by the tus protocol, reading by signed links, the smaller pictures of images, and the sweep. */
export const fileRoutes = (app: App): void => {
  const pictures = createPictures(app)
  const uploads = createUploads(app, (row) => row.pictures === 'waiting' && pictures.soon(row))
  registerSweepJobs(app, uploads)
  registerCompareJob(app)
  app.http.register(async (http) => {
    http.setErrorHandler((error, request, reply) => {
      const { status, body, retryAfter } = uploadProblem(app, error, requestContext(app, request))
      if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
      return sendJson(reply, status, body)
    })
    uploadRoutes(app, http, uploads)
    downloadRoutes(app, http, uploads, pictures)
  })
}
