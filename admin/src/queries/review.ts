import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { readScore } from '@tongchuang/contract/rules/entered.ts'
import { rescaled } from '@tongchuang/contract/rules/percent.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { reviewKey } from './keys.ts'

/** Guilds, busy tasks, and how many of each kind wait. */
export const summaryQuery = queryOptions({
  queryKey: [...reviewKey, 'summary'],
  queryFn: () => sendQuietly(reviewToolsAdmin.summary),
})

/** A work read without its lock: what is shown while the lock is fetched, the next one ahead of time, one an appeal is about. */
export const workQuery = (submit_id: number) =>
  queryOptions({
    queryKey: [...reviewKey, 'work', submit_id],
    queryFn: () => sendQuietly(reviewToolsAdmin.work, { submit_id }),
    staleTime: 5 * 60_000,
  })

/** What a work that is released was decided to be; where the time to mend it ran out, what the pass line says. */
export const decisionOf = ({ result, pass_line }: Pick<ReviewWork, 'result' | 'pass_line'>): 'pass' | 'fail' => {
  if (result === null || result.decision === 'pass') return 'pass'
  return result.decision === 'return' && (result.percent_final ?? 0) >= pass_line ? 'pass' : 'fail'
}

/**
 * Whether it has to be said what a corrected work is: another number goes by the pass line, unless it is none at all. `given`
 * is what was typed, as the contract reads it.
 */
export const isForStaffToSay = (given: number | null | undefined, score: number | null): boolean =>
  given === null || given === score

/** The most that is typed as a score: a draft may be on another scale than the task has by now. */
export const MOST_TYPED = 100_000

/** A score as it was typed for some full marks, on the scale of others; what is no number stays as it was typed. */
export const typedOn = (typed: string, { from, to }: { from: number; to: number }): string => {
  const score = from === to ? null : readScore(typed, MOST_TYPED)
  return typeof score === 'number' ? String(rescaled(score, { from, to })) : typed
}

/** Whether a score was refused because the task has other full marks by now than it was typed for. */
export const isOfOldScale = (error: unknown): boolean => error instanceof CallFailed && error.reason === 'SCALE'
