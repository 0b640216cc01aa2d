/**
 * `npm run proxies`: three processes on two machines' folders behind nginx and Caddy, set up as the handbook says, with
 * students and a teacher at work while one process after the other is replaced. Fails on a request without a valid
 * answer, and on events that were held back. Needs nginx or caddy, and the object store of the tests.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventsPath } from '@tongchuang/contract/messages.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { startLoad } from '../faults/load.ts'
import { arrangeSchool } from '../faults/school.ts'
import { readyAfter, startServer, type Server } from '../faults/server.ts'
import { startObjects } from '../objects/start.ts'
import { startPostgres } from '../postgres/start.ts'
import { startProxy, type Proxy } from './proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'tongchuang-proxies-'))
const objects = await startObjects()
if ('missing' in objects) {
  console.log(`○ ${objects.missing}`)
  process.exit(0)
}
const postgres = await startPostgres()
// The module imported below reads this variable when it is loaded.
process.env.TEST_OBJECTS = JSON.stringify(objects.settings)
const { objectVariables } = await import('../../server/src/testing/test-objects.ts')
const variables = await objectVariables()

const places = await Promise.all(
  ['first', 'first', 'second'].map(async (machine, at) => ({
    machine,
    port: await freePort(),
    log: join(folder, `${at}.log`),
  })),
)
const start = async ({ machine, port, log }: (typeof places)[number]): Promise<Server> => {
  const dataDir = join(folder, machine)
  mkdirSync(dataDir, { recursive: true })
  const server = startServer({
    ...{ dataDir, logFile: log, port },
    env: { ...variables, DATABASE_URL: postgres.url, SECRET: 's'.repeat(40), TRUST_PROXY: '1', MIGRATE: 'off' },
  })
  await readyAfter(server)
  return server
}

/** Whether an event stream delivers its first bytes at once instead of being buffered by the proxy. */
const hearsAtOnce = async (url: string, token: string): Promise<boolean> => {
  const over = new AbortController()
  const late = setTimeout(() => over.abort(), 3_000)
  try {
    const answer = await fetch(`${url}${eventsPath}`, {
      headers: { token, accept: 'text/event-stream' },
      signal: over.signal,
    })
    // A refusal also has a body and also comes at once.
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return false
    const { value } = (await answer.body?.getReader().read()) ?? {}
    return (value?.length ?? 0) > 0
  } catch {
    return false
  } finally {
    clearTimeout(late)
    over.abort()
  }
}

/** Replaces every process under load; answers what went wrong. */
const roll = async (proxy: Proxy, servers: Server[]): Promise<string[]> => {
  const problems: string[] = []
  const school = await arrangeSchool({ url: postgres.url, dataDir: folder }, { students: 6, tasks: 120 })
  if (!(await hearsAtOnce(proxy.url, school.students[0]!.token))) problems.push('events are held back')
  const load = startLoad(school, () => [proxy.url])
  if (!(await load.acknowledged(60, 60_000))) problems.push('no work was done before')
  for (const [at, place] of places.entries()) {
    const { code, ms } = await servers[at]!.stop()
    if (code !== 0) problems.push(`process ${at} ended with ${code} after ${ms.toFixed(0)} ms`)
    servers[at] = await start(place)
    if (!(await load.acknowledged(30, 60_000))) problems.push(`no work was done after process ${at}`)
  }
  if (!(await load.pause())) problems.push('somebody waits for ever')
  const { answers, broken, strange, faults, slowest, slowestCall } = load.takeMeter()
  await load.stop()
  if (broken > 0) problems.push(`${broken} requests had no answer`)
  // A part of an upload may take minutes, and a stopping process does not wait for it: its sender continues from the
  // same offset.
  const cut = strange.filter((line) => line.startsWith('PATCH /api/files/')).length
  problems.push(
    ...strange.filter((line) => !line.startsWith('PATCH /api/files/')).slice(0, 5),
    ...faults.slice(0, 5),
    ...load.journal.contradictions,
  )
  console.log(
    `  ${proxy.name}: ${answers} 个回答 / answers, ${broken} 个没有 / none, ${cut} 块上传接着传 / parts of uploads sent again, 最慢 / slowest ${slowest.toFixed(0)} ms ${slowestCall}`,
  )
  if (problems.length > 0) console.log(proxy.said())
  return problems
}

let isGood = true
const servers: Server[] = []
try {
  await arrangeSchool({ url: postgres.url, dataDir: folder }, { students: 1, tasks: 1 })
  for (const place of places) servers.push(await start(place))
  const addresses = places.map(({ port }) => `127.0.0.1:${port}`)
  const asked = process.argv.slice(2)
  for (const name of ['nginx', 'caddy'] as const) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const proxy = await startProxy(name, folder, await freePort(), addresses)
    if (proxy === null) {
      console.log(`○ ${name}：这台机器上没有 / not on this machine`)
      continue
    }
    const problems = await roll(proxy, servers).finally(() => proxy.stop())
    for (const problem of problems) console.log(`  ✗ ${problem}`)
    if (problems.length === 0) console.log(`✓ ${name}`)
    isGood &&= problems.length === 0
  }
} finally {
  for (const server of servers) await server.cut()
  await postgres.stop()
  await objects.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(isGood ? 0 : 1)
