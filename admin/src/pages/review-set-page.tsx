import { NotFound } from '../features/not-found/not-found.tsx'
import { SetSummary } from '../features/review/set-summary.tsx'

/** /admin/review/set: how far the reviews of a task of several classes are, `?set=` in the address. */
export const ReviewSetPage = () => <SetSummary absent={<NotFound />} />
