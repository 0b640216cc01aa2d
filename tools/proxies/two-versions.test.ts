import { createServer, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { portOf } from '../../server/src/http/port-of.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { startProxy } from './proxy.ts'

let folder: string
let processes: Server[]

/** A process of a version: its page names a script that only this version has. */
const aProcess = async (version: string): Promise<Server> => {
  const server = createServer(({ url }, answer) => {
    if (url === '/login') return answer.end(`/assets/main-${version}.js`)
    if (url === '/readyz' || url === '/healthz' || url === `/assets/main-${version}.js`) return answer.end('ok')
    return answer.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'two-versions-'))
  processes = [await aProcess('new'), await aProcess('old'), await aProcess('old')]
})
afterEach(async () => {
  for (const server of processes) server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens a page as a browser does that has not been here before; answers which script came, or that it did not. */
const openPage = async (url: string): Promise<string> => {
  const page = await fetch(`${url}/login`)
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  const path = await page.text()
  const script = await fetch(url + path, { headers: { cookie } })
  return script.ok ? path : `${path} is missing`
}

test.for(['nginx', 'caddy'] as const)(
  'while an upgrade goes from process to process behind %s, every page that is opened finds its scripts',
  async (name, { skip }) => {
    const addresses = processes.map((server) => `127.0.0.1:${portOf(server)}`)
    const proxy = await startProxy(name, folder, await freePort(), addresses)
    if (proxy === null) return skip(`${name} is not on this machine`)
    const opened: string[] = []
    for (let at = 0; at < 24; at += 1) opened.push(await openPage(proxy.url))
    await proxy.stop()
    expect([...new Set(opened)].toSorted()).toEqual(['/assets/main-new.js', '/assets/main-old.js'])
  },
)
