import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { reviewVoicesAdmin } from '@tongchuang/contract/review-voices.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFile } from './files/factory.ts'
import { servedCalls } from './http/all-calls.ts'
import { filled } from './testing/matrix/answers.ts'
import { asking, before, callNamed, isAtOnce, isReading, objectOf } from './testing/matrix/asking.ts'
import { besideCalls } from './testing/matrix/beside-calls.ts'
import { studentRows } from './testing/matrix/rows.student.ts'
import { students, type Actor } from './testing/matrix/actors.ts'
import { matrixSchool, type MatrixSchool } from './testing/matrix/school.ts'
import { heldScore, heldWord } from './testing/matrix/words.ts'
import { webmOf } from './testing/spoken.ts'

let matrix: MatrixSchool
beforeAll(async () => {
  matrix = await matrixSchool()
}, 120_000)
afterAll(() => matrix.school.close())

const trace = new RegExp(`${heldWord}|${heldScore}`)

const ask = (name: string, input: Readonly<Record<string, unknown>>, actor: Actor): Promise<string> => {
  const call = callNamed(servedCalls(matrix.school.app.http), name)
  return asking(matrix)(call, filled(input, objectOf(matrix)), matrix.tokens[actor])
}

/** Everything a student can read, by request: calls, and what reaches them by other ways. */
const everythingRead = async (): Promise<Map<string, string>> => {
  const read = new Map<string, string>()
  for (const student of students) {
    for (const [name, input] of studentRows.filter((row) => isAtOnce(row) && isReading(row)))
      read.set(`${student} ${name} ${JSON.stringify(input)}`, await ask(name, input, student))
    read.set(`${student} beside calls`, await besideCalls(matrix, student))
  }
  return read
}

/**
 * A teacher who has a work open draws on its photo, speaks about it, writes and decides; the student is not to know
 * yet.
 */
const reviewAndHold = async (): Promise<void> => {
  const { school, people, tokens, objects } = matrix
  const { sealed: submit_id = 0, photo: file_id = 0 } = objects
  const { db, files } = school.app
  const teacher = school.with(tokens.teacher)
  const marks = [{ shape: 'pin' as const, points: [0.5, 0.5], text: '单位' }]
  await teacher(reviewAreasAdmin.savePage, { submit_id, file_id, page: 1, seen: 0, marks })
  const upload = {
    name: '语音.webm',
    kind: 'audio',
    mime: 'audio/webm',
    purpose: 'feedback',
    pictures: 'none',
  } as const
  const spoken = await aFile(db, { ...upload, owner_id: people.teacher.id }, { files, bytes: webmOf({ seconds: 3 }) })
  const voices = [{ file_id: spoken.id, peaks: [1, 2], text: '再看看' }]
  await teacher(reviewVoicesAdmin.save, { submit_id, seen: 0, voices })
  await teacher(reviewsAdmin.decide, { submit_id, decision: 'pass', score: heldScore, text: heldWord, hold: true })
}

describe('a result that is held', () => {
  test('changes no answer, number or letter for other readers', async () => {
    const { school, tokens, objects } = matrix
    // That somebody reads the work is no secret; an address of a calendar is made at the first look.
    const opened = async () => {
      await school.with(tokens.teacher)(reviewsAdmin.open, { submit_id: objects.sealed ?? 0 })
      for (const student of students) await besideCalls(matrix, student)
    }
    await matrix.undone(async () => {
      const untouched = await everythingRead()
      const changed = async () => {
        const now = await everythingRead()
        return [...now.keys()].filter((what) => now.get(what) !== untouched.get(what))
      }
      await reviewAndHold()
      expect(await changed()).toEqual([])
      expect(await ask('POST /api/admin/review/release', { task_id: '@waiting' }, 'teacher')).toContain('"released":1')
      expect(await changed()).toContain('owner beside calls')
    }, opened)
  }, 120_000)

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

  test('leaves no trace either when it was entered for an offline task', { timeout: 120_000 }, async () => {
    const typed = before(matrix, ['', {}, '', 'a result is typed and held'])
    for (const [name, input] of studentRows.filter(isAtOnce))
      for (const student of students)
        expect(await matrix.undone(() => ask(name, input, student), typed), `${name} ${student}`).not.toMatch(trace)
    for (const student of students)
      expect(await matrix.undone(() => besideCalls(matrix, student), typed), student).not.toMatch(trace)
    // The same words are visible once released.
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

  test('is shown to its student, and to no other student, once it is released', { timeout: 60_000 }, async () => {
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
