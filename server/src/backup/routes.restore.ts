import { setTimeout as pause } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '@tongchuang/contract/errors.ts'
import { restoreAdmin } from '@tongchuang/contract/restore.admin.ts'
import type { App } from '../app-services.ts'
import { withoutDeadline } from '../db/deadline.ts'
import { done } from '../http/envelope.ts'
import { sendJson } from '../http/headers.ts'
import { implement, requestContext, type Handler } from '../http/implement.ts'
import type { Bilingual } from '../http/language.ts'
import { keptBySecret, saidOfClosed } from '../school/server-secret.ts'
import { admitToSetup, endSetupKeys, giveBackSetupKey, prolongSetupKey, useSetupKey } from '../setup-link.ts'
import { begun, incomingIn, partBytes, type Course } from './incoming.ts'
import { leavesLetters, type Manifest } from './manifest.ts'
import { BrokenArchive, openArchive } from './read-archive.ts'
import { refuseUnfit, restore, RestoreRefused } from './restore.ts'
import { readSecret } from './secret.ts'
import { fileKeys, hasPeople, schoolSize } from './store.ts'
import { beginRestore, isUnderWay, settleRestores } from './under-way.ts'

const LOOK_MS = 10_000
const NAMED = 50
const uploadForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const notKnown: Bilingual = {
  zh: '服务器出了问题，原因写在它的日志里',
  en: 'something broke on the server, its log says why',
}

const cutShort: Bilingual = {
  zh: '恢复到一半时服务器停了，什么也没有留下；请用它重新启动后打印的设置链接再来一次',
  en: 'the server stopped half-way and nothing of it stayed; begin again with the set-up link it prints when it starts',
}

/** Why nothing was restored, as shown to the user; null for an unexpected error. */
const problemOf = (error: unknown): Bilingual | null => {
  if (error instanceof RestoreRefused) return error.why
  if (!(error instanceof BrokenArchive)) return null
  return { zh: error.problems.map(({ zh }) => zh).join('；'), en: error.problems.map(({ en }) => en).join('; ') }
}

const manifestOf = async (path: string): Promise<Manifest> => {
  const archive = await openArchive(path)
  archive.close()
  return archive.manifest
}

const wholeNumber = (given: unknown): number => {
  if (typeof given !== 'string' || !/^\d{1,15}$/.test(given)) throw fail('BODY')
  return Number(given)
}

/**
 * Restores a backup into a new school from the set-up page, protected by the same link and doing the same work as in
 * the terminal.
 */
export const restoreRoutes = (app: App): void => {
  const restores = restoresOf(app)

  implement(
    app,
    restoreAdmin,
    { begin: begin(restores), look: look(restores) },
    { begin: { timeoutMs: 290_000 }, look: { timeoutMs: 30_000 } },
  )

  app.removal.every('restore.sweep', 3_600, 'unfinished', async (now, turn) => {
    await settleRestores(restores.target)
    await turn.check()
    await restores.incoming.sweep(now)
  })

  app.http.register(async (http) => {
    // The body is streamed to disk without parsing.
    http.addContentTypeParser('application/octet-stream', (_request, bytes, done) => done(null, bytes))
    const options = { schema: { hide: true }, bodyLimit: partBytes, config: { timeoutMs: 290_000 } }
    http.post('/api/admin/setup/archive/:upload', options, takePart(restores))
  })
}

const restoresOf = (app: App) => ({
  app,
  incoming: incomingIn(app.config.dataDir),
  target: {
    database: app.database,
    files: app.files,
    dataDir: app.config.dataDir,
    hasOwnSecret: app.config.hasOwnSecret,
  },
  /** The restores of this process, so that a status request can wait for one instead of polling. */
  underWay: new Map<string, Promise<void>>(),
})

type Restores = ReturnType<typeof restoresOf>

const begin =
  (restores: Restores): Handler<typeof restoreAdmin.begin> =>
  async ({ key, upload }, { now }) => {
    const { app, incoming, target, underWay } = restores
    await admitToSetup(app.db, key, now)
    try {
      await settleRestores(target)
      await refuseUnfit(await manifestOf(incoming.pathOf(upload)), target)
    } catch (error) {
      await incoming.discard(upload)
      const problem = problemOf(error)
      throw problem ? fail('BACKUP', { problem }) : error
    }
    // Of two restores at once, or a restore and the creation of an administrator, only one can use the key.
    await app.db.transaction().execute((db) => useSetupKey(db, key, now))
    // Before the state is stored: a status request that finds it checks whether its process lives.
    const end = await beginRestore(target, upload)
    await incoming.note(upload, begun)
    const restoring = withoutDeadline(() => work(restores, upload, key))
      .catch((error: unknown) => app.log.error({ err: error }, 'a restore was cut short'))
      .finally(() => {
        end()
        underWay.delete(upload)
      })
    underWay.set(upload, restoring)
    return begun
  }

const work = async ({ app, incoming, target }: Restores, upload: string, key: string): Promise<void> => {
  const { db, config } = app
  try {
    const manifest = await app.jobs.pausedFor(() => restore(incoming.pathOf(upload), target, upload))
    await endSetupKeys(db)
    if (!config.hasOwnSecret) app.changeSecret((await readSecret(config.dataDir)) ?? config.secret)
    await app.changeSettings({})
    await incoming.note(upload, await whatCameBack(app, manifest))
    app.log.info({ backup: manifest.created_at }, 'a backup was restored')
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) app.log.error({ err: error }, 'a backup could not be restored')
    await giveBackSetupKey(db, key, app.clock())
    await incoming.note(upload, { state: 'refused', problem: problem ?? notKnown })
  } finally {
    await incoming.discard(upload)
  }
}

const look =
  (restores: Restores): Handler<typeof restoreAdmin.look> =>
  async ({ upload }) => {
    const { incoming, target, underWay } = restores
    const isOver = underWay.get(upload)
    if (isOver) await Promise.race([isOver, pause(LOOK_MS, undefined, { ref: false })])
    const course = await incoming.look(upload)
    if (course?.state !== 'running' || underWay.has(upload) || (await isUnderWay(target.dataDir, upload)))
      return presentCourse(course)
    await afterDeath(restores, upload)
    return presentCourse(await incoming.look(upload))
  }

/** Finds and stores the outcome of a restore whose process died. */
const afterDeath = async ({ app, incoming, target }: Restores, upload: string): Promise<void> => {
  await settleRestores(target)
  const manifest = (await hasPeople(app.db, app.database.dialect)) ? await manifestOf(incoming.pathOf(upload)) : null
  await incoming.note(upload, manifest ? await whatCameBack(app, manifest) : { state: 'refused', problem: cutShort })
  await incoming.discard(upload)
}

const presentCourse = (course: Course | null) => {
  if (course === null) throw fail('NOT_FOUND')
  if (course.state === 'refused') throw fail('BACKUP', { problem: course.problem })
  return course
}

const whatCameBack = async ({ db, config }: App, manifest: Manifest): Promise<Course> => {
  const { site_name, created_at, version, files, has_secret } = manifest
  const there = new Set(files.map(({ key }) => key))
  const missing = (await fileKeys(db)).filter(({ upload_id }) => !there.has(upload_id)).map(({ name }) => name)
  const kept = await keptBySecret(db, config.secret)
  // If there are encrypted values, whether they can be decrypted decides; otherwise, where the secret comes from.
  const keeps_secret = kept.all > 0 ? saidOfClosed(kept) === null : has_secret && !config.hasOwnSecret
  const size = { ...(await schoolSize(db)), files: files.length }
  return {
    state: 'done',
    restored: {
      ...{ site_name, version, keeps_secret, ...size },
      leaves_letters: leavesLetters(manifest),
      created_at: new Date(created_at).toISOString(),
      missing: missing.slice(0, NAMED),
      missing_count: missing.length,
    },
  }
}

/** Takes the next part of an archive. */
const takePart =
  ({ app, incoming }: Restores) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = { ...requestContext(app, request), user_id: null }
    await app.limits.spend('upload', caller)
    const key = String(request.headers['setup-key'] ?? '')
    await admitToSetup(app.db, key, caller.now)
    const { upload } = request.params as { upload: string }
    if (!uploadForm.test(upload)) throw fail('NOT_FOUND')
    const { offset, size } = request.query as { offset?: unknown; size?: unknown }
    const received = await incoming.take(
      upload,
      { offset: wholeNumber(offset), size: wholeNumber(size) },
      request.body as Readable,
    )
    await prolongSetupKey(app.db, key, caller.now)
    return sendJson(reply, 200, done(JSON.stringify({ received }), caller.now))
  }
