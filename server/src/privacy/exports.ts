import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@tongchuang/contract/errors.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { peopleOf } from '../files/person.ts'
import type { Turn } from '../job-leases.ts'
import { notify } from '../messages/store.ts'
import { dropEarlierExports, exportsWith, findExport, lastExport, setExport, type DataExport } from './store.ts'
import { writeOwnZip } from './write-zip.ts'

const linkMs = 15 * 60_000
/** How long an export is kept: a copy of everything about a person must not remain longer. */
export const keptMs = 3 * 24 * 3_600_000
const oneDay = 24 * 3_600_000
const job = 'privacy.export'

/** The folder exports are written to; only complete ones are moved elsewhere. */
const folderOf = ({ stores, config }: App): string => stores.exports.folder ?? join(config.dataDir, 'exports')

const macOf = (secret: string, what: string): string =>
  createHmac('sha256', `export links:${secret}`).update(what).digest('base64url')

const linkTo = ({ config }: App, { id, user_id }: DataExport, now: number): string => {
  const ends = now + linkMs
  return `${config.basePath}/api/student/export/${id}?signature=${ends.toString(36)}.${macOf(config.secret, `${id}.${user_id}.${ends}`)}`
}

/** Whether a copy is missing from its store; false where the store does not answer. */
const isLost = ({ stores }: App, key: string): Promise<boolean> =>
  stores.exports.look(key).then(
    (found) => found === null,
    () => false,
  )

/** The state of a person's last export, with a link that lets them open it for a while. */
export const exportState = async (app: App, user_id: number, now: number) => {
  const last = await lastExport(app.db, user_id)
  const none = { status: 'none' as const, asked_at: null, size: 0, link: null, until: null }
  if (!last || last.status === 'gone') return none
  const isReady = last.status === 'ready'
  // A restored backup, or a move of the files, keeps the row without the copy: then there is no export.
  if (isReady && (await isLost(app, last.key))) return none
  return {
    status: last.status,
    asked_at: iso(last.created_at),
    size: Number(last.size),
    link: isReady ? linkTo(app, last, now) : null,
    until: isReady ? iso((last.finished_at ?? now) + keptMs) : null,
  }
}

/** Wakes the job that makes the waiting exports, in any process. */
export const makeSoon = (app: App): void => app.jobs.wake(job)

/** Removes the files of exports. */
export const removeZips = async (app: App, keys: readonly string[]): Promise<void> => {
  for (const key of keys) await app.stores.exports.remove(key, 'asked')
}

const makeOne = async (app: App, { id, user_id }: DataExport): Promise<void> => {
  const { db, files, stores } = app
  const key = `${randomBytes(16).toString('hex')}.zip`
  const path = join(folderOf(app), key)
  try {
    const size = await writeOwnZip(path, { db, files, user_id, now: app.clock() })
    if (stores.exports.folder === null) await stores.exports.keep(key, path)
    const now = app.clock()
    const { isWanted, earlier } = await db.transaction().execute(async (db) => {
      const kept = await setExport(db, id, { status: 'ready', key, size, finished_at: now })
      if (kept)
        await notify(db, {
          user_id,
          type: 'notice',
          kind: 'export.ready',
          data: { until: iso(now + keptMs) },
          link: paths.center('settings'),
          now,
        })
      return { isWanted: kept, earlier: kept ? await dropEarlierExports(db, { id, user_id }) : [] }
    })
    await removeZips(app, isWanted ? earlier : [key])
  } catch (error) {
    app.log.error({ err: error, export: id }, 'an export could not be made')
    await rm(path, { force: true })
    await removeZips(app, [key]).catch(() => {})
    await setExport(db, id, { status: 'failed', finished_at: app.clock() })
  }
}

/**
 * Removes files left by a crashed process from a store shared by many machines, where nothing else finds them; in a
 * folder, the sweep of leftovers does.
 */
const removeForgotten = async ({ stores: { exports: kept } }: App, now: number, turn: Turn): Promise<void> => {
  if (kept.folder !== null) return
  for await (const { key, changed_at } of kept.list()) {
    if (changed_at > now - keptMs - oneDay) continue
    await turn.check()
    await kept.remove(key, 'expired')
  }
}

/** Registers the jobs and routes that create, serve and remove copies of a person's own data. */
export const registerExports = (app: App): void => {
  app.jobs.every(job, 60, async (now, turn) => {
    await mkdir(folderOf(app), { recursive: true, mode: 0o700 })
    for (
      let waiting = await exportsWith(app.db, 'waiting', now, 1);
      waiting[0];
      waiting = await exportsWith(app.db, 'waiting', now, 1)
    )
      await makeOne(app, waiting[0])
    for (const old of await exportsWith(app.db, 'ready', now - keptMs, 200)) {
      await turn.check()
      await setExport(app.db, old.id, { status: 'gone', key: '' })
      await removeZips(app, [old.key])
    }
    await removeForgotten(app, now, turn)
  })

  app.http.get<{ Params: { id: string }; Querystring: { signature?: unknown } }>(
    '/api/student/export/:id',
    { config: { timeoutMs: 290_000 } },
    async (request, reply) => {
      const people = await peopleOf(app, request)
      const { signature } = request.query
      const [, ends = '', mac = ''] =
        /^([\da-z]{1,9})\.([\w-]{43})$/.exec(typeof signature === 'string' ? signature : '') ?? []
      const id = /^[1-9]\d{0,8}$/.test(request.params.id) ? Number(request.params.id) : 0
      const wanted = id > 0 && mac !== '' ? await findExport(app.db, id) : undefined
      const until = Number.parseInt(ends, 36)
      const isMine = wanted?.status === 'ready' && people.some(({ user_id }) => user_id === wanted.user_id)
      const expected = macOf(app.config.secret, `${id}.${wanted?.user_id ?? 0}.${until}`)
      if (!isMine || until <= app.clock() || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected)))
        throw fail('NOT_FOUND')
      for (const person of people) await app.limits.spend('upload', person)
      const mayStill = async () => (await peopleOf(app, request)).some(({ user_id }) => user_id === wanted.user_id)
      app.http.load.sending(reply, wanted.user_id, mayStill)
      const found = await app.stores.exports.look(wanted.key)
      if (!found) throw fail('NOT_FOUND')
      const name = encodeURIComponent('我的数据.zip')
      void reply
        .header('content-disposition', `attachment; filename="my-data.zip"; filename*=UTF-8''${name}`)
        .header('content-length', String(found.size))
        .type('application/zip')
      return reply.send(app.stores.exports.read(wanted.key))
    },
  )
}
