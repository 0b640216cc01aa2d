import { feedbackAdmin } from '@tongchuang/contract/feedback.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import styles from './moderation.module.css'
import { Person } from './person.tsx'
import { unsealedQuery, useChange, type Feedback } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'

const leastReason = 10

/** Reveals the author of a feedback without a name: only with a reason, which stays on record. */
export const UnsealDialog = ({ feedback, onClose }: { feedback: Feedback; onClose: () => void }) => {
  const { moderation } = useTexts()
  const unseal = useChange(feedbackAdmin.unseal)
  if (unseal.data)
    return (
      <Dialog
        title={moderation.unsealedTitle}
        onClose={onClose}
        actions={
          <Button tone="primary" onClick={onClose}>
            {moderation.done}
          </Button>
        }
      >
        <Person someone={unseal.data} />
        <p className={styles.quiet}>{moderation.unsealedNote}</p>
      </Dialog>
    )
  return (
    <ReasonDialog
      about={`unseal:${feedback.id}`}
      title={moderation.unseal}
      text={moderation.unsealText}
      label={moderation.unsealReason}
      action={moderation.unseal}
      danger
      least={leastReason}
      most={500}
      busy={unseal.isPending}
      onGo={(reason) => unseal.mutateAsync({ id: feedback.id, reason })}
      onClose={onClose}
    />
  )
}

/** Who revealed the author of a feedback, and why. */
export const Unsealed = () => {
  const { moderation } = useTexts()
  const log = useInfiniteQuery(unsealedQuery)
  const list = log.data?.pages.flatMap((page) => page.list) ?? []
  if (log.error && !log.data) return <RegionError error={log.error} onRetry={() => void log.refetch()} />
  if (list.length === 0) return null
  return (
    <section className={styles.log} aria-labelledby="unsealed">
      <h2 id="unsealed">{moderation.unsealings}</h2>
      <ul>
        {list.map((one) => (
          <li key={one.id}>
            <b>{one.admin}</b>
            <span>{one.reason}</span>
            <small>
              <Moment at={one.created_at} />
            </small>
          </li>
        ))}
      </ul>
      <LoadMore of={log} />
    </section>
  )
}
