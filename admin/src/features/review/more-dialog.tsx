import { Dialog } from '@tongchuang/ui/dialog.tsx'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Holding, OtherDecisions } from './decide.tsx'
import styles from './phone-review.module.css'
import type { useWorkReview } from './use-work-review.ts'
import { WorkTimes, WorkViews, type HeadProps } from './work-head.tsx'

type Review = ReturnType<typeof useWorkReview>

/** On phones: the less frequent actions, apart from score, sentence and next work. */
export const MoreDialog = ({
  head,
  review,
  acts,
  onClose,
}: {
  head: HeadProps
  review: Review
  /** The controls for the whole queue. */
  acts: ReactNode
  onClose: () => void
}) => {
  const { review: texts, reviewPhone } = useTexts()
  // Close the dialog first: the act may open another one, or take the focus.
  const after = (act: () => void) => {
    onClose()
    requestAnimationFrame(act)
  }
  return (
    <Dialog title={reviewPhone.more} onClose={onClose}>
      <div className={styles.more}>
        <WorkViews {...head} onChosen={onClose} />
        <WorkTimes shown={head.shown} />
        <p className={styles.receipt}>{texts.receipt(head.shown.receipt_no)}</p>
        {review.isOpen && (
          <>
            <Holding {...review} />
            <div className={styles.decisions}>
              <OtherDecisions {...review} onAct={after} />
            </div>
          </>
        )}
        {acts}
      </div>
    </Dialog>
  )
}
