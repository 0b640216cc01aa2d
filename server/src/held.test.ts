import type { Call } from '@tongchuang/contract/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servedCalls } from './http/all-calls.ts'
import { filled } from './testing/matrix/answers.ts'
import { asking, before, isAtOnce, nameOf, objectOf } from './testing/matrix/asking.ts'
import { besideCalls } from './testing/matrix/beside-calls.ts'
import { studentRows } from './testing/matrix/rows.student.ts'
import { students, type Actor } from './testing/matrix/actors.ts'
import { matrixSchool, type MatrixSchool } from './testing/matrix/school.ts'
import { heldScore, heldWord } from './testing/matrix/words.ts'

let matrix: MatrixSchool
beforeAll(async () => {
  matrix = await matrixSchool()
}, 120_000)
afterAll(() => matrix.school.close())

const trace = new RegExp(`${heldWord}|${heldScore}`)

const ask = (name: string, input: Readonly<Record<string, unknown>>, actor: Actor): Promise<string> => {
  const call: Call | undefined = servedCalls(matrix.school.app.http).find((one) => nameOf(one) === name)
  if (!call) throw new Error(`there is no call ${name}`)
  return asking(matrix)(call, filled(input, objectOf(matrix)), matrix.tokens[actor])
}

describe('a result that is held', () => {
  test('leaves no trace in any answer to any student', { timeout: 120_000 }, async () => {
    for (const row of studentRows) {
      const [name, input] = row
      for (const student of students)
        expect(
          await matrix.undone(() => ask(name, input, student), before(matrix, row)),
          `${name} ${student}`,
        ).not.toMatch(trace)
    }
  })

  test('leaves none either where it is typed and nothing was handed in', { timeout: 120_000 }, async () => {
    const typed = before(matrix, ['', {}, '', 'a result is typed and held'])
    for (const [name, input] of studentRows.filter(isAtOnce))
      for (const student of students)
        expect(await matrix.undone(() => ask(name, input, student), typed), `${name} ${student}`).not.toMatch(trace)
    for (const student of students)
      expect(await matrix.undone(() => besideCalls(matrix, student), typed), student).not.toMatch(trace)
    // The same words are there once they are out.
    await matrix.undone(async () => {
      expect(await ask('POST /api/admin/review/release', { task_id: '@untouched' }, 'teacher')).toContain(
        '"released":1',
      )
      expect(await ask('GET /api/student/task_by_id', { id: '@untouched' }, 'owner')).toMatch(trace)
      expect(await besideCalls(matrix, 'owner')).toMatch(trace)
    }, typed)
  })

  test('is in no calendar, no export, no notice and no mail', async () => {
    for (const student of students)
      expect(await matrix.undone(() => besideCalls(matrix, student)), student).not.toMatch(trace)
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
      expect(await besideCalls(matrix, 'owner')).toMatch(trace)
      for (const [name, input] of studentRows.filter(isAtOnce).filter(([call]) => call.startsWith('GET')))
        for (const student of ['mate', 'stranger'] as const)
          expect(await ask(name, input, student), `${name} ${student}`).not.toMatch(trace)
    })
  })
})
