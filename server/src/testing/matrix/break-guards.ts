import { readFileSync, writeFileSync } from 'node:fs'
import type { Call } from '@tongchuang/contract/call.ts'
import { sql } from 'kysely'
import { servedCalls } from '../../http/all-calls.ts'
import { absentId, answerOf, filled, wronglyChanged } from './answers.ts'
import { asking, before, callNamed, isAtOnce, isReading, objectOf } from './asking.ts'
import { besideCalls } from './beside-calls.ts'
import type { Row } from './row.ts'
import { watchedNeighbours, watchedOthers } from './neighbours.ts'
import { onlyReads, requesters, requesting, wronglyChangedBy, type RequestRow } from './requests.ts'
import { publicRows } from './rows.public.ts'
import { requestRows } from './rows.requests.ts'
import { staffRows } from './rows.staff.ts'
import { studentRows } from './rows.student.ts'
import { isOfTheWholeSchool, statesOfSome } from './states.ts'
import { staff, students, type Actor } from './actors.ts'
import { matrixSchool } from './school.ts'
import { heldScore, heldWord } from './words.ts'

// Run by tools/mutations/run.ts on a copy of the sources in which every guard asks `broken` about itself.

type Guard = { id: number; file: string; line: number; guard: string }

const guards = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Guard[]

let now: number | null = null
const met = new Set<number>()
Object.assign(globalThis, {
  anybody: sql<boolean>`1 = 1`,
  broken: (id: number): boolean => {
    met.add(id)
    return id === now
  },
})

const matrix = await matrixSchool()
const ask = asking(matrix)
const there = objectOf(matrix)
const calls = servedCalls(matrix.school.app.http)
const trace = new RegExp(`${heldWord}|${heldScore}`)

const callOf = ([name]: Row): Call => callNamed(calls, name)

const notThere = (name: string): unknown => (name === 'receipt' ? 'R-0000000000' : absentId)

/** Everything the tests of the matrix and of held results look at in the answers to one row. */
const answersTo = async (row: Row, people: readonly Actor[]): Promise<string> => {
  const call = callOf(row)
  const isOfStudents = people.includes('owner')
  const asked = [
    ...people.map((actor) => [there, matrix.tokens[actor]] as const),
    ...(call.access === 'public'
      ? []
      : [
          [notThere, matrix.tokens[call.access === 'admin' ? 'admin' : (people[0] ?? 'owner')]] as const,
          [there, matrix.withoutRole[isOfStudents ? 'student' : 'admin']] as const,
        ]),
  ]
  const answers: string[] = []
  for (const [idOf, token] of asked) {
    try {
      const body = await matrix.undone(() => ask(call, filled(row[1], idOf), token), before(matrix, row))
      answers.push(
        answerOf(call, body) +
          (isOfStudents && trace.test(body) ? '!' : '') +
          wronglyChanged(isReading(row), body, matrix.changed()).join(),
      )
    } catch (error) {
      answers.push(String(error).slice(0, 80))
    }
  }
  return answers.join(' ')
}

/** Whether `told` answers the same before and after others do something. */
const isUndisturbed = (
  told: () => Promise<string>,
  add: () => Promise<void>,
  happened?: () => Promise<void>,
): Promise<boolean> =>
  matrix.undone(async () => {
    const first = await told()
    await add()
    const isSame = (await told()) === first
    return isSame
  }, happened)

const bodiesOf = (row: Row, people: readonly Actor[]) => async (): Promise<string> => {
  const bodies: string[] = []
  for (const actor of people) bodies.push(await ask(callOf(row), filled(row[1], there), matrix.tokens[actor]))
  return bodies.join('\n').replaceAll(/"accepted_count":\d+|"recent":\[[^\]]*\]/g, '')
}

/** One thing the tests assert: true while nothing is broken. */
type Held = () => Promise<boolean>

const holds: { held: Held; met: Set<number> }[] = []
const hold = async (held: Held): Promise<void> => {
  met.clear()
  if (!(await held())) throw new Error('the matrix is red before anything is broken')
  holds.push({ held, met: new Set(met) })
}

// The same school with a second world in it, which must stay unchanged.
const neighbourly = await matrixSchool()
const askAmongNeighbours = asking(neighbourly)
const changedRows = await watchedNeighbours(neighbourly.fresh.db, neighbourly.fresh.dialect)
const leavesNeighboursAlone = async (row: Row, people: readonly Actor[]): Promise<boolean> => {
  for (const actor of people) {
    const isSame = await neighbourly.undone(
      async () => {
        const already = isOfTheWholeSchool(row[3]) ? await changedRows(neighbourly.school.app.db) : []
        await askAmongNeighbours(callOf(row), filled(row[1], objectOf(neighbourly)), neighbourly.tokens[actor])
        return String(await changedRows(neighbourly.school.app.db)) === String(already)
      },
      before(neighbourly, row),
    )
    if (!isSame) return false
  }
  return true
}

const rows = [
  ...studentRows.map((row) => [row, students] as const),
  ...staffRows.map((row) => [row, staff] as const),
  ...publicRows.map((row) => [row, ['owner', 'teacher'] as const] as const),
]
for (const [row, people] of rows) {
  const answers = await answersTo(row, people)
  await hold(async () => (await answersTo(row, people)) === answers)
}
// Nobody without a valid session of their own is admitted.
for (const [row, people] of new Map(rows.filter(([row]) => isAtOnce(row)).map((one) => [one[0][0], one])).values()) {
  const call = callOf(row)
  if (call.access === 'public') continue
  await hold(async () => {
    for (const [who, token] of Object.entries(matrix.nobodies[people === staff ? 'admin' : 'student'])) {
      const body = await matrix.undone(() => ask(call, filled(row[1], there), token))
      if (answerOf(call, body) !== (who === 'expired' ? '50014' : '50008')) return false
    }
    return true
  })
}
for (const [row, people] of rows.filter(([row]) => !isReading(row)))
  await hold(() => leavesNeighboursAlone(row, people))
for (const state of statesOfSome)
  await hold(() =>
    neighbourly.undone(
      async () => (await changedRows(neighbourly.school.app.db)).length === 0,
      before(neighbourly, ['', {}, '', state]),
    ),
  )
for (const actor of students) {
  const changedOfOthers = await watchedOthers(matrix.fresh.db, matrix.fresh.dialect, matrix.people[actor].id)
  for (const row of studentRows.filter(isAtOnce).filter((one) => !isReading(one))) {
    const isAlone = () =>
      matrix.undone(async () => {
        await ask(callOf(row), filled(row[1], there), matrix.tokens[actor])
        return (await changedOfOthers(matrix.school.app.db)).length === 0
      })
    await hold(isAlone)
  }
}
for (const [row, people] of rows.filter(([row]) => isReading(row))) {
  const told = bodiesOf(
    row,
    people.filter((actor) => actor !== 'admin'),
  )
  await hold(() => isUndisturbed(told, matrix.addAnotherWorld, before(matrix, row)))
  await hold(() => isUndisturbed(bodiesOf(row, people), matrix.addFormerMembers, before(matrix, row)))
}
for (const row of studentRows.filter(isReading))
  await hold(() => isUndisturbed(bodiesOf(row, ['owner', 'stranger']), matrix.addWorkOfMate, before(matrix, row)))
const besides = async () =>
  (await Promise.all((['owner', 'stranger'] as const).map((student) => besideCalls(matrix, student)))).join()
await hold(() => isUndisturbed(besides, matrix.addAnotherWorld))
await hold(() => isUndisturbed(besides, matrix.addWorkOfMate))

const request = requesting(matrix)
const requestAmongNeighbours = requesting(neighbourly)
const gotBy = async (row: RequestRow): Promise<string> => {
  const answers: string[] = []
  for (const [, token] of requesters(matrix)) {
    const got = await matrix.undone(() => request(row, token), before(matrix, row))
    answers.push(got.answer + wronglyChangedBy(row, got, matrix.changed()).join())
  }
  return answers.join(' ')
}
const requestLeavesNeighboursAlone = async (row: RequestRow): Promise<boolean> => {
  for (const [, token] of requesters(neighbourly)) {
    const isSame = await neighbourly.undone(
      async () => {
        const already = isOfTheWholeSchool(row[3]) ? await changedRows(neighbourly.school.app.db) : []
        await requestAmongNeighbours(row, token)
        return String(await changedRows(neighbourly.school.app.db)) === String(already)
      },
      before(neighbourly, row),
    )
    if (!isSame) return false
  }
  return true
}
for (const row of requestRows) await hold(async () => (await gotBy(row)) === row[2])
for (const row of requestRows.filter((one) => !onlyReads(one))) await hold(() => requestLeavesNeighboursAlone(row))

const survivors: Guard[] = []
const unmet: Guard[] = []
for (const guard of guards) {
  const meeting = holds.filter((one) => one.met.has(guard.id))
  now = guard.id
  let isKilled = false
  for (const { held } of meeting) {
    isKilled = !(await held().catch(() => false))
    if (isKilled) break
  }
  now = null
  if (meeting.length === 0) unmet.push(guard)
  else if (!isKilled) survivors.push(guard)
}
await matrix.school.close()
await neighbourly.school.close()

const list = (title: string, some: readonly Guard[]): void => {
  for (const { file, line, guard } of some) console.log(`${title} ${file}:${line} ${guard}`)
}
list('no row comes by ', unmet)
list('no row notices  ', survivors)
const [, , , left] = process.argv
if (left !== undefined) writeFileSync(left, JSON.stringify([...unmet, ...survivors]))
console.log(`${guards.length - survivors.length - unmet.length} of ${guards.length} guards are held by the matrix`)
process.exit(survivors.length + unmet.length > 0 ? 1 : 0)
