import { lateDeduction, type LateRule } from '@tongchuang/contract/rules/lateness.ts'
import { percentOfScore } from '@tongchuang/contract/rules/percent.ts'
import { storedValue, type StoredJson } from '../../db/stored-json.ts'
import {
  areSame,
  markAgain,
  marksNow,
  scoreOfMarks,
  withGiven,
  type QuestionMark,
} from '../../submissions/questions/marking-rules.ts'
import type { Version } from '../../submissions/store.ts'
import type { Question, QuestionKey } from '../../tasks/questions/question-rules.ts'
import { mayDo, type StoredState } from '../../tasks/rules.ts'
import { markingOf, type Marking } from '../rules.ts'
import type { Result } from '../store.ts'

/** A version with the machine's marks. */
export type MarkedVersion = {
  id: number
  enrolment_id: number
  version: number
  answers: Version['answers']
  marks: StoredJson<QuestionMark[]>
  due_at: number | null
  submitted_at: number
}
/** A held or released result of a submitted work. */
export type StandingResult = Result & {
  submission_id: number
  state: StoredState
  user_id: number
  /** The number of results replaced by this one whose reviewer decided against the pass line. */
  once_otherwise: number
}
export type MarkedTask = LateRule & { max_score: number; scored: boolean; pass_line: number }
export type Asked = { questions: readonly Question[]; keys: readonly QuestionKey[] }

/**
 * The change of a result. `score`: the score changes; `marks`: only the marks of its questions change, because staff
 * typed the score or it comes out the same.
 */
export type ResultChange = {
  result: StandingResult
  kind: 'score' | 'marks'
  marks: QuestionMark[]
  marking: Marking
  decision: 'pass' | 'fail'
}
export type Changes = {
  versions: { id: number; marks: QuestionMark[] }[]
  results: ResultChange[]
  /** Versions that change and have no result yet. */
  waiting: number
}

/** The question marks of a result with the machine's current findings; points that staff gave stay. */
const marksOfResult = (
  { questions }: Asked,
  result: Pick<Result, 'question_marks' | 'question_given'>,
  found: readonly QuestionMark[],
): QuestionMark[] => {
  const had = new Set(storedValue(result.question_marks).map(({ question_id }) => question_id))
  const marks = marksNow(
    questions.filter(({ id }) => had.has(id)),
    found,
  )
  const max = new Map(marks.map((mark) => [mark.question_id, mark.max]))
  const given = storedValue(result.question_given).flatMap(({ question_id, points }) => {
    const most = max.get(question_id)
    return most === undefined ? [] : [{ question_id, points: Math.min(points, most) }]
  })
  return withGiven(marks, given) ?? marks
}

/** Percentage points deducted for lateness; none where the reviewer waived it. */
const lateOf = (task: MarkedTask, { late_deduction, percent }: Result, marked: MarkedVersion): number =>
  late_deduction === 0 && (percent ?? 0) > 0 ? 0 : lateDeduction(task, marked.due_at, marked.submitted_at)

/** The percent that the marks add up to; null while one of them waits for staff. */
const percentOfMarks = ({ max_score }: MarkedTask, marks: readonly QuestionMark[]): number | null => {
  const score = scoreOfMarks(marks, max_score)
  return score === null ? null : percentOfScore(score, max_score)
}

// The tolerance in percentage points: a stored percent was rounded on the full marks of its time, for example 10 where
// the task has 100 now.
const roundedAway = 0.1

/**
 * Whether a score was computed from the marks of the questions, and not typed, taken from criteria or corrected by
 * hand.
 */
const isByMarks = (task: MarkedTask, { criteria, percent }: Result, marks: readonly QuestionMark[]): boolean => {
  if (!task.scored || criteria !== '[]' || percent === null) return false
  const own = percentOfMarks(task, marks)
  return own !== null && Math.abs(own - percent) < roundedAway
}

const changeOf = (
  task: MarkedTask,
  result: StandingResult,
  marked: MarkedVersion,
  marks: QuestionMark[],
): ResultChange | null => {
  const before = storedValue(result.question_marks)
  if (areSame(marks, before)) return null
  const { percent, percent_final, score, late_deduction } = result
  const same = { percent, percent_final, score, late_deduction }
  const decision = result.decision === 'fail' ? ('fail' as const) : ('pass' as const)
  const stays = { result, kind: 'marks' as const, marks, marking: same, decision }
  const after = isByMarks(task, result, before) ? scoreOfMarks(marks, task.max_score) : null
  // Compared on the current scale: the stored percent was rounded on the scale of its time.
  if (after === null || after === scoreOfMarks(before, task.max_score)) return stays
  const marking = markingOf(task, [], { decision, score: after }, lateOf(task, result, marked))
  // A reviewer who decided against the pass line is not overruled.
  const byLine = (of: number | null): 'pass' | 'fail' => ((of ?? 0) >= task.pass_line ? 'pass' : 'fail')
  const followed = Number(result.once_otherwise) === 0 && byLine(percent_final) === decision
  return { result, kind: 'score', marks, marking, decision: followed ? byLine(marking.percent_final) : decision }
}

/**
 * Whether a result can be changed: not a return, which leads to a new submission, and not where the enrolment has moved
 * on to another state.
 */
const mayChange = ({ decision, status, state }: StandingResult): boolean =>
  decision !== 'return' && (status === 'held' ? state === 'submitted' : mayDo('appeal', state))

/**
 * The changes when the versions of a task are marked again with the current questions and keys. Changes already made
 * are not listed, so marking again is idempotent. `but` names the user whose own results are skipped, because nobody
 * marks their own work.
 */
export const changesOf = (
  task: MarkedTask,
  asked: Asked,
  { versions, results, but }: { versions: readonly MarkedVersion[]; results: readonly StandingResult[]; but: number },
): Changes => {
  const found = versions.map((version) => {
    const earlier = storedValue(version.marks)
    const marks = markAgain(asked, storedValue(version.answers), earlier)
    return { version, marks, isChanged: !areSame(marks, earlier) }
  })
  const byId = new Map(found.map((one) => [one.version.id, one]))
  const byNumber = new Map(found.map((one) => [`${one.version.enrolment_id} ${one.version.version}`, one]))
  const changed = results.flatMap((result) => {
    const of =
      result.marked_version === null
        ? byId.get(result.submission_id)
        : byNumber.get(`${result.enrolment_id} ${result.marked_version}`)
    if (!of || result.user_id === but || !mayChange(result)) return []
    return changeOf(task, result, of.version, marksOfResult(asked, result, of.marks)) ?? []
  })
  const judged = new Set(results.map(({ submission_id }) => submission_id))
  const newMarks = found.filter(({ isChanged }) => isChanged).map(({ version: { id }, marks }) => ({ id, marks }))
  return { versions: newMarks, results: changed, waiting: newMarks.filter(({ id }) => !judged.has(id)).length }
}
