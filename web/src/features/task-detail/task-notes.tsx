import type { StudentTask } from '../../queries/student-task.ts'
import { StatusNotes } from './status-notes.tsx'
import { EarlierNotes, ResultNote, ReturnedNote } from './teacher-note.tsx'
import type { OpenTaskDialog } from './open-dialog-state.ts'

/** Above the paper: what counts now, pinned to it; what was said before, folded; questions under way. */
export const TaskNotes = ({ page, open }: { page: StudentTask; open: OpenTaskDialog }) => {
  const { feedback, task } = page
  const counts = ['returned', 'passed', 'failed'].includes(task.state) ? feedback[0] : undefined
  const Current = counts?.decision === 'return' ? ReturnedNote : ResultNote
  return (
    <>
      <StatusNotes page={page} />
      <EarlierNotes list={counts ? feedback.slice(1) : feedback} open={open} />
      {counts && <Current page={page} feedback={counts} open={open} />}
    </>
  )
}
