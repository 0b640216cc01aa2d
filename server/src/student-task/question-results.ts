import type { Output } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { questionResults as calls } from '@tongchuang/contract/question-results.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { storedValue } from '../db/stored-json.ts'
import type { Person } from '../http/session.ts'
import { releasedResult } from '../reviews/store.ts'
import { findVersion, type Version } from '../submissions/store.ts'
import { findEnrolment } from '../tasks/enrolment-store.ts'
import { keysOf } from '../tasks/questions/key-store.ts'
import { isOverForAll } from '../tasks/questions/over-for-all.ts'
import { hasPoints, questionsOf } from '../tasks/questions/question-rules.ts'
import { findTask } from '../tasks/store.ts'

type Results = Output<typeof calls.results>

const sum = (numbers: readonly number[]): number => Math.round(numbers.reduce((all, one) => all + one, 0) * 100) / 100

/**
 * Whether a released result is final. A return is final once its time is over: the clock has made it the result, or
 * ended the work without one.
 */
const stands = async (db: Db, { enrolment_id }: Version, { decision }: { decision: string }): Promise<boolean> => {
  if (decision !== 'return') return true
  const row = await findEnrolment(db, enrolment_id)
  return row?.state === 'passed' || row?.state === 'failed' || row?.state === 'expired'
}

/**
 * The points of each question of the caller's own version. Until the result is final and nobody can submit any more,
 * only the number of questions.
 */
export const questionResults = async (db: Db, submit_id: number, { user_id, now }: Person): Promise<Results> => {
  const version = await findVersion(db, submit_id)
  if (!version || version.user_id !== user_id) throw fail('NOT_FOUND')
  const result = await releasedResult(db, submit_id)
  if (!result) throw fail('NOT_FOUND')
  const task = orNotFound(await findTask(db, version.task_id))
  const count = questionsOf(task.questions).filter(hasPoints).length
  if (!(await stands(db, version, result)) || !(await isOverForAll(db, task, now)))
    return { out: false, points: 0, max: 0, count, list: [] }
  const marks = storedValue(result.question_marks)
  const keys = new Map((await keysOf(db, task.id)).map((key) => [key.question_id, key]))
  return {
    out: true,
    points: sum(marks.map(({ points }) => points ?? 0)),
    max: sum(marks.map(({ max }) => max)),
    count,
    list: marks.map((mark) => {
      const key = keys.get(mark.question_id)
      return {
        ...mark,
        accepted: key?.accepted ?? [],
        tolerance: key?.tolerance ?? 0,
        explanation: key?.explanation ?? '',
      }
    }),
  }
}
