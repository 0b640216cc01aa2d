import { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { sampleOf, type Part } from '@tongchuang/contract/testing/sample.ts'

/** A work under review for tests: waiting, scored, without feedback. */
export const aReviewWork = (part: Part<ReviewWork> = {}): ReviewWork =>
  sampleOf(ReviewWork, { status: 'sealed', scored: true, max_score: 100, pass_line: 60, ...part })
