import { MissingBoard } from '../features/missing/missing-board.tsx'

/** /admin/tasks/missing: who has not handed in, `?task=` in the address. */
export const MissingPage = () => <MissingBoard />
