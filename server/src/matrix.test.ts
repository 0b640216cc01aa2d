import type { Call } from '@tongchuang/contract/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servedCalls } from './http/all-calls.ts'
import { audienceOf, mayCall, type Audience } from './http/session.ts'
import { answerOf, filled, wronglyChanged } from './testing/matrix/answers.ts'
import { asking, before, callNamed, isAtOnce, isReading, nameOf, objectOf } from './testing/matrix/asking.ts'
import type { Row } from './testing/matrix/row.ts'
import { watchedOthers } from './testing/matrix/neighbours.ts'
import { staffRows } from './testing/matrix/rows.staff.ts'
import { besideCalls } from './testing/matrix/beside-calls.ts'
import { publicRows } from './testing/matrix/rows.public.ts'
import { studentRows } from './testing/matrix/rows.student.ts'
import { statesOfSome } from './testing/matrix/states.ts'
import { staff, students, type Actor } from './testing/matrix/actors.ts'
import { matrixSchool, type MatrixSchool } from './testing/matrix/school.ts'
import {
  amongNeighbours,
  comparing,
  idFields,
  isWhole,
  lineOf,
  namesObject,
  notThere,
  objectFields,
  withoutChance,
  withoutPlaces,
  type ChangedRows,
} from './testing/matrix/comparing.ts'

let matrix: MatrixSchool
let calls: readonly Call[]
let ask: ReturnType<typeof asking>
let there: ReturnType<typeof objectOf>
/** The same school with a second world in it, and the rows that have changed. */
let neighbourly: MatrixSchool
let askAmongNeighbours: ReturnType<typeof asking>
let changedRows: ChangedRows

beforeAll(async () => {
  matrix = await matrixSchool()
  calls = servedCalls(matrix.school.app.http)
  ask = asking(matrix)
  there = objectOf(matrix)
  if (!isWhole) return
  ;({ neighbourly, changedRows } = await amongNeighbours())
  askAmongNeighbours = asking(neighbourly)
}, 120_000)
afterAll(async () => {
  await matrix.school.close()
  if (isWhole) await neighbourly.school.close()
})

const callOf = ([name]: Row): Call => callNamed(calls, name)

const rowsOf: Record<Audience, { people: readonly [Actor, ...Actor[]]; rows: readonly Row[] }> = {
  student: { people: students, rows: studentRows },
  admin: { people: staff, rows: staffRows },
}

const { leavesNeighboursAlone, forEach } = comparing(() => ({ matrix, neighbourly, changedRows }))

describe.each(Object.entries(rowsOf))('the %s site', (site, { people, rows }) => {
  test('has a row for every call that is not public', () => {
    const closed = calls.filter((call) => call.access !== 'public' && audienceOf(call.path) === site).map(nameOf)
    expect([...new Set(rows.map(([name]) => name))].toSorted()).toEqual(closed.toSorted())
  })

  test('names an object in every field that takes one', () => {
    const asked = new Set(rows.flatMap(([name, input]) => objectFields(input).map((field) => `${name} ${field}`)))
    const fields = calls
      .filter((call) => call.access !== 'public' && audienceOf(call.path) === site)
      .flatMap((call) => idFields(call).map((field) => `${nameOf(call)} ${field}`))
    expect(fields.filter((field) => !asked.has(field))).toEqual([])
  })

  test(
    'answers each person exactly as the table says, and whoever reads or is refused changes nothing',
    { timeout: 120_000 },
    async () => {
      const found: string[] = []
      for (const row of rows) {
        const [name, input] = row
        const call = callOf(row)
        const bodies: string[] = []
        await forEach(people, { row, leavesNothing: isReading(row) }, async (actor) => {
          const body = await ask(call, filled(input, there), matrix.tokens[actor])
          expect(wronglyChanged(isReading(row), body, matrix.changed()), `${name} by ${actor}: ${body}`).toEqual([])
          bodies.push(body)
        })
        const answers = bodies.map((body) => answerOf(call, body))
        if (namesObject(row)) {
          const insider = call.access === 'admin' ? 'admin' : people[0]
          const absent = await matrix.undone(
            () => ask(call, filled(input, notThere), matrix.tokens[insider]),
            before(matrix, row),
          )
          answers.push('|', answerOf(call, absent))
          // The answer for a hidden object equals that for a missing one byte for byte.
          for (const [index, answer] of answers.entries())
            if (answer === 'NOT_FOUND' && answers.at(-1) === answer) expect(bodies[index] ?? absent, name).toBe(absent)
        }
        found.push(`${lineOf(row)} → ${answers.join(' ')}`)
      }
      expect(found).toEqual(rows.map((row) => `${lineOf(row)} → ${row[2]}`))
    },
  )

  const toldBy = async (row: Row, actors: readonly Actor[]): Promise<string[]> => {
    const bodies: string[] = []
    for (const actor of actors)
      bodies.push(`${row[0]} ${actor} ${await ask(callOf(row), filled(row[1], there), matrix.tokens[actor])}`)
    return bodies
  }

  const told = async (actors: readonly Actor[]): Promise<string[]> => {
    const bodies: string[] = []
    for (const student of students) if (actors.includes(student)) bodies.push(await besideCalls(matrix, student))
    for (const row of rows.filter(isAtOnce).filter(isReading)) bodies.push(...(await toldBy(row, actors)))
    return bodies
  }

  /** Whatever is added, the answers stay the same: for the school as created, and after what can happen in it. */
  const undisturbed = async (
    actors: readonly Actor[],
    add: () => Promise<void>,
    looked = (body: string): string => body,
  ): Promise<void> => {
    const isSame = async (tell: () => Promise<string[]>): Promise<void> => {
      const first = await tell()
      await add()
      expect((await tell()).map(looked)).toEqual(first.map(looked))
    }
    await matrix.undone(() => isSame(() => told(actors)))
    for (const row of rows.filter((one) => !isAtOnce(one) && isReading(one)))
      await matrix.undone(() => isSame(() => toldBy(row, actors)), before(matrix, row))
  }

  test(
    'tells each person the same whatever others do who have nothing to do with them',
    { timeout: 120_000 },
    async () => {
      await undisturbed(
        people.filter((actor) => actor !== 'admin'),
        matrix.addAnotherWorld,
      )
    },
  )

  if (isWhole)
    test('tells each person the same whoever was in the guild before', { timeout: 120_000 }, async () => {
      await undisturbed(people, matrix.addFormerMembers)
    })

  if (isWhole && site === 'student')
    test(
      'tells a student the same whatever a classmate does for themselves and their teachers',
      { timeout: 120_000 },
      async () => {
        await undisturbed(['owner', 'stranger'], matrix.addWorkOfMate, withoutPlaces)
      },
    )

  if (isWhole)
    test('changes nothing of people who have nothing to do with whoever asks', { timeout: 120_000 }, async () => {
      for (const row of rows.filter((one) => !isReading(one))) {
        const call = callOf(row)
        for (const actor of people) {
          await leavesNeighboursAlone(row, actor, () =>
            askAmongNeighbours(call, filled(row[1], objectOf(neighbourly)), neighbourly.tokens[actor]),
          )
        }
      }
    })

  if (isWhole && site === 'student')
    test('changes nothing that a classmate has, whatever a student does', { timeout: 120_000 }, async () => {
      for (const actor of students) {
        const changedOfOthers = await watchedOthers(matrix.fresh.db, matrix.fresh.dialect, matrix.people[actor].id)
        for (const row of rows.filter(isAtOnce).filter((one) => !isReading(one))) {
          await matrix.undone(async () => {
            await ask(callOf(row), filled(row[1], there), matrix.tokens[actor])
            expect(await changedOfOthers(matrix.school.app.db), `${row[0]} by ${actor}`).toEqual([])
          })
        }
      }
    })

  if (isWhole)
    test('lets nobody in without a session of its own that holds', { timeout: 120_000 }, async () => {
      const nobodies = matrix.nobodies[site as Audience]
      const codes = {
        anonymous: 50008,
        garbage: 50008,
        expired: 50014,
        loggedOut: 50008,
        disabled: 50008,
        'of the other site': 50008,
      }
      for (const row of new Map(rows.map((row) => [row[0], row])).values()) {
        const call = callOf(row)
        await forEach(Object.entries(nobodies), { row, leavesNothing: true }, async ([who, token]) => {
          const body = await ask(call, filled(row[1], there), token)
          expect(JSON.parse(body), `${nameOf(call)} ${who}`).toMatchObject({
            code: codes[who as keyof typeof codes],
            data: {},
          })
        })
        if (call.access === 'session') continue
        const body = await matrix.undone(
          () => ask(call, filled(row[1], there), matrix.withoutRole[site as Audience]),
          before(matrix, row),
        )
        expect(answerOf(call, body), nameOf(call)).toBe('ROLE')
      }
    })

  if (isWhole)
    test('knows an id in its one form alone', { timeout: 120_000 }, async () => {
      for (const row of rows.filter(namesObject)) {
        const call = callOf(row)
        for (const [field, value] of Object.entries(row[1])) {
          if (!JSON.stringify(value).includes('"@') || value === '@receipt') continue
          const malformed = Array.isArray(value) ? ['1e3'] : '1e3'
          const insider = mayCall(call.access, ['teacher']) || site === 'student' ? people[0] : 'admin'
          const sent = () => ({ ...filled(row[1], there), [field]: malformed })
          const body = await matrix.undone(() => ask(call, sent(), matrix.tokens[insider]), before(matrix, row))
          expect(answerOf(call, body), nameOf(call)).toMatch(`INVALID:${field}`)
        }
      }
    })
})

describe('what is open to everybody', () => {
  const open = () => calls.filter(({ access }) => access === 'public')

  test('has a row for every call', () => {
    expect([...new Set(publicRows.map(([name]) => name))].toSorted()).toEqual(open().map(nameOf).toSorted())
  })

  test('answers the same whoever asks, and nothing of a guild or a work', { timeout: 120_000 }, async () => {
    const { tokens, nobodies } = matrix
    const everybody = new Set([
      ...Object.values(tokens),
      ...Object.values(nobodies.student),
      ...Object.values(nobodies.admin),
    ])
    const found: string[] = []
    for (const row of publicRows) {
      const call = callOf(row)
      const insiders = new Set<string | undefined>(rowsOf[audienceOf(call.path)].people.map((actor) => tokens[actor]))
      const bodies = { inside: new Set<string>(), outside: new Set<string>() }
      await forEach([...everybody], { row, leavesNothing: isReading(row) }, async (token) => {
        const body = withoutChance(await ask(call, filled(row[1], there), token))
        bodies[insiders.has(token) ? 'inside' : 'outside'].add(body)
      })
      const told = row[2].includes(' | ')
        ? [...bodies.inside, ...bodies.outside]
        : [...bodies.inside.union(bodies.outside)]
      found.push(`${lineOf(row)} → ${told.map((body) => answerOf(call, body)).join(' | ')}`)
    }
    expect(found).toEqual(publicRows.map((row) => `${lineOf(row)} → ${row[2]}`))
  })

  if (isWhole)
    test('changes nothing of people who are not asked about', { timeout: 120_000 }, async () => {
      for (const row of publicRows.filter((one) => !isReading(one)))
        for (const actor of ['owner', 'teacher'] as const)
          await leavesNeighboursAlone(row, actor, () =>
            askAmongNeighbours(callOf(row), filled(row[1], objectOf(neighbourly)), neighbourly.tokens[actor]),
          )
    })
})

if (isWhole)
  test(
    'what has happened to some before a row is asked has changed nothing of people who have nothing to do with it',
    { timeout: 120_000 },
    async () => {
      for (const state of statesOfSome)
        await neighbourly.undone(
          async () => expect(await changedRows(neighbourly.school.app.db), state).toEqual([]),
          before(neighbourly, ['', {}, '', state]),
        )
    },
  )
