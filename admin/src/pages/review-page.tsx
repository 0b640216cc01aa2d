import { ReviewBoard } from '../features/review/review-board.tsx'

/** /admin/review: what waits, one work after another. */
export const ReviewPage = () => <ReviewBoard />
