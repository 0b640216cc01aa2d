import { adminPages, adminPaths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass, IconButton } from '@tongchuang/ui/button.tsx'
import { Keyboard, Send } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { ReleaseDialog } from './dialogs.tsx'
import { ReleaseSet } from './release-set.tsx'
import styles from './review-page.module.css'

export type Asked = 'keys' | 'release'

/** Controls for the whole queue: pending requests, held results, and the keys. */
export const BoardActs = ({
  asked,
  held,
  set_id,
  hasKeys,
  onAsk,
}: {
  asked: number
  held: number
  set_id: number | undefined
  hasKeys: boolean
  onAsk: (asked: Asked) => void
}) => {
  const { review, reviewSets } = useTexts()
  return (
    <span className={styles.actions}>
      {set_id !== undefined && (
        <Link className={buttonClass('plain')} to={adminPaths.reviewSet(set_id)}>
          {reviewSets.toSummary}
        </Link>
      )}
      <Link className={buttonClass('plain')} to={adminPages.reviewRequests}>
        {review.inbox}
        {asked > 0 && <span className="num">{asked}</span>}
      </Link>
      {held > 0 && (
        <Button onClick={() => onAsk('release')}>
          <Send size={16} aria-hidden />
          {review.release(held)}
        </Button>
      )}
      {hasKeys && (
        <IconButton label={review.keys} onClick={() => onAsk('keys')}>
          <Keyboard size={18} aria-hidden />
        </IconButton>
      )}
    </span>
  )
}

export const Releasing = ({
  set_id,
  task_id,
  onClose,
}: {
  set_id: number | undefined
  task_id: number | undefined
  onClose: () => void
}) => {
  if (set_id !== undefined) return <ReleaseSet set_id={set_id} onClose={onClose} />
  return task_id === undefined ? null : <ReleaseDialog task_id={task_id} onClose={onClose} />
}
