import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { twoDecimals } from '@tongchuang/contract/rules/percent.ts'
import { readScore } from '@tongchuang/contract/rules/entered.ts'

export type QuestionMark = ReviewWork['question_marks'][number]
/** The points typed in place of the machine’s, by question. */
export type TypedPoints = Readonly<Record<string, string>>

/** Typed points as a number; null if nothing is typed or the question does not allow them. */
const pointsIn = (typed: string | undefined, max: number): number | null =>
  typed === undefined ? null : (readScore(typed, max) ?? null)

/** Whether points are typed that the question does not allow. */
export const isWrongIn = (
  typed: TypedPoints,
  { question_id, max }: Pick<QuestionMark, 'question_id' | 'max'>,
): boolean => readScore(typed[question_id] ?? '', max) === undefined

/** The marks with the typed points in place of the machine's. */
export const withTyped = (marks: readonly QuestionMark[], typed: TypedPoints): QuestionMark[] =>
  marks.map((mark) => {
    const points = pointsIn(typed[mark.question_id], mark.max)
    if (points === null || points === mark.points) return mark
    const outcome =
      points === mark.max ? 'right' : points > 0 ? 'partial' : mark.outcome === 'blank' ? 'blank' : 'wrong'
    return { ...mark, points, outcome }
  })

/** The totals of marks; `score` is on the task’s scale, null while one is unmarked. */
export const totalOf = (marks: readonly QuestionMark[], max_score: number) => {
  const max = twoDecimals(marks.reduce((sum, mark) => sum + mark.max, 0))
  const points = twoDecimals(marks.reduce((sum, mark) => sum + (mark.points ?? 0), 0))
  const waiting = marks.filter((mark) => mark.points === null).length
  return { points, max, waiting, score: waiting > 0 || max === 0 ? null : twoDecimals((points / max) * max_score) }
}

/** The typed points as sent to the server. */
export const sentPoints = (marks: readonly QuestionMark[], typed: TypedPoints) =>
  marks.flatMap(({ question_id, max }) => {
    const points = pointsIn(typed[question_id], max)
    return points === null ? [] : [{ question_id, points }]
  })

/** Points that staff gave in place of the machine's, as editable text. */
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
