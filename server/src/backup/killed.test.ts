import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accounts } from '@tongchuang/contract/accounts.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { readSettings } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { openDatabase } from '../db/open.ts'
import { aFile } from '../files/factory.ts'
import { notify } from '../messages/store.ts'
import { hasAdmin } from '../setup-link.ts'
import { openSchool } from '../start.ts'
import { fileLink } from '../storage/file-links.ts'
import { localFileStore } from '../storage/file-store.ts'
import { sendTo, startProcess, terminal } from '../testing/server-process.ts'
import { sendInto, testApp } from '../testing/test-app.ts'
import { emptyDatabase, testDialect, type TestDatabase } from '../testing/test-database.ts'
import { askedOnSqlite } from '../testing/where-possible.ts'
import type { Manifest } from './manifest.ts'
import { writeArchive } from './write-archive.ts'

const secret = 'the secret of the school that was, long enough'
const login = { username: 'lin', password: 'a tall old ginkgo' }

let folder: string
let archive: string
let written: Manifest
let file: { id: number; owner_id: number }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tongchuang-killed-'))
  const school = await testApp()
  const { app } = school
  const lin = await aUser(app.db, { ...login, roles: ['admin'] })
  for (let n = 0; n < 120; n += 1)
    file = await aFile(app.db, { owner_id: lin.id }, { files: app.files, bytes: Buffer.from(`第${n}份`) })
  for (let n = 0; n < 400; n += 1)
    await notify(app.db, {
      user_id: lin.id,
      type: 'notice',
      kind: 'task.changed',
      data: { task: '观察日记'.repeat(200) + n },
      now: Date.now() + n,
    })
  await writeFile(join(app.config.dataDir, 'secret'), secret)
  archive = join(folder, 'school.zip')
  written = await writeArchive(archive, {
    ...app,
    dataDir: app.config.dataDir,
    version: '1.0.0',
    site_name: '第一中学',
    now: school.clock.now(),
  })
  await school.close()
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** An unused installation for processes of its own. */
const anInstallation = async () => {
  const installation = await mkdtemp(join(folder, 'installation-'))
  const dataDir = join(installation, 'data')
  const database: TestDatabase | null = testDialect === 'postgres' ? await emptyDatabase() : null
  const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {}
  const restore = () =>
    spawn(process.execPath, [join(import.meta.dirname, '../cli.ts'), 'restore', archive], {
      cwd: installation,
      stdio: 'inherit',
      env: { ...terminal, DATA_DIR: dataDir, ...env },
    })
  return {
    dataDir,
    restore,
    start: () => startProcess(installation, env),
    /**
     * Runs what a start does before it listens, without the second a separate process takes; returns the ways to call
     * it.
     */
    openAsAtStart: async () => {
      const given = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env }
      const app = await openSchool(prepareDataFolder(readSettings(given)))
      const close = async () => {
        await app.http.close()
        await app.database.close()
      }
      return { db: app.db, send: sendInto(app), close }
    },
    open: () => database ?? openDatabase({ url: null, dataDir }),
    close: () => database?.close(),
  }
}
type Installation = Awaited<ReturnType<typeof anInstallation>>

const logIn = (send: Send) => send(accounts.login, login)
const unpacked = (dataDir: string): string[] => {
  const restoring = join(dataDir, 'restoring')
  try {
    return existsSync(restoring) ? readdirSync(restoring, { recursive: true }).map(String) : []
  } catch {
    // The folders may be moved into installation during this check.
    return []
  }
}
const storedIn = async (dataDir: string): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of localFileStore(join(dataDir, 'files')).list()) keys.push(key)
  return keys.toSorted()
}

const expectWhole = async ({ dataDir, open }: Installation, send: Send): Promise<void> => {
  expect(await logIn(send)).toMatchObject({ userinfo: { username: 'lin' } })
  expect(await storedIn(dataDir)).toEqual(written.files.map(({ key }) => key).toSorted())
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(secret)
  const database = await open()
  const { count } = await database.db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(400)
  if (testDialect === 'sqlite') await database.close()
}

type Moment = [when: string, isThere: (dataDir: string) => boolean]
/** The moments that involve the database: the rows, which must be in place before the files. */
const ofDatabase: Moment[] = [
  ['while rows come back', (dataDir) => unpacked(dataDir).some((path) => path.endsWith('secret'))],
  ['when the files take their place', (dataDir) => unpacked(dataDir).some((path) => path.endsWith('moving'))],
]
const ofFiles: Moment[] = [
  ['while files are unpacked', (dataDir) => unpacked(dataDir).filter((path) => path.includes('files')).length > 20],
  ['just after that', (dataDir) => existsSync(join(dataDir, 'files'))],
]

/**
 * An installation whose restore was killed at a moment. A busy machine may notice the moment only when the restore is
 * done, so that there is nothing left to kill: then another one is tried.
 */
const killedAt = async (isThere: Moment[1], tries = 5): Promise<Installation> => {
  const installation = await anInstallation()
  const dying = installation.restore()
  const ended = once(dying, 'close')
  while (!isThere(installation.dataDir) && dying.exitCode === null) await sleep(1)
  dying.kill('SIGKILL')
  await ended
  if (dying.signalCode === 'SIGKILL') return installation
  expect([dying.exitCode, tries > 1], 'it was done before it could be killed').toEqual([0, true])
  await installation.close()
  return killedAt(isThere, tries - 1)
}

test.each(testDialect === 'sqlite' ? [...ofFiles, ...ofDatabase] : ofDatabase)(
  'a restore killed %s is all or nothing at the next start, and the next one begins anew by itself',
  async (_, isThere) => {
    const installation = await killedAt(isThere)
    const { dataDir } = installation
    const school = await installation.openAsAtStart()
    expect(await readdir(dataDir)).not.toContain('restoring')
    if (await hasAdmin(school.db)) {
      await expectWhole(installation, school.send)
      await school.close()
    } else {
      const people = await school.db.selectFrom('users').select('id').execute()
      expect(people, 'an empty school waits for its first administrator').toEqual([])
      expect(await storedIn(dataDir)).toEqual([])
      await school.close()
      const restoring = installation.restore()
      await once(restoring, 'close')
      expect(restoring.exitCode).toBe(0)
      const again = await installation.openAsAtStart()
      await expectWhole(installation, again.send)
      await again.close()
    }
    await installation.close()
  },
  120_000,
)

// Another restore leaves files behind.
test('a restore that begins where another died, without a start in between, takes its place', async ({ skip }) => {
  if (askedOnSqlite !== null) return skip(askedOnSqlite)
  const installation = await killedAt((dataDir) => unpacked(dataDir).length >= 20)
  expect(await once(installation.restore(), 'close')).toEqual([0, null])
  const server = await installation.start()
  await expectWhole(installation, sendTo(server.url))
  expect(await readdir(installation.dataDir)).not.toContain('restoring')
  await server.stop()
  await installation.close()
}, 120_000)

if (testDialect === 'postgres')
  test('a server that runs beside a restore takes on the secret it brings: links of it open at once', async () => {
    const installation = await anInstallation()
    // The first makes the schema and the secret of an empty school.
    const servers = [await installation.start(), await installation.start()]
    const before = await readFile(join(installation.dataDir, 'secret'), 'utf8')
    expect(await once(installation.restore(), 'close')).toEqual([0, null])
    for (const server of servers) {
      const { userinfo } = await logIn(sendTo(server.url))
      const open = async (by: string) => {
        const link = fileLink({ secret: by, basePath: '' }, file.id, 'original', file.owner_id, Date.now())
        return (await fetch(server.url + link, { headers: { cookie: `token=${userinfo.token}` } })).status
      }
      await expect.poll(() => open(secret), { timeout: 10_000 }).toBe(200)
      expect(await open(before)).toBe(404)
    }
    for (const server of servers) await server.stop()
    await installation.close()
  }, 120_000)
