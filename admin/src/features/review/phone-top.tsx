import { adminPages } from '@tongchuang/contract/paths.ts'
import type { QueueRow, ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { IconButton } from '@tongchuang/ui/button.tsx'
import { ChevronLeft, ChevronRight, Ellipsis, ListFilter } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './phone-review.module.css'
import { nameOf } from './work-list.tsx'

/** The top bar of the review page on a phone: back, position in the queue, the queue, and less frequent actions. */
export const PhoneTop = ({
  place,
  about,
  onList,
  onMore,
}: {
  /** The position in the queue; null if the open work is not in it. */
  place: { at: number; of: string } | null
  /** The task and its guild. */
  about: string | null
  onList: () => void
  onMore: () => void
}) => {
  const { review, reviewPhone: texts } = useTexts()
  return (
    <header className={styles.top}>
      <Link className={styles.back} to={adminPages.home} aria-label={texts.toHome} title={texts.toHome}>
        <ChevronLeft size={20} aria-hidden />
      </Link>
      <h1 tabIndex={-1}>
        {place ? (
          <>
            <span className="vh">{review.heading}</span> {texts.placeOf(place.at + 1, place.of)}
          </>
        ) : (
          review.heading
        )}
        {about && <small>{about}</small>}
      </h1>
      <IconButton label={review.list} aria-haspopup="dialog" onClick={onList}>
        <ListFilter size={20} aria-hidden />
      </IconButton>
      <IconButton label={texts.more} aria-haspopup="dialog" onClick={onMore}>
        <Ellipsis size={20} aria-hidden />
      </IconButton>
    </header>
  )
}

/** The student of the work, with buttons for the previous and next one; it stays while the next one loads. */
export const PhoneHead = ({
  row,
  work,
  before,
  after,
  onStep,
}: {
  row: QueueRow | undefined
  work: ReviewWork | undefined
  before: QueueRow | undefined
  after: QueueRow | undefined
  onStep: (by: 1 | -1) => void
}) => {
  const { review, reviewPhone: texts } = useTexts()
  const shown = work ?? row
  const inTime = work && (work.late ? review.late : work.due_at ? texts.onTime : null)
  const parts = [shown?.student.class_name, work && review.version(work.version), inTime].filter(Boolean)
  return (
    <div className={styles.head}>
      <div className={styles.who}>
        {shown && <h2>{nameOf(shown)}</h2>}
        <p>{parts.join(' · ')}</p>
      </div>
      <IconButton
        label={before ? texts.stepTo(review.previous, nameOf(before)) : review.previous}
        aria-disabled={!before || undefined}
        onClick={() => onStep(-1)}
      >
        <ChevronLeft size={20} aria-hidden />
      </IconButton>
      <IconButton
        label={after ? texts.stepTo(review.next, nameOf(after)) : review.next}
        aria-disabled={!after || undefined}
        onClick={() => onStep(1)}
      >
        <ChevronRight size={20} aria-hidden />
      </IconButton>
    </div>
  )
}
