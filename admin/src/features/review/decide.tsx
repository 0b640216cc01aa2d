import { Button } from '@tongchuang/ui/button.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { useTexts } from '../../locales/texts.ts'
import styles from './review-page.module.css'
import type { Lock } from './use-open-work.ts'
import type { useWorkReview } from './use-work-review.ts'

type Review = ReturnType<typeof useWorkReview>

/** The field for the reason of marking a work as excellent. */
export const ExcellentReason = ({ excellent }: Pick<Review, 'excellent'>) => {
  const { review } = useTexts()
  if (excellent.reason === null) return null
  return (
    <Field
      label={review.excellentReason}
      maxLength={200}
      value={excellent.reason}
      onChange={(event) => excellent.write(event.target.value)}
    />
  )
}

/** Whether the result is held until all are released. */
export const Holding = ({ form, change }: Pick<Review, 'form' | 'change'>) => {
  const { review } = useTexts()
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={form.hold} onChange={(event) => change({ hold: event.target.checked })} />
      {review.hold}
      <kbd>h</kbd>
    </label>
  )
}

/** The decisions other than passing. `onAct` wraps each, for example to close a dialog first. */
export const OtherDecisions = ({
  excellent,
  setDialog,
  save,
  onAct = (act) => act(),
}: Pick<Review, 'excellent' | 'setDialog' | 'save'> & { onAct?: (act: () => void) => void }) => {
  const { review } = useTexts()
  return (
    <>
      <Button onClick={() => onAct(() => setDialog({ kind: 'return' }))}>
        {review.return} <kbd>r</kbd>
      </Button>
      <Button aria-pressed={excellent.reason !== null} onClick={() => onAct(excellent.toggle)}>
        {review.excellent} <kbd>e</kbd>
      </Button>
      <Button onClick={() => onAct(() => save('fail'))}>
        {review.saveFail} <kbd>x</kbd>
      </Button>
    </>
  )
}

/** The buttons of the decisions: return, excellent, fail and pass, each with its key. */
export const Decide = (of: Review) => {
  const { review } = useTexts()
  return (
    <>
      <ExcellentReason excellent={of.excellent} />
      <Holding {...of} />
      <div className={styles.buttons}>
        <OtherDecisions {...of} />
        <Button tone="primary" className={styles.next} busy={of.isSaving} onClick={() => of.save(of.preselected)}>
          {review.saveNext} <kbd>s</kbd>
        </Button>
      </div>
    </>
  )
}

/**
 * Explains why no decision is possible: the result is released, another reviewer has the work, or the server does not
 * answer.
 */
export const Closed = ({
  work,
  lock,
  onTryAgain,
  onCorrect,
}: {
  work: ReviewWork
  lock: Lock
  onTryAgain: () => void
  onCorrect: () => void
}) => {
  const { review } = useTexts()
  // The student was excused while the work waited, so there is no result to correct.
  const isExcused =
    work.history[0]?.action === 'excuse' && work.feedback.every((one) => one.submit_id !== work.submit_id)
  if (work.status === 'released' && isExcused) return <p className={styles.note}>{review.isExcused}</p>
  if (work.status === 'released')
    return (
      <>
        <p className={styles.note}>{review.isReleased}</p>
        <Button onClick={onCorrect}>{review.correct}</Button>
      </>
    )
  const why = lock.why ?? (lock.holder ? `${review.locked(lock.holder)} ${review.lockedText}` : review.lockLost)
  return (
    <>
      <output className={styles.note}>{lock.state === 'unreached' ? review.unreached : why}</output>
      <Button onClick={onTryAgain}>{review.tryAgain}</Button>
    </>
  )
}
