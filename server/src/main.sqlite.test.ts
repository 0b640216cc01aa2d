import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { aUser } from './accounts/factory.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, type Database } from './db/open.ts'
import { aGuild } from './guilds/factory.ts'
import { aRobot } from './guilds/robots/factory.ts'
import { notePublishedPassword } from './sample-password.ts'
import { terminal } from './testing/server-process.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { portOf } from './http/port-of.ts'

const main = join(import.meta.dirname, 'main.ts')
let folder: string
let children: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'main-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type Running = { child: ChildProcess; url: string; output: () => string; ended: Promise<number | null> }

/** Another user of this machine; only its administrator can start a process as one. */
const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null

type How = { typed?: readonly string[]; as?: { uid: number; gid: number } | null }

const run = (env: Record<string, string>, { typed = [], as = null }: How = {}): Omit<Running, 'url'> => {
  const child = spawn(process.execPath, [main, ...typed], {
    ...as,
    cwd: folder,
    env: { ...terminal, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), ...env },
  })
  children.push(child)
  let text = ''
  const read = (chunk: Buffer) => {
    text += chunk.toString()
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  return { child, output: () => text, ended: once(child, 'close').then(() => child.exitCode) }
}

const start = async (env: Record<string, string> = {}): Promise<Running> => {
  const running = run(env)
  const address = () => /http:\/\/localhost:\d+/.exec(running.output())?.[0]
  while (!address()) {
    const code = await Promise.race([
      running.ended,
      once(running.child.stdout ?? running.child, 'data').then(() => 'more'),
    ])
    if (code !== 'more') throw new Error(`ended with ${code}: ${running.output()}`)
  }
  return { ...running, url: address() ?? '' }
}

/** The database as a start leaves it, without the seconds a process of its own takes. */
const openSchool = async (): Promise<Database> => {
  const dataDir = join(folder, 'data')
  const database = await openDatabase({ url: null, dataDir })
  await migrate(database, { dataDir })
  return database
}

describe('a start', () => {
  test('with an unknown word says so in one line and creates nothing', async () => {
    const { output, ended } = run({}, { typed: ['--larg'] })
    expect(await ended).toBe(1)
    expect(output()).toBe('✗ 不认识「--larg」 / “--larg” is not known\n')
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  test('a new school makes its folder, secret and database, says where it is in ten lines with a key kept as its hash, and ends with code 0', async () => {
    const { child, url, output, ended } = await start()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(output().trim().split('\n').length).toBeLessThanOrEqual(10)
    expect(output()).toContain('npm run cli -- admin create')
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700)
    const began = performance.now()
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    // A supervisor commonly kills after this time.
    expect(performance.now() - began).toBeLessThan(10_000)
    // The one-time key it has printed is stored as its hash.
    const file = new DatabaseSync(join(folder, 'data/app.db'))
    const row = file.prepare("select value from settings where key = 'setup_key'").get()
    file.close()
    expect(JSON.parse(String(row?.value))).toEqual({
      hash: expect.stringMatching(/^[\da-f]{64}$/),
      expires_at: expect.any(Number),
    })
  })
})

test('in a data folder that an operator made by hand, others on the machine read neither the database nor a file', async ({
  skip,
}) => {
  skip(process.platform === 'win32', 'Windows has no such rights')
  mkdirSync(join(folder, 'data'), { mode: 0o755 })
  chmodSync(join(folder, 'data'), 0o755)
  await start()
  const names = readdirSync(join(folder, 'data'))
  expect(names).toEqual(expect.arrayContaining(['app.db', 'secret', 'installation']))
  expect(names.filter((name) => (statSync(join(folder, 'data', name)).mode & 0o077) !== 0)).toEqual([])
})

test('a start with another SECRET names what it cannot decrypt, and goes on', async () => {
  const database = await openSchool()
  await aRobot(database.db, 'the secret of before', { guild_id: (await aGuild(database.db)).id })
  await database.close()
  const { url, output } = await start({ SECRET: 'a new secret that is long enough for it' })
  expect(output()).toMatch(/✗ .*SECRET.*1个机器人/)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

describe('a start that cannot succeed is one line for each reason, in two languages, without a stack trace', () => {
  const refused = async (env: Record<string, string>, how?: How): Promise<string[]> => {
    const { ended, output } = run(env, how)
    expect(await ended).toBe(1)
    expect(output()).not.toMatch(/^\s+at /m)
    const lines = output().trim().split('\n')
    for (const line of lines) expect(line).toMatch(/^✗ .*\p{Script=Han}.* \/ \S/u)
    return lines
  }

  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = portOf(other)
    expect(await refused({ PORT: String(port) })).toEqual([expect.stringContaining(String(port))])
    other.close()
  })

  test('several wrong settings are all named', async () => {
    expect(await refused({ PORT: 'x', SECRET: 'short', DATABASE_URL: 'mysql://x' })).toHaveLength(3)
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  test('a folder that cannot be written', async () => {
    expect(await refused({ DATA_DIR: '/proc/tongchuang' })).toEqual([expect.stringContaining('/proc/tongchuang')])
  })

  test('a database that cannot be written, or belongs to another user, with the command that helps', async ({
    skip,
  }) => {
    skip(process.platform === 'win32', 'Windows has no such rights')
    await (await openSchool()).close()
    const path = join(folder, 'data/app.db')
    for (const part of somebody ? [folder, join(folder, 'data'), path] : [])
      chownSync(part, somebody!.uid, somebody!.gid)
    chmodSync(path, 0o444)
    expect(await refused({}, { as: somebody })).toEqual([expect.stringMatching(/app\.db 不能读写.*chmod -R u\+rwX/)])
    if (somebody === null) return
    chmodSync(path, 0o600)
    chownSync(path, 0, 0)
    expect(await refused({}, { as: somebody })).toEqual([expect.stringMatching(/app\.db 属于 root.*chown -R \S+/)])
  })

  test('a database file that is none', async () => {
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data/app.db'), 'a page that was saved under this name by mistake')
    expect(await refused({})).toEqual([expect.stringContaining('不是数据库')])
    rmSync(join(folder, 'data/app.db'))
    mkdirSync(join(folder, 'data/app.db'))
    expect(await refused({})).toEqual([expect.stringContaining('打不开')])
  })

  test('a database of a newer version', async () => {
    await (await openSchool()).close()
    const file = new DatabaseSync(join(folder, 'data/app.db'))
    file.prepare('insert into migrations (name, at) values (?, ?)').run('9999-future', 0)
    file.close()
    expect(await refused({})).toEqual([expect.stringContaining('9999-future')])
  })

  test(
    'a folder that another process serves, until that one is gone, however it ends',
    { timeout: 60_000 },
    async () => {
      const first = await start()
      expect(await refused({})).toEqual([expect.stringContaining('app.db')])
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
      first.child.kill('SIGKILL')
      await first.ended
      const second = await start()
      second.child.kill('SIGTERM')
      expect(await second.ended).toBe(0)
    },
  )

  test('a PostgreSQL that is not there', async () => {
    expect(await refused({ DATABASE_URL: 'postgres://nobody:pw@127.0.0.1:1/none' })).toEqual([
      expect.stringContaining('DATABASE_URL'),
    ])
  })

  test('sample accounts with the published password, open to the network', async () => {
    const { db, close } = await openSchool()
    await aUser(db, { demo: true })
    await notePublishedPassword(db)
    await close()
    expect(await refused({ HOST: '0.0.0.0' })).toEqual([expect.stringContaining('demo reset')])
    const again = await start()
    again.child.kill('SIGINT')
    expect(await again.ended).toBe(0)
  })
})
