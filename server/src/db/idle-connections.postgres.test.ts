import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { portOf } from '../http/port-of.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { compiled } from './compiled.ts'
import { openDatabase } from './open.ts'

/** The connections of Linux, with the time until each asks whether the other side is still there. */
const listed = '/proc/net/tcp'
const KEEPALIVE = '02'

let database: TestDatabase
let closing: (() => Promise<void> | void)[]
beforeEach(async () => {
  database = await freshDatabase()
  closing = [() => database.close()]
})
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
})

/** The database at a port that nothing else of this machine uses. */
const atOwnPort = async (): Promise<URL> => {
  const { hostname, port } = new URL(database.url)
  const sockets: Socket[] = []
  const between = createServer((socket) => {
    const behind = connect(Number(port), hostname)
    sockets.push(socket, behind)
    socket.pipe(behind).pipe(socket)
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    between.close()
  })
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String(portOf(between))
  return url
}

/** In how many seconds each connection to a port asks whether the other side is there; null where it never does. */
const asksIn = async (port: string): Promise<(number | null)[]> => {
  const hex = Number(port).toString(16).toUpperCase().padStart(4, '0')
  const rows = (await readFile(listed, 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  return rows
    .filter(([, , remote]) => remote?.endsWith(`:${hex}`))
    .map(([, , , , , timer = '']) =>
      timer.startsWith(`${KEEPALIVE}:`) ? Number.parseInt(timer.slice(3), 16) / 100 : null,
    )
}

const settings = compiled<Record<string, never>, { key: string }>((db) => db.selectFrom('settings').select('key'))

test('a firewall that forgets quiet connections keeps nobody from notices in the morning: each connection is heard of within a minute', async ({
  skip,
}) => {
  skip(!existsSync(listed), 'only Linux lists its connections')
  const url = await atOwnPort()
  const other = await openDatabase({ url: url.href, dataDir: '' })
  closing.push(() => other.close())
  await other.listen('live', () => {})
  await settings(other.db, {})
  await other.db.selectFrom('settings').selectAll().execute()
  const seconds = await asksIn(url.port)
  expect(seconds.length).toBeGreaterThanOrEqual(3)
  for (const left of seconds) expect(left ?? Infinity).toBeLessThanOrEqual(60)
})
