import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startBackgroundWork } from './app.ts'
import { portOf } from './http/port-of.ts'
import { stop } from './stop.ts'
import { testApp } from './testing/test-app.ts'

type Answer = { status: number; connection: string | undefined; body: string }

const ask = (url: string, agent: Agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (answer: IncomingMessage) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, body }))
    }).on('error', reject)
  })

const openSchool = async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let waiting = 0
  const school = await testApp({
    features: [
      (app) => {
        app.http.get('/api/slow', async () => {
          waiting += 1
          await gate
          return { done: true }
        })
      },
    ],
  })
  await school.app.http.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${portOf(school.app.http.server)}`
  const stopBackgroundWork = await startBackgroundWork(school.app)
  return { school, url, stopBackgroundWork, release, waiting: () => waiting }
}

test('students whose requests are under way get their answers, /readyz is red first, and nothing hangs on connections kept alive', async () => {
  const { school, url, stopBackgroundWork, release, waiting } = await openSchool()
  const agent = new Agent({ keepAlive: true, maxSockets: 41 })
  // Connections that idle, as browsers keep them.
  await Promise.all(Array.from({ length: 20 }, () => ask(`${url}/healthz`, agent)))
  const underWay = Array.from({ length: 40 }, () => ask(`${url}/api/slow`, agent))
  while (waiting() < 40) await sleep(5)

  // A stop that waits for idle connections takes its whole grace.
  const began = performance.now()
  const stopped = stop(school.app, stopBackgroundWork, 50_000)
  expect((await ask(`${url}/readyz`, new Agent())).status).toBe(503)
  release()
  const answers = await Promise.all(underWay)
  await stopped
  expect(performance.now() - began).toBeLessThan(25_000)
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(['200 {"done":true}']))
  await expect(ask(`${url}/healthz`, new Agent())).rejects.toThrow('ECONNREFUSED')
})

test('a request that never ends is cut off after the grace period and the process ends', async () => {
  const { school, url, stopBackgroundWork, waiting } = await openSchool()
  const lost = ask(`${url}/api/slow`, new Agent()).catch((error: Error) => error.message)
  while (waiting() < 1) await sleep(5)
  await stop(school.app, stopBackgroundWork, 1_500)
  expect(await lost).toContain('socket hang up')
})

test('an administrator reads of no failing job because the server was restarted while one was at work', async () => {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  let cut = () => {}
  const school = await testApp({
    features: [
      (app) => {
        app.jobs.every('works.compared', 24 * 3_600, async () => {
          begin()
          await new Promise<void>((_, reject) => (cut = () => reject(new Error('its thread has ended'))))
        })
        app.http.addHook('onClose', async () => cut())
      },
    ],
  })
  await school.app.http.listen({ port: 0, host: '127.0.0.1' })
  const stopBackgroundWork = await startBackgroundWork(school.app)
  await begun
  let left: unknown
  await stop(school.app, async () => {
    await stopBackgroundWork()
    left = await school.app.db
      .selectFrom('job_leases')
      .select(['failed_at', 'next_at', 'held_until'])
      .where('name', '=', 'works.compared')
      .executeTakeFirst()
  })
  // Free, and due at the next start, not a day later.
  expect(left).toEqual({ failed_at: null, next_at: 0, held_until: 0 })
})
