import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { readScore } from '@tongchuang/contract/rules/entered.ts'

export type QuestionMark = ReviewWork['question_marks'][number]
/** What is typed instead of the machine’s points, by question. */
export type TypedPoints = Readonly<Record<string, string>>

const cents = (points: number): number => Math.round(points * 100 + Number.EPSILON) / 100

/** Typed points as a number; null where nothing is typed, or what the question may not have. */
const pointsIn = (typed: string | undefined, max: number): number | null =>
  typed === undefined ? null : (readScore(typed, max) ?? null)

/** Whether something is typed that the question may not have. */
export const isWrongIn = (
  typed: TypedPoints,
  { question_id, max }: Pick<QuestionMark, 'question_id' | 'max'>,
): boolean => readScore(typed[question_id] ?? '', max) === undefined

/** The marks with what was typed in their place. */
export const withTyped = (marks: readonly QuestionMark[], typed: TypedPoints): QuestionMark[] =>
  marks.map((mark) => {
    const points = pointsIn(typed[mark.question_id], mark.max)
    if (points === null || points === mark.points) return mark
    const outcome =
      points === mark.max ? 'right' : points > 0 ? 'partial' : mark.outcome === 'blank' ? 'blank' : 'wrong'
    return { ...mark, points, outcome }
  })

/** What marks make together; `score` is on the task’s scale, null while one is to be marked. */
export const totalOf = (marks: readonly QuestionMark[], max_score: number) => {
  const max = cents(marks.reduce((sum, mark) => sum + mark.max, 0))
  const points = cents(marks.reduce((sum, mark) => sum + (mark.points ?? 0), 0))
  const waiting = marks.filter((mark) => mark.points === null).length
  return { points, max, waiting, score: waiting > 0 || max === 0 ? null : cents((points / max) * max_score) }
}

/** What is typed, as it is sent. */
export const sentPoints = (marks: readonly QuestionMark[], typed: TypedPoints) =>
  marks.flatMap(({ question_id, max }) => {
    const points = pointsIn(typed[question_id], max)
    return points === null ? [] : [{ question_id, points }]
  })

/** What staff gave in the place of the machine, as text to go on from. */
export const typedFrom = (
  found: readonly QuestionMark[],
  given: readonly { question_id: string; points: number | null }[],
): TypedPoints =>
  Object.fromEntries(
    given.flatMap(({ question_id, points }) => {
      const mark = found.find((one) => one.question_id === question_id)
      return points === null || mark?.points === points ? [] : [[question_id, String(points)]]
    }),
  )
