import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { rangeOf } from '../files/kind-rules.ts'
import { peopleOf } from '../files/person.ts'
import { hashToken, newToken, type Person } from '../http/session.ts'
import { beginDownload, findLink, findRun, putLink, type BackupRun } from './store.ts'

const LINK_MS = 60_000

/** A backup that can be downloaded; refuses with NOT_FOUND otherwise. */
export const keptRun = async ({ db, stores }: App, id: number): Promise<BackupRun> => {
  const run = await findRun(db, id)
  if (run?.state !== 'done' || (await stores.backups.look(run.name)) === null) throw fail('NOT_FOUND')
  return run
}

/** An address that fetches a backup: for this session, begun within a minute, once. */
export const backupLink = async ({ db, config }: App, run_id: number, { session_id, now }: Person): Promise<string> => {
  const link = newToken()
  await putLink(db, { link_hash: hashToken(link), run_id, session_id, expires_at: now + LINK_MS, begun_at: null })
  return `${config.basePath}/api/admin/backup/file?link=${link}`
}

/**
 * The backup that an address opens. The request that begins the download uses the address up; an interrupted download
 * may resume where it stopped, as browsers do by themselves, as long as the session lives.
 */
const opened = async (app: App, link: string, { session_id }: Person, goesOn: boolean): Promise<number> => {
  const link_hash = hashToken(link)
  const begun = await beginDownload(app.db, { link_hash, session_id, now: app.clock() })
  if (begun !== undefined) return begun.run_id
  const used = goesOn ? await findLink(app.db, { link_hash, session_id }) : undefined
  if (!used || used.begun_at === null) throw fail('NOT_FOUND')
  return used.run_id
}

const isAdministrator = ({ audience, roles }: Person): boolean => audience === 'admin' && roles.includes('admin')

type Linked = { Querystring: { link?: unknown } }

/**
 * Sends a backup by its address. A browser loads the address without the product's header, so the session's cookie
 * proves that the request comes from the administrator who asked for it. Other users of the address get NOT_FOUND.
 */
export const sendBackup = async (
  app: App,
  request: FastifyRequest<Linked>,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { link } = request.query
  const asker = (await peopleOf(app, request)).find(isAdministrator)
  if (!asker || typeof link !== 'string') throw fail('NOT_FOUND')
  await app.limits.spend('upload', asker)
  const mayStill = async () =>
    (await peopleOf(app, request)).some((one) => one.session_id === asker.session_id && isAdministrator(one))
  app.http.load.sending(reply, asker.user_id, mayStill)
  const { range: asked, 'if-range': ifRange } = request.headers
  const run = await keptRun(app, await opened(app, link, asker, asked !== undefined && !/^bytes=0?-/.test(asked)))
  const size = Number(run.size)
  const etag = `"backup-${run.id}-${size}"`
  void reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${run.name}"`,
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
    etag,
  })
  const range = ifRange === undefined || ifRange === etag ? rangeOf(asked, size) : null
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send()
  if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  void reply.header('content-length', range ? range.end - range.start + 1 : size)
  return reply.send(app.stores.backups.read(run.name, range ?? undefined))
}
