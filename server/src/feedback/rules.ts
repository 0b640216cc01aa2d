/** The number of students who must have given feedback in a month before the assistant reads any of it. */
export const readersAtLeast = 3
/** The days at the end of a month in which students are reminded of assistants they have given no feedback. */
const remindDays = 7

/** The school's month of a day: 2026-10-12 → 2026-10. */
export const periodOf = (day: string): string => day.slice(0, 7)

/** Whether feedback is due: the month ends soon and an assistant has none from this student. */
export const isDue = ({
  now,
  ends,
  assistants,
  given,
}: {
  now: number
  ends: number
  assistants: readonly number[]
  given: readonly number[]
}): boolean => ends - now <= remindDays * 24 * 3_600_000 && assistants.some((id) => !given.includes(id))

type GivenFeedback = { period: string; comment: string; rating: number | null; shuffle: number; id: number }
export type Summary = { period: string; answered: number; average: number | null; comments: string[] }

const averageOf = (ratings: readonly number[]): number | null =>
  ratings.length < readersAtLeast
    ? null
    : Math.round((ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length) * 10) / 10

/**
 * What an assistant reads: past months with enough answers, the latest first; texts in an order that reveals nothing.
 */
export const summariesFor = (given: readonly GivenFeedback[], thisPeriod: string): Summary[] =>
  [...Map.groupBy(given, ({ period }) => period)]
    .filter(([period, rows]) => period < thisPeriod && rows.length >= readersAtLeast)
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([period, rows]) => ({
      period,
      answered: rows.length,
      average: averageOf(rows.flatMap(({ rating }) => rating ?? [])),
      comments: rows
        .toSorted((one, other) => one.shuffle - other.shuffle || one.id - other.id)
        // An erased student's comment is empty; the rating remains.
        .flatMap(({ comment }) => (comment === '' ? [] : [comment])),
    }))
