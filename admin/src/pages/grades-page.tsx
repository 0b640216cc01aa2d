import { GradeBoard } from '../features/grades/grade-board.tsx'

/** /admin/grades: the grade grid. */
export const GradesPage = () => <GradeBoard />
