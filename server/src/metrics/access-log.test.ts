import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileRoutes } from '../files/routes.ts'
import { portOf } from '../http/port-of.ts'
import { jsonLog } from '../log.ts'
import { example, exampleRoutes, exampleSessions, exampleToken } from '../testing/example.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { writeAccessLog } from './access-log.ts'

let school: School
let base: string
let lines: string[]
let stop: () => void
beforeEach(async () => {
  lines = []
  const log = jsonLog('info', { write: (line) => void lines.push(line) })
  school = await testApp({ features: [exampleRoutes, fileRoutes], authenticate: exampleSessions, log })
  stop = writeAccessLog(school.app)
  await school.app.http.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${portOf(school.app.http.server)}`
})
afterEach(async () => {
  stop()
  await school.close()
})

const written = () =>
  lines.map((line) => JSON.parse(line) as { call?: string; status?: number; outcome?: string; ms?: number })

test('each answer has a line with the pattern of its call, and none says who asked for what', async () => {
  const token = exampleToken('student')
  await fetch(`${base}${example.list.path}?guild_id=4711`, { headers: { token, cookie: `token=${token}` } })
  await fetch(`${base}/api/files/4711?signature=秘密`, { headers: { token } })
  await fetch(`${base}/somebody/4711`)
  await fetch(`${base}/api/student/4711`)
  await expect.poll(() => written().length).toBe(4)
  expect(written()).toMatchObject([
    { call: example.list.path, status: 200, outcome: 'done' },
    { call: '/api/files/:id', outcome: 'refused' },
    { call: 'other', outcome: 'refused' },
    { call: 'other', outcome: 'refused' },
  ])
  expect(written().every(({ ms }) => typeof ms === 'number')).toBe(true)
  const all = lines.join('')
  for (const secret of ['4711', '秘密', encodeURIComponent('秘密'), 'signature', token, '127.0.0.1'])
    expect(all).not.toContain(secret)
})

test('nothing is written any more once it has ended', async () => {
  stop()
  await fetch(`${base}${example.hello.path}`)
  expect(lines).toEqual([])
})
