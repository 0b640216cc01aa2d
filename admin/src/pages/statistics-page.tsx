import { NotFound } from '../features/not-found/not-found.tsx'
import { StatisticsBoard } from '../features/statistics/board.tsx'

/** /admin/tasks/statistics: the statistics of the task in `?task=`, or of all classes of the set in `?set=`. */
export const StatisticsPage = () => <StatisticsBoard absent={<NotFound />} />
