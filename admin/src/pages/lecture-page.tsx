import { NotFound } from '../features/not-found/not-found.tsx'
import { Lecture } from '../features/statistics/lecture.tsx'

/** /admin/tasks/lecture: 讲评 of the task in `?task=`, or of all classes of the set in `?set=`. */
export const LecturePage = () => <Lecture absent={<NotFound />} />
