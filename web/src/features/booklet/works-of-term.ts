import type { Output } from '@tongchuang/contract/call.ts'
import type { submissions } from '@tongchuang/contract/submissions.ts'

export type OwnVersion = Output<typeof submissions.mine>['list'][number]
/** A passed work with what it began as; `first` is null where it passed at once. */
export type TermWork = { last: OwnVersion; first: OwnVersion | null; versions: number }
/** A span of time by its first and last moment, null without a limit. */
export type Span = { from: number; to: number } | null

/** So many works go into one booklet. */
export const mostWorks = 12

/**
 * Of the versions somebody handed in, newest first: the works whose passed version lies in a span. Results that are
 * held are no works yet, and a try that was returned after the work had passed is none.
 */
export const worksOf = (versions: readonly OwnVersion[], span: Span): TermWork[] => {
  const byTask = Map.groupBy(
    versions.filter(({ status, went_back }) => status !== 'withdrawn' && !went_back),
    ({ task_id }) => task_id,
  )
  return [...byTask.values()].flatMap((all) => {
    const [last] = all
    if (last?.state !== 'passed' || last.status !== 'released') return []
    const at = Date.parse(last.submitted_at)
    if (span && (at < span.from || at > span.to)) return []
    // Of a task done in rounds only the last round is looked at: its versions are counted from 1 again.
    const begins = all.findIndex((one, index) => (all[index + 1]?.version ?? Infinity) >= one.version)
    const round = all.slice(0, begins + 1)
    return [{ last, first: round.length > 1 ? (round.at(-1) ?? null) : null, versions: round.length }]
  })
}
