import { ReviewDraft, ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { sampleOf, type Part } from '@tongchuang/contract/testing/sample.ts'

/** A work under review for tests: waiting, scored, without feedback. */
export const aReviewWork = (part: Part<ReviewWork> = {}): ReviewWork =>
  sampleOf(ReviewWork, { status: 'sealed', scored: true, max_score: 100, pass_line: 60, ...part })

/**
 * The answer to a decision and to a saved draft: a draft without an answer that says so would be sent again for ever,
 * also while the next test runs.
 */
export const accepted = { draft: sampleOf(ReviewDraft), locked_until: null, score: 1, held: false }
