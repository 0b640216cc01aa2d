import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { App } from '../app-services.ts'
import { done, refused } from './envelope.ts'
import { sendJson } from './headers.ts'
import { languageOf } from './language.ts'

/** Below this the disk is as good as full: a database needs room to finish what it has begun. */
export const minFreeBytes = 100 * 2 ** 20

const patience = 1_500

/** Why the product cannot take work now; empty when it can. */
const troubles = async (app: App): Promise<string[]> => {
  if (app.http.stopping.value) return ['stopping']
  const [database, disk] = await Promise.allSettled([within(patience, writable(app)), freeBytes(app.config.dataDir)])
  const found: string[] = []
  if (database.status === 'rejected') found.push('database')
  if (disk.status === 'rejected' || disk.value < minFreeBytes) found.push('disk')
  return found
}

/** A write that leaves nothing behind; it also fails while the schema is not there. */
const writable = async (app: App): Promise<void> => {
  await app.db.transaction().execute(async (db) => {
    await sql`delete from limits where ${sql.ref('key')} = ''`.execute(db)
  })
}

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('too slow')), milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** `/healthz`: the process lives. `/readyz`: it can take work. `/api/version`: which version it is. */
export const healthRoutes = (app: App, version: string): void => {
  app.http.get('/healthz', async (_request, reply) => sendJson(reply, 200, done('{"alive":true}', app.clock())))
  app.http.get('/readyz', async (request, reply) => {
    const found = await troubles(app)
    if (found.length === 0) return sendJson(reply, 200, done('{"ready":true}', app.clock()))
    const { body } = refused(
      'BUSY',
      { troubles: found },
      { language: languageOf(request.headers['accept-language']), request_id: request.id, now: app.clock() },
    )
    return sendJson(reply.header('retry-after', '2'), 503, body)
  })
  app.http.get('/api/version', async (_request, reply) =>
    sendJson(reply, 200, done(JSON.stringify({ version }), app.clock())),
  )
}
