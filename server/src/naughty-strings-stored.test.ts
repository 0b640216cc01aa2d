import type { Call } from '@tongchuang/contract/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servedCalls } from './http/all-calls.ts'
import { filled } from './testing/matrix/answers.ts'
import { nameOf, objectOf } from './testing/matrix/asking.ts'
import { matrixSchool, type MatrixSchool } from './testing/matrix/school.ts'
import { isWhole, longList, ownStrings, stringsFor } from './testing/naughty-strings.ts'
import { textCells, type Cells } from './testing/text-cells.ts'
import { inputWith, textFields, type TextField } from './testing/text-fields.ts'
import { notKept } from './testing/not-kept.ts'
import {
  blankIsNothing,
  fitting,
  keptTrimmed,
  readAsTable,
  waysToSetPassword,
  waysToWrite,
} from './testing/ways-to-write.ts'
import type { Way } from './testing/way.ts'

let matrix: MatrixSchool
let there: ReturnType<typeof objectOf>
let cells: Cells
/** A text field, a call that stores it, and the columns it is stored in. */
type Written = { name: string; field: TextField; way: Way; columns: readonly string[] }
let fields: Written[]
let unkept: string[]
let calls: readonly Call[]

beforeAll(async () => {
  matrix = await matrixSchool()
  there = objectOf(matrix)
  cells = await textCells(matrix.school.app.db, matrix.school.app.database.dialect)
  calls = servedCalls(matrix.school.app.http)
  fields = []
  unkept = []
  for (const call of calls.filter(({ method }) => method !== 'GET')) {
    for (const field of textFields(call.input).filter(({ isWritten }) => isWritten)) {
      const name = `${nameOf(call)} ${field.name}`
      if (readAsTable.has(name)) continue
      const found = await wayTo(name, call, field)
      if (found) fields.push({ name, field, ...found })
      else unkept.push(name)
    }
  }
}, 120_000)
afterAll(() => matrix.school.close())

type Answer = { code: number; msg: string; data: { reason?: string } }

const make = async (
  way: Way,
  change: (input: Record<string, unknown>) => Record<string, unknown> = (input) => input,
): Promise<Answer> => {
  for (const one of way.first ?? []) await make(one)
  const known = await way.ready?.(matrix.school.app.db, there)
  const call = calls.find((one) => nameOf(one) === way.call)
  if (!call) throw new Error(`there is no call ${way.call}`)
  const { statusCode, body } = await matrix.school.inject({
    method: call.method,
    url: call.path,
    headers: way.actor === null ? {} : { token: matrix.tokens[way.actor] },
    payload: change({ ...filled(way.input, there), ...known }),
  })
  // An unreadable body is refused with its own status, in the envelope like any other refusal.
  if (statusCode >= 500) throw new Error(`${way.call} has status ${statusCode}: ${body}`)
  return JSON.parse(body) as Answer
}

/** Sends a text and answers what `look` sees before everything is taken back. */
const send = <T>(way: Way, field: TextField, text: string, look: (answer: Answer) => Promise<T>): Promise<T> =>
  matrix.undone(async () => look(await make(way, (input) => inputWith(input, field, text))))

/** Pads a text to the minimum length of its field, keeping its beginning. */
const longEnough = (text: string, { least }: TextField): string =>
  text + '字'.repeat(Math.max(0, least - [...text].length))

/**
 * A call that stores a text of this field, and the columns it is stored in: the audit log only if there is no other.
 */
const wayTo = async (
  name: string,
  call: Call,
  field: TextField,
): Promise<{ way: Way; columns: readonly string[] } | null> => {
  const text = fitting[name] ?? longEnough('标记字', field)
  for (const way of waysToWrite.filter((one) => one.call === nameOf(call))) {
    const columns = await send(way, field, text, async ({ code }) => (code === 1 ? await cells.holding(text) : []))
    const read = columns.filter((column) => column !== 'audit_entries.input')
    if (columns.length > 0) return { way, columns: read.length > 0 ? read : columns }
  }
  return null
}

const outcomeOf = ({ name, way, field, columns }: Written, text: string): Promise<string> =>
  send(way, field, text, async ({ code, msg, data }) => {
    const expected = keptTrimmed.has(name) ? text.trim() : text
    if (code === 1) return expected === '' || (await cells.holding(expected, columns)).length > 0 ? 'kept' : 'lost'
    return code === 0 && data.reason !== undefined && msg !== '' ? 'refused' : `answered ${code} ${msg}`
  })

const everywhere = async (list: readonly string[]): Promise<void> => {
  const otherwise: string[] = []
  for (const [at, written] of fields.entries()) {
    const { name, field } = written
    const strings = stringsFor(list, at)
    let kept = 0
    const isNothing = (text: string) => (blankIsNothing.has(name) ? text.trim() : text) === ''
    for (const text of strings.filter((string) => !isNothing(string)).map((string) => longEnough(string, field))) {
      const outcome = await outcomeOf(written, text)
      if (outcome === 'kept') kept += 1
      else if (outcome !== 'refused') otherwise.push(`${name} ${JSON.stringify(text)} ${outcome}`)
    }
    if (!Object.hasOwn(fitting, name) && !name.endsWith(' username'))
      expect(kept, name).toBeGreaterThanOrEqual(strings.length / 3)
  }
  expect(otherwise).toEqual([])
}

const login = (username: string, password: string): Promise<Answer> =>
  make({ call: 'POST /api/user/login', input: {}, actor: null }, () => ({ username, password }))

const asPasswords = async (strings: readonly string[]): Promise<void> => {
  for (const { way, field, username } of waysToSetPassword) {
    let accepted = 0
    for (const text of strings) {
      await matrix.undone(async () => {
        const { code, data } = await make(way, (input) => ({ ...input, [field]: text }))
        if (code !== 1)
          return expect(data.reason, `${way.call} ${JSON.stringify(text)}`).toMatch(/^(INVALID|WEAK_PASSWORD)$/)
        accepted += 1
        expect((await login(username, text)).code, `${way.call} ${JSON.stringify(text)}`).toBe(1)
      })
    }
    expect(accepted, way.call).toBeGreaterThan(strings.length / 5)
  }
}

describe('what somebody writes into any field of any call is kept as it was sent, or refused', () => {
  test('no field loses its words but those known to be for something else', () => {
    expect(unkept.toSorted()).toEqual(Object.keys(notKept).toSorted())
  })

  test('our own list', { timeout: 300_000 }, () => everywhere(ownStrings))

  // Of a password a database sees a hash alone.
  if (isWhole)
    test('a password of our own list lets its owner in, or is refused', { timeout: 60_000 }, () =>
      asPasswords(ownStrings),
    )

  test('a password of the long list lets its owner in, or is refused', { timeout: 300_000 }, ({ skip }) =>
    longList.leftOut === null ? asPasswords(longList.strings) : skip(longList.leftOut),
  )

  test('the long list', { timeout: 900_000 }, async ({ skip }) => {
    if (longList.leftOut !== null) return skip(longList.leftOut)
    return everywhere(longList.strings)
  })
})
