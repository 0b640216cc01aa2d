import { randomUUID } from 'node:crypto'
import type { Call } from '@tongchuang/contract/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser } from './accounts/factory.ts'
import { aPost } from './discussions/factory.ts'
import { aGuild } from './guilds/factory.ts'
import { servedCalls } from './http/all-calls.ts'
import type { JsonSchema } from './http/json-schema.ts'
import { audienceOf } from './http/session.ts'
import { aStudentAtWork, aSubmission } from './submissions/factory.ts'
import { longList, ownStrings, stringsFor } from './testing/naughty-strings.ts'
import { sampleInput } from './testing/sample.ts'
import { testApp, type School } from './testing/test-app.ts'
import { textFields } from './testing/text-fields.ts'
import { notKept } from './testing/not-kept.ts'
import { readAsTable } from './testing/ways-to-write.ts'
import { cpuTime } from './testing/cpu-time.ts'

let school: School
let invite: string
let tokens: Record<'student' | 'admin', string>
/** Ids for the fields of a call, so that it gets as far as possible. */
let ids: Record<string, number>

beforeAll(async () => {
  // No mail server listens there: calls that send mail get as far as writing it.
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
  const { db } = school.app
  const { student, guild, task, row } = await aStudentAtWork(db)
  const admin = await aUser(db, { roles: ['admin'] })
  tokens = {
    student: await school.signIn(student),
    admin: await school.signIn(admin, { audience: 'admin', role: 'admin' }),
  }
  invite = (await aGuild(db)).invite_code
  const waiting = await aStudentAtWork(db, { row: { state: 'submitted' } })
  const { id: submit_id } = await aSubmission(db, waiting.row)
  const post = await aPost(db, task, { user_id: student.id, created_at: school.clock.now() })
  ids = {
    discussion_id: post.id,
    guild_id: guild.id,
    task_id: task.id,
    id: task.id,
    submit_id,
    user_id: student.id,
    student_id: student.id,
    enrolment_id: row.id,
  }
}, 60_000)
afterAll(() => school.close())

type Answer = { code: number; msg: string; data: { reason?: string } }

/** Makes a call as it comes over the wire; whatever it is asked, it answers quickly and in the envelope. */
const ask = async (
  call: Pick<Call, 'method' | 'path'>,
  input: Record<string, unknown>,
  token?: string,
): Promise<Answer> => {
  const query = () => Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const began = cpuTime()
  const response = await school.inject({
    method: call.method,
    url: call.path,
    headers: token ? { token } : {},
    ...(call.method === 'GET' ? { query: query() } : { payload: input }),
  })
  const about = `${call.method} ${call.path} ${JSON.stringify(input)}: ${response.body.slice(0, 300)}`
  expect(cpuTime() - began, about).toBeLessThan(2_000)
  expect(response.statusCode, about).toBeLessThan(500)
  const answer = response.json<Answer>()
  expect([typeof answer.code, typeof answer.msg], about).toEqual(['number', 'string'])
  if (answer.code !== 1) expect(answer.msg, about).not.toBe('')
  return answer
}

/** What brings a call, or a call with one of its fields, beyond the first refusals. */
const further: Record<string, () => Record<string, unknown>> = {
  'POST /api/admin/login': () => ({ username: 'somebody', password: 'something' }),
  'POST /api/admin/login ticket': () => ({}),
  'POST /api/user/userRegister': () => ({
    username: randomUUID().slice(0, 13),
    password: 'a good one 77',
    consent_version: 1,
    invite,
  }),
  'POST /api/user/register': () => ({ email: 'somebody@school.cn', password: 'a good one 77', consent_version: 1 }),
}
const baseOf = (call: Call, field: string): Record<string, unknown> => {
  const given = further[`${nameOf(call)} ${field}`] ?? further[nameOf(call)]
  return { ...sampleInput(call), ...known(call), ...given?.() }
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`
const schemaOf = ({ input }: Call): JsonSchema => input
const known = (call: Call) =>
  Object.fromEntries(Object.entries(ids).filter(([name]) => Object.hasOwn(schemaOf(call).properties ?? {}, name)))
const tokenFor = ({ path, access }: Call) =>
  access === 'public' ? undefined : audienceOf(path) === 'admin' ? tokens.admin : tokens.student

const everywhere = async (strings: readonly string[]): Promise<Set<string>> => {
  const places = new Set<string>()
  for (const call of servedCalls(school.app.http)) {
    for (const { name, isWritten, put } of textFields(schemaOf(call))) {
      // naughty-strings-stored.test.ts covers the calls that store them.
      if (
        isWritten &&
        call.method !== 'GET' &&
        !Object.hasOwn(notKept, `${nameOf(call)} ${name}`) &&
        !readAsTable.has(`${nameOf(call)} ${name}`)
      )
        continue
      const [field = ''] = name.split(/[.[{]/)
      for (const text of stringsFor(strings, places.size)) {
        const value = (put(text) as Record<string, unknown>)[field]
        await ask(call, { ...baseOf(call, field), [field]: value }, tokenFor(call))
      }
      places.add(`${nameOf(call)} ${name}`)
    }
  }
  return places
}

describe('every field of every call in which nothing is kept answers in the envelope, whatever is typed there', () => {
  test('our own list', { timeout: 120_000 }, async () => {
    expect(ownStrings.length).toBeGreaterThan(50)
    expect([...(await everywhere(ownStrings))]).toEqual(
      expect.arrayContaining([
        'POST /api/user/login username',
        'GET /api/submit/submits_for_student keyword',
        'POST /api/student/previewDiscussion content',
        'POST /api/admin/roster/read text',
        'POST /api/user/reset_password email',
        'POST /api/guild/invite_preview code',
      ]),
    )
  })

  test('the long list', { timeout: 900_000 }, async ({ skip }) => {
    if (longList.leftOut !== null) return skip(longList.leftOut)
    expect((await everywhere(longList.strings)).size).toBeGreaterThan(45)
  })
})
