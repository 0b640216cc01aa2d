import { invalid } from '../../http/problem.ts'
import type { Db } from '../../db/schema.ts'
import { putMarks } from '../../submissions/questions/mark-store.ts'
import { keysOf } from '../../tasks/questions/key-store.ts'
import { questionsOf } from '../../tasks/questions/question-rules.ts'
import type { Task } from '../../tasks/rules.ts'
import { correct, type Judge } from '../correct.ts'
import { holdStanding } from '../store.ts'
import { changesOf, type Changes, type ResultChange } from './remark-rules.ts'
import { changeInPlace, markedVersions, standingResults } from './remark-store.ts'

/**
 * The most results changed in one transaction: a correction writes a dozen rows, and others must not wait long for its
 * locks.
 */
export const resultsAtOnce = 40

/** The changes that marking the works of a task again would make now: three queries, however many works there are. */
export const wouldChange = async (db: Db, task: Task, reviewer_id: number): Promise<Changes> =>
  changesOf(
    task,
    { questions: questionsOf(task.questions), keys: await keysOf(db, task.id) },
    {
      versions: await markedVersions(db, task.id),
      results: await standingResults(db, task.id),
      but: reviewer_id,
    },
  )

const isCorrection = ({ kind, result }: ResultChange): boolean => kind === 'score' && result.status === 'released'

/** The count a change belongs to. */
export const kindOf = (change: ResultChange): 'released' | 'held' | 'kept' =>
  change.kind === 'marks' ? 'kept' : change.result.status === 'released' ? 'released' : 'held'

const carryOut = async (db: Db, change: ResultChange, reason: string, judge: Judge): Promise<void> => {
  if (!isCorrection(change)) {
    await changeInPlace(db, change)
    return
  }
  const { result, marks, marking, decision } = change
  if (!(await holdStanding(db, result))) return
  await correct(
    db,
    result,
    {
      ...{ decision, score: marking.score, text: result.text, reason },
      remarked: { question_marks: JSON.stringify(marks), marking },
      isHeld: true,
    },
    judge,
  )
}

/**
 * Marks the works of a task again, in the caller's transaction: the machine's marks of all versions, and up to
 * `resultsAtOnce` results. Returns how many results it changed and how many are left for the next call; finished ones
 * are not changed again.
 */
export const remarkSome = async (
  db: Db,
  task: Task,
  reason: string,
  judge: Judge,
): Promise<{ done: number; left: number }> => {
  const { versions, results } = await wouldChange(db, task, judge.user_id)
  if (reason.trim() === '' && results.some(isCorrection))
    throw invalid('reason', '已公布的成绩会变，请写原因', 'Released results change: say why')
  await putMarks(db, versions)
  // In the order of user ids, as everywhere that several students are updated, to avoid deadlocks.
  const now = results.toSorted((one, other) => one.result.user_id - other.result.user_id).slice(0, resultsAtOnce)
  for (const change of now) await carryOut(db, change, reason.trim(), judge)
  return { done: now.length, left: results.length - now.length }
}
