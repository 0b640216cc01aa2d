import { buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { Link } from 'react-router'
import { useClosedTaskTexts } from '../../locales/use-closed-task-texts.ts'
import { KeptWork } from './kept-work.tsx'
import styles from './submit-closed.module.css'
import type { StudentTask } from '../../queries/student-task.ts'
import { serverDraftOf } from './work.ts'

/**
 * A task that does not accept submissions: the reason, a link to the task, and everything kept of what was written for
 * it.
 */
export const SubmitClosed = ({ data, back }: { data: StudentTask; back: string }) => {
  const texts = useClosedTaskTexts()
  const { task, draft, enrolment } = data
  const isSpent = task.attempts_left === 0 && (task.state === 'doing' || task.state === 'returned')
  return (
    <div className={styles.closed}>
      <h1 tabIndex={-1}>{task.title}</h1>
      <EmptyState
        title={isSpent ? texts.states.attempts : texts.states[task.channel === 'offline' ? 'offline' : task.state]}
        action={
          <Link className={buttonClass('primary')} to={back}>
            {texts.toTask}
          </Link>
        }
      >
        {task.state === 'excused' && enrolment?.excuse_reason}
      </EmptyState>
      <KeptWork task={task.id} questions={task.questions} draft={draft && serverDraftOf(draft).work} />
    </div>
  )
}
