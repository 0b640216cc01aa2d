import { MissingBoard } from '../features/missing/missing-board.tsx'
import { NotFound } from '../features/not-found/not-found.tsx'

/** /admin/tasks/missing: who has not handed in, `?task=` in the address. */
export const MissingPage = () => <MissingBoard absent={<NotFound />} />
