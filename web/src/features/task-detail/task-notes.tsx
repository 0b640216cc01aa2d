import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Suspense } from 'react'
import type { StudentTask } from '../../queries/student-task.ts'
import { StatusNotes } from './status-notes.tsx'
import { EarlierNotes, ResultNote, ReturnedNote } from './teacher-note.tsx'
import { newestOf } from './open-dialog-state.ts'
import type { OpenTaskDialog } from './open-dialog-state.ts'

// Most tasks have no questions with points.
const QuestionResults = lazyPart(() => import('./question-results.tsx').then((module) => module.QuestionResults))

// Needed only if a work was returned with marks and handed in again.
const MendedPlaces = lazyPart(() => import('./mended-places.tsx').then((module) => module.MendedPlaces))

/** The last return with marks, if a newer version has been handed in since. */
const lastReturn = (page: StudentTask) =>
  page.feedback.find(
    ({ decision, submit_id, marks, areas }) =>
      decision === 'return' &&
      submit_id !== null &&
      marks.length + areas.length > 0 &&
      submit_id !== newestOf(page)?.id,
  )

/** The feedback that currently applies, if the task is returned, passed or failed. */
const answerOf = ({ feedback, task }: StudentTask) =>
  ['returned', 'passed', 'failed'].includes(task.state) ? feedback[0] : undefined

/** Whether the feedback that currently applies has marks on pages. */
export const hasMarkedPages = (page: StudentTask): boolean => (answerOf(page)?.areas.length ?? 0) > 0

/** Above the paper: the current feedback, pinned; earlier feedback, folded; pending requests. */
export const TaskNotes = ({ page, open }: { page: StudentTask; open: OpenTaskDialog }) => {
  const { feedback, task } = page
  const counts = answerOf(page)
  // A return whose time has passed is the result.
  const Current = counts?.decision === 'return' && task.state === 'returned' ? ReturnedNote : ResultNote
  const returned = lastReturn(page)
  // Once the time of a returned task has passed, its last feedback stays valid.
  const last = task.state === 'expired' ? feedback[0] : counts
  const marked =
    (last?.decision !== 'return' || task.state !== 'returned') && task.questions.some(({ points = 0 }) => points > 0)
  return (
    <>
      <StatusNotes page={page} />
      <EarlierNotes list={counts ? feedback.slice(1) : feedback} open={open} />
      {counts && <Current page={page} feedback={counts} open={open} />}
      {marked && last?.submit_id && (
        <Suspense>
          <QuestionResults task={task} submit_id={last.submit_id} />
        </Suspense>
      )}
      {returned && (
        <Suspense>
          <MendedPlaces page={page} feedback={returned} />
        </Suspense>
      )}
    </>
  )
}
