import { NotFound } from '../features/not-found/not-found.tsx'
import { SetSummary } from '../features/review/set-summary.tsx'

/** /admin/review/set: the progress of the reviews of a task of several classes, `?set=` in the address. */
export const ReviewSetPage = () => <SetSummary absent={<NotFound />} />
