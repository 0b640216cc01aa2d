import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import styles from './moderation.module.css'
import { ownFeedbackQuery } from './queries.ts'

/**
 * The feedback students gave on the user: only past months with at least three answers, without names and in no
 * particular order.
 */
export const OwnFeedback = ({ guild_id }: { guild_id: number }) => {
  const { moderation } = useTexts()
  const { data, error, refetch } = useQuery(ownFeedbackQuery(guild_id))
  if (error && !data) return <RegionError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList count={2} height={160} gap={12} />
  if (data.length === 0) return <EmptyState title={moderation.noOwn}>{moderation.sealedHint}</EmptyState>
  return (
    <>
      <p className={styles.hint}>{moderation.sealedHint}</p>
      <ul className={styles.cards}>
        {data.map(({ period, answered, average, comments }) => (
          <li key={period} className={styles.card} aria-label={moderation.month(period)}>
            <header>
              <b>{moderation.month(period)}</b>
              <small>
                {moderation.answeredBy(answered)}
                {average !== null && ` · ${moderation.average(average)}`}
              </small>
            </header>
            <ul className={styles.comments}>
              {comments.map((comment) => (
                <li key={comment}>{comment}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}
