import type { Output } from '@tongchuang/contract/call.ts'
import type { submissions } from '@tongchuang/contract/submissions.ts'
import { groupedBy } from '@tongchuang/contract/records.ts'

export type OwnVersion = Output<typeof submissions.mine>['list'][number]
/** A passed work with its first version; `first` is null if the first version passed. */
export type TermWork = { last: OwnVersion; first: OwnVersion | null; versions: number }
/** A span of time by its first and last moment, null without a limit. */
export type Span = { from: number; to: number } | null

/** The largest number of works in one booklet. */
export const mostWorks = 12

/**
 * Takes someone's versions, newest first, and returns the works whose passed version lies in the span. Held results do
 * not count as works yet, and an attempt returned after the work had passed is ignored.
 */
export const worksOf = (versions: readonly OwnVersion[], span: Span): TermWork[] => {
  const byTask = groupedBy(
    versions.filter(({ status, went_back }) => status !== 'withdrawn' && !went_back),
    ({ task_id }) => task_id,
  )
  return [...byTask.values()].flatMap((all) => {
    const [last] = all
    if (last?.state !== 'passed' || last.status !== 'released') return []
    const at = Date.parse(last.submitted_at)
    if (span && (at < span.from || at > span.to)) return []
    // Of a task with rounds, only the last round counts: its version numbers start at 1 again.
    const begins = all.findIndex((one, index) => (all[index + 1]?.version ?? Infinity) >= one.version)
    const round = all.slice(0, begins + 1)
    return [{ last, first: round.length > 1 ? (round.at(-1) ?? null) : null, versions: round.length }]
  })
}
