import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../server/src/testing/free-port.ts'
import { startBreakablePostgres, type BreakablePostgres } from '../postgres/start.ts'
import { root } from '../sites.ts'
import { openReader, type Reader } from './reader.ts'
import { arrangeSchool, type School } from './school.ts'
import { readyAfter, startServer, type Server, type Start } from './server.ts'

export type Dialect = 'SQLite' | 'PostgreSQL'

/** An installation with a school in it, on the disk of the repository, where a commit has its real cost. */
export type Installation = {
  readonly dialect: Dialect
  readonly folder: string
  readonly dataDir: string
  /** The address of its database; null: SQLite in the data folder. */
  readonly url: string | null
  readonly school: School
  readonly reader: Reader
  /** Starts a process and waits until it takes work. */
  start: (more?: Partial<Start>) => Promise<Server>
  /** Starts a process without waiting. */
  launch: (more?: Partial<Start>) => Promise<Server>
  /** Kills the processes that were started and removes everything. */
  clear: () => Promise<void>
}

let postgres: Promise<BreakablePostgres> | null = null

/** The one PostgreSQL of the run, started on first use. */
export const sharedPostgres = (): Promise<BreakablePostgres> => (postgres ??= startBreakablePostgres())
export const endPostgres = async (): Promise<void> => (await postgres)?.stop()

/** Runs statements on the PostgreSQL of the run as its administrator. */
export const asPostgresAdmin = async (...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: (await sharedPostgres()).url })
  client.on('error', () => undefined)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/**
 * Creates an empty database with a role of its own and returns its address. The role is no administrator, so it has no
 * reserved connections.
 */
export const newDatabase = async (): Promise<string> => {
  const name = `school_${randomBytes(6).toString('hex')}`
  await asPostgresAdmin(
    `create role ${name} login password '${name}'`,
    `create database ${name} owner ${name} template template0 encoding 'UTF8' locale 'C'`,
  )
  const url = new URL((await sharedPostgres()).url)
  url.username = name
  url.password = name
  url.pathname = `/${name}`
  return url.href
}

const folders = new Set<string>()
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const newFolder = (): string => {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'faults-'))
  folders.add(folder)
  return folder
}

export type Size = { students?: number; tasks?: number }

/** Prepares the folder before anything is written to it; returns how to undo that once nobody uses it. */
export type Prepare = (folder: string) => () => void

export const anInstallation = async (
  dialect: Dialect,
  size: Size = {},
  prepare: Prepare = () => () => undefined,
): Promise<Installation> => {
  const folder = newFolder()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const undo = prepare(folder)
  const url = dialect === 'PostgreSQL' ? await newDatabase() : null
  const school = await arrangeSchool({ url, dataDir }, size)
  const servers: Server[] = []
  const usual = { dataDir, logFile: join(folder, 'log') }
  const launch: Installation['launch'] = async ({ env, ...more } = {}) => {
    const port = more.port ?? (await freePort())
    const server = startServer({ ...usual, ...more, port, env: { ...(url !== null && { DATABASE_URL: url }), ...env } })
    servers.push(server)
    return server
  }
  return {
    dialect,
    folder,
    dataDir,
    url,
    school,
    reader: openReader({ url, dataDir }),
    launch,
    start: async (more) => {
      const server = await launch(more)
      await readyAfter(server)
      return server
    },
    clear: async () => {
      await Promise.all(servers.map((server) => (server.hasDied() ? undefined : server.cut())))
      if (url !== null) await asPostgresAdmin(`drop database if exists ${new URL(url).username} with (force)`)
      undo()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs work with an installation of its own, which is removed afterwards. */
export const withInstallation = async <T>(
  dialect: Dialect,
  size: Size,
  work: (installation: Installation) => Promise<T>,
  prepare?: Prepare,
): Promise<T> => {
  const installation = await anInstallation(dialect, size, prepare)
  try {
    return await work(installation)
  } finally {
    await installation.clear()
  }
}
