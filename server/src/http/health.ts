import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../app-services.ts'
import { done, notReady } from './envelope.ts'
import { sendJson } from './headers.ts'
import { languageOf, type Bilingual } from './language.ts'

/** Below this the disk is as good as full: a database needs room to finish what it has begun. */
export const minFreeBytes = 100 * 2 ** 20

/** What keeps a process from taking work. */
type Trouble = 'stopping' | 'database' | 'disk'

const saidOf: Record<Trouble, Bilingual> = {
  stopping: { zh: '这个进程正要停下', en: 'This process is about to stop' },
  database: {
    zh: '数据库现在不能写：没有回应、只能读，或者磁盘满了',
    en: 'The database cannot be written now: it does not answer, is read-only, or its disk is full',
  },
  disk: {
    zh: `数据目录的磁盘快满了（不足${minFreeBytes / 2 ** 20} MB），或者不能写`,
    en: `The disk of the data folder is nearly full (less than ${minFreeBytes / 2 ** 20} MB left) or cannot be written`,
  },
}

const timeoutMs = 1_500
// The result is cached for this time, so that unlimited requests cost nothing.
const keptMs = 3_000

/** What the database and the data folder lack to take work; empty when they can. */
const lookedAt = async (app: App): Promise<Trouble[]> => {
  const { dataDir } = app.config
  const [database, disk] = await Promise.allSettled([
    within(timeoutMs, writable(app)),
    within(timeoutMs, writableFolder(dataDir)),
  ])
  const found: Trouble[] = []
  if (database.status === 'rejected') found.push('database')
  if (disk.status === 'rejected' || disk.value < minFreeBytes) found.push('disk')
  return found
}

class Undone extends Error {}

/** Writes a row and rolls it back: this needs room, the right to write, and the schema. */
const writable = async (app: App): Promise<void> => {
  const written = app.db.transaction().execute(async (db) => {
    await sql`insert into limits (${sql.ref('key')}, window_start, count) values ('readyz', 0, 0) on conflict do nothing`.execute(
      db,
    )
    throw new Undone()
  })
  await written.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
}

/** Creating a file needs a name (an inode) as well as room; a folder without either, or a read-only one, refuses it. */
const writableFolder = async (folder: string): Promise<number> => {
  const path = join(folder, `.readyz-${process.pid}`)
  await writeFile(path, 'x')
  await rm(path, { force: true })
  return freeBytes(folder)
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

/**
 * `/healthz`: the process lives and is not about to stop. A proxy in front of several asks it, since a full disk or an
 * absent database stops all of them from writing, and readers would get nothing at all. `/readyz`: the process can take
 * work. `/api/version`: which version it is.
 */
export const healthRoutes = (app: App, version: string): void => {
  let last: { at: number; found: Promise<Trouble[]> } | null = null
  /** Why the product cannot take work now; empty when it can. */
  const troubles = async (): Promise<Trouble[]> => {
    if (app.http.stopping.value) return ['stopping']
    if (last === null || Math.abs(app.clock() - last.at) >= keptMs) last = { at: app.clock(), found: lookedAt(app) }
    return last.found
  }

  const answer = (request: FastifyRequest, reply: FastifyReply, found: readonly Trouble[], well: string) => {
    if (found.length === 0) return sendJson(reply, 200, done(well, app.clock()))
    const why = {
      zh: found.map((trouble) => saidOf[trouble].zh).join('；'),
      en: found.map((trouble) => saidOf[trouble].en).join('; '),
    }
    const language = languageOf(request.headers['accept-language'])
    const body = notReady(found, why, { language, request_id: request.id, now: app.clock() })
    return sendJson(reply.header('retry-after', '2'), 503, body)
  }
  // Monitors and the sites themselves ask with HEAD.
  app.http.get('/healthz', { exposeHeadRoute: true }, async (request, reply) =>
    answer(request, reply, app.http.stopping.value ? ['stopping'] : [], '{"alive":true}'),
  )
  app.http.get('/readyz', { exposeHeadRoute: true }, async (request, reply) =>
    answer(request, reply, await troubles(), '{"ready":true}'),
  )
  app.http.get('/api/version', async (_request, reply) =>
    sendJson(reply, 200, done(JSON.stringify({ version }), app.clock())),
  )
}
