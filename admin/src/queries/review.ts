import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { readScore } from '@tongchuang/contract/rules/entered.ts'
import { rescaled } from '@tongchuang/contract/rules/percent.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { reviewKey } from './keys.ts'

/** The guilds, the tasks with waiting or held works, and the number of requests of each kind. */
export const summaryQuery = queryOptions({
  queryKey: [...reviewKey, 'summary'],
  queryFn: () => sendQuietly(reviewToolsAdmin.summary),
})

/**
 * A work read without its lock: shown while the lock is requested, prefetched as the next one, or the subject of an
 * appeal.
 */
export const workQuery = (submit_id: number) =>
  queryOptions({
    queryKey: [...reviewKey, 'work', submit_id],
    queryFn: () => sendQuietly(reviewToolsAdmin.work, { submit_id }),
    staleTime: 5 * 60_000,
  })

/** The decision of a released work; a return whose deadline to revise has passed is decided by the pass line. */
export const decisionOf = ({ result, pass_line }: Pick<ReviewWork, 'result' | 'pass_line'>): 'pass' | 'fail' => {
  if (result === null || result.decision === 'pass') return 'pass'
  return result.decision === 'return' && (result.percent_final ?? 0) >= pass_line ? 'pass' : 'fail'
}

/**
 * Whether staff must state the decision of a corrected work: a new score is decided by the pass line, an unchanged or
 * removed one is not. `given` is the typed score, as the contract reads it.
 */
export const isForStaffToSay = (given: number | null | undefined, score: number | null): boolean =>
  given === null || given === score

/** The highest score that can be typed. It is not the task's full marks, because a draft may be on an earlier scale. */
export const MOST_TYPED = 100_000

/**
 * A score typed for the full marks `from`, converted to the scale of `to`; text that is not a number is returned
 * unchanged.
 */
export const typedOn = (typed: string, { from, to }: { from: number; to: number }): string => {
  const score = from === to ? null : readScore(typed, MOST_TYPED)
  return typeof score === 'number' ? String(rescaled(score, { from, to })) : typed
}

/** Whether a score was refused because the task's full marks have changed since it was typed. */
export const isOfOldScale = (error: unknown): boolean => error instanceof CallFailed && error.reason === 'SCALE'
