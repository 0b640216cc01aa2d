import { fork } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '../../server/src/db/migrate.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import { root } from '../sites.ts'
import { fill } from './fill.ts'
import type { Filled, FromServer, Ready, Usage } from './messages.ts'

/** A database with a school in it; SQLite lies in the folder, which `remove` takes away. */
export type FilledSchool = Filled & { databaseUrl: string; dataDir: string; remove: () => Promise<void> }

export type MeasuredSchool = Ready & Filled & { usage: () => Promise<Usage>; stop: () => Promise<void> }

const newFolder = async (): Promise<string> => {
  await mkdir(join(root, '.cache'), { recursive: true })
  return mkdtemp(join(root, '.cache/bench-'))
}

/**
 * Fills a school in this process, so that the server's memory does not include it. It lies on the disk of the
 * repository, where a commit has its real cost.
 */
export const fillSchool = async (databaseUrl: string): Promise<FilledSchool> => {
  const dataDir = await newFolder()
  const database = await openDatabase({ url: databaseUrl || null, dataDir })
  await migrate(database, { dataDir, mode: 'on' })
  const filled = await database.db.transaction().execute((db) => fill(db))
  // PostgreSQL would analyze its new rows by itself only some minutes later, and plan badly until then; rows rewritten
  // within one transaction leave hundreds of dead versions.
  if (databaseUrl !== '') await sql`vacuum analyze`.execute(database.db)
  await database.close()
  const remove = () => rm(dataDir, { recursive: true, force: true })
  return { ...filled, databaseUrl, dataDir, remove }
}

// As the launcher starts a server; `wide`: as the engine would by itself.
const asLaunched = process.execArgv.filter((flag) => /^--(max-semi-space-size|heap-growing-percent)=/.test(flag))

/** Starts a server under measurement on a school. `profile`: a folder for a CPU profile. */
export const startMeasuredSchool = async (
  { databaseUrl, dataDir, tokens, held, unordered, guild_id }: FilledSchool,
  { profile, wide = false }: { profile?: string | undefined; wide?: boolean } = {},
): Promise<MeasuredSchool> => {
  // Each process has a folder of its own; only SQLite has to be where the school is.
  const own = databaseUrl === '' ? dataDir : await newFolder()
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl, DATA_DIR: own },
    execArgv: [...(wide ? [] : asLaunched), ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])],
  })
  const ended = new Promise<FromServer>((resolve) =>
    child.once('exit', () => resolve({ problem: 'the server under measurement ended' })),
  )
  const hear = () =>
    Promise.race([
      new Promise<FromServer>((resolve) => child.once('message', (message: FromServer) => resolve(message))),
      ended,
    ])
  const stop = async () => {
    if (child.connected) child.disconnect()
    await ended
    if (own !== dataDir) await rm(own, { recursive: true, force: true })
  }
  const first = await hear()
  if (!('ready' in first)) {
    await stop()
    throw new Error('problem' in first ? first.problem : 'no answer')
  }
  const usage = async () => {
    const answer = hear()
    child.send('usage')
    const heard = await answer
    if (!('usage' in heard)) throw new Error('no answer')
    return heard.usage
  }
  return { ...first.ready, tokens, held, unordered, guild_id, usage, stop }
}
