import { Dialog } from '@tongchuang/ui/dialog.tsx'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Holding, OtherDecisions } from './decide.tsx'
import styles from './phone-desk.module.css'
import type { useWorkReview } from './use-work-review.ts'
import { WorkTimes, WorkViews, type HeadProps } from './work-head.tsx'

type Review = ReturnType<typeof useWorkReview>

/** On a phone: what is rarer than a score, a sentence and the next work. */
export const MoreDialog = ({
  head,
  review,
  acts,
  onClose,
}: {
  head: HeadProps
  review: Review
  /** What concerns the whole queue. */
  acts: ReactNode
  onClose: () => void
}) => {
  const { review: texts, reviewPhone } = useTexts()
  // The dialog goes first: what comes may ask in one of its own, or take the focus.
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
