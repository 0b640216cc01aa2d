import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { Circle, CircleCheck, Clock3 } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import type { StudentTask, Submission } from '../../queries/student-task.ts'
import styles from './receipt.module.css'

/** The steps completed and those to come. */
export const ReceiptSteps = ({ data, submission }: { data: StudentTask; submission: Submission }) => {
  const { steps } = useTexts().submissions.done
  const language = useLanguage()
  const { task, enrolment, can } = data
  const isPassed = task.state === 'passed'
  // Before the task is read anew it is still the one that was written.
  const isFixed = task.state === 'submitted' && !can.withdraw
  const hint = enrolment?.in_review ? steps.inReview : isFixed ? null : steps.reviewHint
  return (
    <ol className={styles.steps}>
      <li>
        <CircleCheck size={24} className={styles.stepDone} aria-hidden />
        <span>
          <b>{steps.received}</b>
          <small>{steps.receivedHint(formatMoment(submission.submitted_at, language), submission.files.length)}</small>
        </span>
      </li>
      {!isPassed && (
        <li>
          <Clock3 size={24} className={styles.stepNow} aria-hidden />
          <span>
            <b>{steps.review(task.teacher || steps.someone)}</b>
            {hint && <small>{hint}</small>}
          </span>
        </li>
      )}
      <li>
        <Circle size={24} className={styles.stepNext} aria-hidden />
        <span>
          <b>{steps.result}</b>
          <small>{steps.resultHint(10 * task.difficulty)}</small>
        </span>
      </li>
    </ol>
  )
}
