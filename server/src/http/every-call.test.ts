import { afterAll, describe, expect, test } from 'vitest'
import type { Call } from '@tongchuang/contract/call.ts'
import type { Envelope } from '@tongchuang/contract/sender.ts'
import { features } from '../app.ts'
import { exampleRoutes, exampleSessions, exampleToken } from '../testing/example.ts'
import { sampleInput } from '../testing/sample.ts'
import { testApp } from '../testing/test-app.ts'
import { servedCalls, shortBody } from './all-calls.ts'
import { maxFields, maxParts } from './body.ts'
import { branchesOf, type JsonSchema } from './json-schema.ts'
import { maxPairs } from './query.ts'
import { audienceOf, mayCall } from './session.ts'

// The sessions are made up: everything tested here is decided before a handler sees the call.
const school = await testApp({ features: [...features, exampleRoutes], authenticate: exampleSessions })
const calls = servedCalls(school.app.http).map((call) => ({ name: `${call.method} ${call.path}`, call }))
afterAll(() => school.close())

const make = async (
  call: Call,
  input: Record<string, unknown>,
  token?: string,
): Promise<Envelope & { status: number; data: { reason?: string; field?: string } }> => {
  const query = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )
  const sent = call.method === 'GET' ? { query } : { payload: input }
  const answer = await school.inject({
    method: call.method,
    url: call.path,
    headers: token ? { token: exampleToken(token) } : {},
    ...sent,
  })
  return { status: answer.statusCode, ...answer.json<Envelope & { data: { reason?: string; field?: string } }>() }
}

const schemaOf = ({ input }: Call): JsonSchema => input
const valid = (call: Call) => sampleInput(call)
const fieldsOf = (call: Call, fits: (branch: JsonSchema) => boolean): string[] =>
  Object.entries(schemaOf(call).properties ?? {})
    .filter(([, property]) => branchesOf(property).every(fits))
    .map(([name]) => name)

type Size = { fields: number; parts: number; bytes: number }
// A character outside of the basic plane, escaped; a number; a text that has a form instead of a length, as a UUID has.
const [ofCharacter, ofNumber, ofForm] = [12, 25, 40]
// Names of a record are the questions of a task.
const mostNames = 200

/** The largest value that a schema allows. */
const largest = (schema: JsonSchema): Size => {
  const sizes = branchesOf(schema).map((branch): Size => {
    if (branch.type === 'array' && branch.items) {
      const { fields, parts, bytes } = largest(branch.items)
      const most = branch.maxItems ?? Infinity
      return { fields: most * fields, parts: 1 + most * (parts + 1), bytes: 2 + most * (bytes + 1) }
    }
    if (branch.type === 'object') {
      const [ofRecord] = Object.values(branch.patternProperties ?? {})
      const inside = ofRecord
        ? Array.from({ length: mostNames }, () => ({ name: 40 * ofCharacter, value: largest(ofRecord) }))
        : Object.entries(branch.properties ?? {}).map(([name, property]) => ({
            name: name.length,
            value: largest(property),
          }))
      return {
        fields: inside.reduce((sum, { value }) => sum + 1 + value.fields, 0),
        parts: inside.reduce((sum, { value }) => sum + 1 + value.parts, 1),
        bytes: inside.reduce((sum, { name, value }) => sum + name + 4 + value.bytes, 2),
      }
    }
    const letters = branch.type === 'string' && branch.const === undefined && !branch.enum
    const length = branch.maxLength ?? ofForm
    return { fields: 0, parts: 0, bytes: letters ? 2 + length * ofCharacter : ofNumber }
  })
  const most = (of: keyof Size) => Math.max(...sizes.map((size) => size[of]))
  return { fields: most('fields'), parts: most('parts'), bytes: most('bytes') }
}

/** The name of a fake session that passes the access check of a call. */
const insider = (call: Call): string => {
  const isAdmin = audienceOf(call.path) === 'admin'
  return isAdmin ? 'admin' : 'student'
}

const columns = [
  'role',
  'roles',
  'score',
  'experience',
  'level',
  'group_id',
  'user_id',
  'certification',
  'accountId',
  'password_hash',
  'status',
  'demo',
  'created_at',
  'must_change_password',
  'isAdmin',
]
const badIds = [-1, 2 ** 31, 1.5, '1e3', '0x10', '01', '9007199254740993', '', ' 1', '１', true, null, [1, 1], {}]

describe.each(calls)('$name', ({ call }) => {
  const closed = call.access !== 'public'

  if (closed)
    test('a stranger, an expired, a revoked and a made-up token get their session code', async () => {
      expect(await make(call, valid(call))).toMatchObject({ status: 200, code: 50008 })
      expect(await make(call, valid(call), 'nobody')).toMatchObject({ status: 200, code: 50008 })
      const site = audienceOf(call.path)
      const expected = site === 'admin' ? [50008, 50008] : [50014, 50008] // the made-up ended sessions are the student site's
      expect([
        (await make(call, valid(call), 'expired')).code,
        (await make(call, valid(call), 'revoked')).code,
      ]).toEqual(expected)
    })

  if (closed)
    test('a session of the other site is none', async () => {
      expect(await make(call, valid(call), audienceOf(call.path) === 'admin' ? 'student' : 'teacher')).toMatchObject({
        code: 50008,
      })
    })

  if (closed && !mayCall(call.access, ['teacher']))
    test('a person without the role is refused', async () => {
      expect(await make(call, valid(call), audienceOf(call.path) === 'admin' ? 'teacher' : 'guest')).toMatchObject({
        code: 0,
        data: { reason: 'ROLE' },
      })
    })

  if (closed && !call.whilePasswordExpired && audienceOf(call.path) === 'student')
    test('who must change the password first is refused', async () => {
      expect(await make(call, valid(call), 'fresh')).toMatchObject({ code: 0, data: { reason: 'PASSWORD' } })
    })

  test('a field it does not know is refused by name', async () => {
    for (const name of columns.filter((column) => !Object.hasOwn(schemaOf(call).properties ?? {}, column))) {
      expect(await make(call, { ...valid(call), [name]: 1 }, insider(call))).toMatchObject({
        status: 200,
        code: 0,
        data: { reason: 'INVALID', field: name },
      })
    }
  })

  const ids = fieldsOf(call, ({ type }) => type === 'integer')
  if (ids.length > 0)
    test('a number in any but its one form is refused by name', async () => {
      for (const name of ids) {
        for (const value of badIds) {
          if (call.method === 'GET' && typeof value === 'object' && !Array.isArray(value)) continue
          const { maximum = Number.MAX_SAFE_INTEGER, minimum = Number.MIN_SAFE_INTEGER } =
            schemaOf(call).properties?.[name] ?? {}
          if (typeof value === 'number' && Number.isInteger(value) && value <= maximum && value >= minimum) continue
          expect(
            await make(call, { ...valid(call), [name]: value }, insider(call)),
            `${name} = ${JSON.stringify(value)}`,
          ).toMatchObject({
            status: 200,
            code: 0,
            data: { reason: 'INVALID', field: name },
          })
        }
      }
    })

  const texts = fieldsOf(call, ({ type, format }) => type === 'string' && (format === 'text' || format === 'line'))
  if (texts.length > 0)
    test('text that could not be given back as it came is refused by name', async () => {
      for (const name of texts) {
        const { minLength = 0, maxLength = Infinity } = schemaOf(call).properties?.[name] ?? {}
        const bad = call.method === 'GET' ? ['\0'] : ['\0', '\ud800', 5, null, ['x'], {}]
        for (const value of bad) {
          const padded =
            typeof value === 'string' ? value + 'x'.repeat(Math.min(Math.max(minLength - 1, 0), maxLength - 1)) : value
          expect(
            await make(call, { ...valid(call), [name]: padded }, insider(call)),
            `${name} = ${JSON.stringify(value)}`,
          ).toMatchObject({
            status: 200,
            code: 0,
            data: { reason: 'INVALID', field: name },
          })
        }
      }
    })

  test('the most it takes is within what is read at all', () => {
    const { fields, parts, bytes } = largest(schemaOf(call))
    if (call.method === 'GET') expect(parts).toBeLessThanOrEqual(maxPairs)
    else expect([fields <= maxFields, parts <= maxParts], `${fields} fields, ${parts} parts`).toEqual([true, true])
    if (call.access === 'public') expect(bytes).toBeLessThanOrEqual(shortBody)
  })

  test('it has a sentence for the document', () => {
    expect(call.summary).toMatch(/\.$/)
  })
})

test('there are calls to look at', () => {
  expect(calls.length).toBeGreaterThan(9)
})
