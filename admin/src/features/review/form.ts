import type { ReviewDraft, ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { readScore } from '@tongchuang/contract/rules/entered.ts'
import { afterLateness, percentOfCriteria, percentOfScore } from '@tongchuang/contract/rules/percent.ts'
import { MOST_TYPED, typedOn } from '../../queries/review.ts'
import { isWrongIn, sentPoints, totalOf, typedFrom, withTyped, type TypedPoints } from './question-points.ts'

export type Mark = ReviewDraft['marks'][number]

/** Weights by the id of their criterion. */
type Weights = Readonly<Record<number, number>>

/** The review form. The score is text while it is typed. */
export type Form = {
  score: string
  /** The full marks the score is typed for. */
  scale: number
  /** Whether the score follows the points of the questions: if their keys are corrected, it changes with them. */
  follows: boolean
  levels: Readonly<Record<number, number>>
  /** The weights of the criteria for which the levels were chosen; of an older copy they are not known. */
  weights?: Weights
  text: string
  marks: readonly Mark[]
  waive: boolean
  /** The earlier version that is reviewed instead. */
  version: number | null
  hold: boolean
  /** Points typed for questions instead of the machine’s. */
  points: TypedPoints
}

const levelsOf = (criteria: ReviewDraft['criteria']): Form['levels'] =>
  Object.fromEntries(criteria.map(({ criterion_id, level }) => [criterion_id, level]))

const weightsOf = ({ criteria }: ReviewWork): Weights =>
  Object.fromEntries(criteria.map(({ id, weight }) => [id, weight]))

/** The weights with which the levels of a draft were saved. */
const savedWeights = (criteria: ReviewDraft['criteria']): Weights =>
  Object.fromEntries(
    criteria.flatMap(({ criterion_id, weight }) => (weight === undefined ? [] : [[criterion_id, weight]])),
  )

/** Whether the questions propose a score, as long as nobody types another one. */
const hasProposal = ({ scored, criteria, question_marks }: ReviewWork): boolean =>
  scored && criteria.length === 0 && question_marks.length > 0

/**
 * The score proposed by the points of the questions; empty while a question is unmarked, or if no question has points.
 */
const proposedFor = (work: ReviewWork, points: TypedPoints = {}): string =>
  hasProposal(work) ? String(totalOf(withTyped(work.question_marks, points), work.max_score).score ?? '') : ''

/** Whether the score of a form is the one its questions propose. */
const isProposed = (work: ReviewWork, { score, points }: Pick<Form, 'score' | 'points'>): boolean =>
  hasProposal(work) && score === proposedFor(work, points)

/** The initial form: the draft, otherwise the held result being changed, otherwise empty. */
export const formOf = (work: ReviewWork, draft: ReviewDraft | null = work.draft): Form => {
  if (draft) {
    const { score, criteria, text, marks, waive_late, version, hold, question_points = [] } = draft
    return {
      score: score === null ? '' : String(score),
      scale: draft.max_score ?? work.max_score,
      follows: draft.follows ?? false,
      levels: levelsOf(criteria),
      weights: savedWeights(criteria),
      text,
      marks,
      waive: waive_late,
      version,
      hold: hold ?? work.hold,
      points: typedFrom(work.question_marks, question_points),
    }
  }
  const { result } = work
  if (!result)
    return {
      score: proposedFor(work),
      scale: work.max_score,
      follows: hasProposal(work),
      levels: {},
      text: '',
      marks: [],
      waive: false,
      version: null,
      hold: work.hold,
      points: {},
    }
  const raw = result.percent === null ? '' : String(Math.round(result.percent * work.max_score) / 100)
  const { text, marks, version, late_deduction } = result
  const waive = work.late_deduction > 0 && late_deduction === 0 && result.percent !== null
  const points = typedFrom(work.question_marks, result.question_marks)
  return {
    score: raw,
    scale: work.max_score,
    follows: isProposed(work, { score: raw, points }),
    levels: levelsOf(result.criteria),
    text,
    marks,
    waive,
    version,
    hold: result.held || work.hold,
    points,
  }
}

/** The form with its score converted to the task’s current full marks. */
const onScaleOf = ({ max_score: to }: ReviewWork, form: Form): Form =>
  form.scale === to ? form : { ...form, score: typedOn(form.score, { from: form.scale, to }), scale: to }

/** The present criteria whose weight is not the one for which their level was chosen. */
export const reweighed = ({ criteria }: ReviewWork, { levels, weights = {} }: Form) =>
  criteria.flatMap(({ id, label, weight }) => {
    const before = levels[id] === undefined ? undefined : weights[id]
    return before === undefined || before === weight ? [] : [{ label, before, weight }]
  })

/** The form with the current weights, where levels were chosen for others. */
const onWeightsOf = (work: ReviewWork, form: Form): Form =>
  reweighed(work, form).length === 0 ? form : { ...form, weights: weightsOf(work) }

/** The form for the current full marks, weights and keys: a score that follows the questions is updated. */
export const formNow = (work: ReviewWork, before: Form): Form => {
  const form = onWeightsOf(work, onScaleOf(work, before))
  // A released result does not change, and the points of this version do not apply to an earlier one.
  if (!form.follows || form.version !== null || work.status === 'released') return form
  const score = proposedFor(work, form.points)
  if (score === form.score) return form
  // A question must be marked by hand again: the score stays until a reviewer has looked.
  return score === '' ? { ...form, follows: false } : { ...form, score }
}

/**
 * Applies changes to a form; after a change of the score or points, decides anew whether the score follows the
 * questions.
 */
export const changed = (work: ReviewWork, before: Form, changes: Partial<Form>): Form => {
  const after = { ...formNow(work, before), ...(changes.levels && { weights: weightsOf(work) }), ...changes }
  const isRescored = changes.follows === undefined && (changes.score ?? changes.points) !== undefined
  return isRescored ? { ...after, follows: isProposed(work, after) } : after
}

/** The percent of a filled form before and after lateness; null while it is not complete or has no number. */
export const percentOf = (work: ReviewWork, form: Form): { percent: number; final: number; late: number } | null => {
  const marked = work.versions.find(({ version }) => version === (form.version ?? work.version))
  const late = form.waive ? 0 : (marked?.late_deduction ?? work.late_deduction)
  const percent = rawPercent(work, form)
  return percent === null ? null : { percent, final: afterLateness(percent, late), late }
}

const rawPercent = (work: ReviewWork, form: Form): number | null => {
  if (!work.scored) return null
  if (work.criteria.length > 0) return percentOfCriteria(work.criteria, form.levels)
  const score = readScore(form.score, work.max_score) ?? null
  return score === null ? null : percentOfScore(score, work.max_score)
}

/** Whether the typed score is invalid. */
export const isScoreWrong = (work: ReviewWork, { score }: Form): boolean =>
  work.scored && work.criteria.length === 0 && readScore(score, work.max_score) === undefined

/** The input to correct before deciding: the score, or a question by its id; null if there is none. */
export const wrongIn = (work: ReviewWork, form: Form): 'score' | { question_id: string } | null =>
  isScoreWrong(work, form) ? 'score' : (work.question_marks.find((mark) => isWrongIn(form.points, mark)) ?? null)

/** The chosen levels of the present criteria: others may have been chosen before somebody changed the criteria. */
const levelsIn = ({ criteria }: ReviewWork, { levels }: Form) =>
  criteria.flatMap(({ id, weight }) => {
    const level = levels[id]
    return level === undefined ? [] : [{ criterion_id: id, level, weight }]
  })

/** The form as sent to the server, as a draft or a decision. */
export const sent = (work: ReviewWork, before: Form) => {
  const form = formNow(work, before)
  return {
    submit_id: work.submit_id,
    ...(work.criteria.length > 0
      ? { criteria: levelsIn(work, form) }
      : { score: readScore(form.score, MOST_TYPED) ?? null, max_score: work.max_score }),
    ...(form.follows && form.version === null && hasProposal(work) && { follows: true }),
    text: form.text,
    marks: [...form.marks],
    waive_late: form.waive,
    hold: form.hold,
    ...(work.question_marks.length > 0 && { question_points: sentPoints(work.question_marks, form.points) }),
  }
}
