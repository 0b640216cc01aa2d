/**
 * `npm run bench -- --streams`: 1,000 open event streams of one server: the memory they take, the CPU while nothing
 * happens, and how long a change takes from its commit to the last of its readers. Aims: ≤ 100 KB each, ≤ 1 s.
 */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventsPath } from '../../contract/src/messages.ts'
import { aUser } from '../../server/src/accounts/factory.ts'
import { portOf } from '../../server/src/http/port-of.ts'
import { notify } from '../../server/src/messages/store.ts'
import { testApp } from '../../server/src/testing/test-app.ts'

const STREAMS = 1_000
const TOLD = 5

/** Measures and prints; the readers are in this process too, so the memory is that of both ends. */
export const measureStreams = async (): Promise<boolean> => {
  const school = await testApp()
  const { app } = school
  const people = await app.db.transaction().execute(async (db) => {
    const made = []
    for (let at = 0; at < STREAMS; at += 1) made.push((await aUser(db)).id)
    return made
  })
  const tokens = []
  for (const id of people) tokens.push(await school.signIn(id))
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const port = portOf(app.http.server)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const agent = new Agent({ maxSockets: Infinity })
  const seen = { count: 0, last: 0 }
  const open: IncomingMessage[] = []
  for (const token of tokens) {
    const [response] = (await once(
      get({ port, host: '127.0.0.1', path: eventsPath, agent, headers: { token } }),
      'response',
    )) as [IncomingMessage]
    response.setEncoding('utf8').on('data', (text: string) => {
      if (!text.includes('event: unread')) return
      seen.count += 1
      seen.last = performance.now()
    })
    // They end with the server.
    response.on('error', () => undefined)
    open.push(response)
  }
  await sleep(1_000)
  const kb = (process.memoryUsage().rss - before) / 1024 / STREAMS
  const idle = process.cpuUsage()
  await sleep(5_000)
  const { user, system } = process.cpuUsage(idle)
  const times: number[] = []
  for (let round = 0; round < TOLD; round += 1) {
    seen.count = 0
    const now = performance.now()
    await app.db.transaction().execute((db) =>
      notify(db, {
        user_id: people,
        type: 'notice',
        kind: 'task.changed',
        data: { task: '测速' },
        now: school.clock.now(),
      }),
    )
    while (seen.count < STREAMS && performance.now() - now < 10_000) await sleep(5)
    times.push(seen.count < STREAMS ? Infinity : seen.last - now)
  }
  const latency = times.toSorted((one, other) => one - other)[Math.floor(TOLD / 2)] ?? Infinity
  const isGood = kb <= 100 && latency <= 1_000
  console.log(
    `${open.length} streams: ${kb.toFixed(0)} KB each with its reader (≤ 100), idle ${((user + system) / 50_000).toFixed(1)} % of a core`,
  )
  console.log(
    `a notice to all of them: read by the last after ${latency.toFixed(0)} ms (≤ 1,000)  ${isGood ? 'met' : 'MISSED'}`,
  )
  agent.destroy()
  await school.close()
  return isGood
}
