import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import styles from './moderation.module.css'
import { PostRow } from './post-row.tsx'
import { postsQuery, type Guild } from './queries.ts'

/** One post in its thread, opened from a notice. */
export const OnePost = ({
  guild,
  post_id,
  onLeave,
  onTask,
}: {
  guild: Guild
  post_id: number
  onLeave: () => void
  onTask: (task_id: number) => void
}) => {
  const { moderation } = useTexts()
  const thread = useInfiniteQuery(postsQuery({ guild_id: guild.id, post_id }))
  const question = thread.data?.pages[0]?.list[0]
  return (
    <>
      <section className={styles.room} aria-label={moderation.onePost}>
        <header>
          <h2>{moderation.onePost}</h2>
          <Button size="small" tone="text" onClick={onLeave}>
            {moderation.leavePost}
          </Button>
        </header>
      </section>
      {thread.error && !thread.data ? (
        <RegionError error={thread.error} onRetry={() => void thread.refetch()} />
      ) : !thread.data ? (
        <SkeletonList count={3} height={120} gap={12} />
      ) : !question ? (
        <EmptyState picture="compass" title={moderation.postGone} />
      ) : (
        <ul className={styles.cards}>
          <PostRow key={post_id} post={question} guild={guild} at={post_id} onTask={() => onTask(question.task_id)} />
        </ul>
      )}
    </>
  )
}
