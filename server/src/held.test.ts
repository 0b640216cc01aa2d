import type { Call } from '@tongchuang/contract/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servedCalls } from './http/all-calls.ts'
import { ownVersions } from './privacy/own-data.ts'
import { filled } from './testing/matrix/answers.ts'
import { studentRows } from './testing/matrix/rows.student.ts'
import { heldScore, heldWord, matrixSchool, students, type Actor } from './testing/matrix/school.ts'

let matrix: Awaited<ReturnType<typeof matrixSchool>>
beforeAll(async () => {
  matrix = await matrixSchool()
}, 120_000)
afterAll(() => matrix.school.close())

const trace = new RegExp(`${heldWord}|${heldScore}`)

const ask = async (name: string, input: Readonly<Record<string, unknown>>, actor: Actor): Promise<string> => {
  const call: Call | undefined = servedCalls(matrix.school.app.http).find(({ method, path }) => `${method} ${path}` === name)
  if (!call) throw new Error(`there is no call ${name}`)
  const sent = filled(input, (object) => matrix.objects[object])
  const query = Object.fromEntries(Object.entries(sent).map(([field, value]) => [field, Array.isArray(value) ? value.map(String) : String(value)]))
  const answer = await matrix.school.inject({
    method: call.method,
    url: call.path,
    headers: { token: matrix.tokens[actor] },
    ...(call.method === 'GET' ? { query } : { payload: sent }),
  })
  return answer.body
}

/** What reaches a student by other ways than calls: the calendar, the own data as they are taken along, notices and mail. */
const elsewhere = async (actor: 'owner' | 'mate' | 'stranger'): Promise<string> => {
  const { db } = matrix.school.app
  const { id } = matrix.people[actor]
  const link = (JSON.parse(await ask('POST /api/student/calendar', { action: 'make' }, actor)) as { data: { url?: string; link?: string } }).data
  const address = /\/calendar\/[^"]+/.exec(JSON.stringify(link))?.[0]
  if (!address) throw new Error('there is no calendar')
  const calendar = await matrix.school.inject(address)
  expect(calendar.body).toContain('BEGIN:VCALENDAR')
  const versions: unknown[] = []
  for await (const version of ownVersions(db, id)) versions.push(version)
  const messages = await db.selectFrom('messages').selectAll().where('user_id', '=', id).execute()
  const outbox = await db.selectFrom('mail_outbox').selectAll().execute()
  return JSON.stringify([calendar.body, versions, messages, outbox])
}

describe('a result that is held', () => {
  test('leaves no trace in any answer to any student', { timeout: 120_000 }, async () => {
    for (const [name, input] of studentRows) {
      for (const student of students) expect(await matrix.undone(() => ask(name, input, student)), `${name} ${student}`).not.toMatch(trace)
    }
  })

  test('is in no calendar, no export, no notice and no mail', async () => {
    for (const student of students) expect(await matrix.undone(() => elsewhere(student)), student).not.toMatch(trace)
  })

  test('is with its student, and with nobody else, once it is released', { timeout: 60_000 }, async () => {
    await matrix.undone(async () => {
      expect(await ask('POST /api/admin/review/release', { task_id: '@marked' }, 'teacher')).toContain('"released":1')
      const work = await ask('GET /api/submit/submit', { id: '@held' }, 'owner')
      expect(work).toContain(heldWord)
      expect(work).toContain(String(heldScore))
      expect(await ask('GET /api/student/task_by_id', { id: '@marked' }, 'owner')).toContain(String(heldScore))
      expect(await ask('GET /api/submit/submits_for_me', { task_id: '@marked' }, 'owner')).toContain(String(heldScore))
      expect(await ask('GET /api/message/list', {}, 'owner')).toContain(String(heldScore))
      expect(await elsewhere('owner')).toMatch(trace)
      for (const [name, input] of studentRows.filter(([call]) => call.startsWith('GET')))
        for (const student of ['mate', 'stranger'] as const) expect(await ask(name, input, student), `${name} ${student}`).not.toMatch(trace)
    })
  })
})
