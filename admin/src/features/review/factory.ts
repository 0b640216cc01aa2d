import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'

/** A work as a test has it on the desk: waiting, scored, without a word said. */
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
