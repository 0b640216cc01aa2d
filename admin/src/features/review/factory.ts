import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'

/** A work under review for tests: waiting, scored, without feedback. */
export const aReviewWork = (part: Partial<ReviewWork>): ReviewWork =>
  ({
    submit_id: 1,
    version: 1,
    guild_id: 1,
    status: 'waiting',
    scored: true,
    max_score: 100,
    pass_line: 60,
    late_deduction: 0,
    criteria: [],
    versions: [],
    feedback: [],
    draft: null,
    question_marks: [],
    result: null,
    hold: false,
    ...part,
  }) as unknown as ReviewWork
