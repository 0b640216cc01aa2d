import { MissingBoard } from '../features/missing/missing-board.tsx'
import { NotFound } from '../features/not-found/not-found.tsx'

/** /admin/tasks/missing: the students with nothing handed in for the task in `?task=` or the set in `?set=`. */
export const MissingPage = () => <MissingBoard absent={<NotFound />} />
