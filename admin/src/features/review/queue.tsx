import { isNotFound } from '@tongchuang/contract/sender.ts'
import type { QueueRow } from '@tongchuang/contract/review-work.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import type { PagedRead } from '@tongchuang/ui/paged-read.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton, SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Filters } from './filters.tsx'
import type { QueueFilter } from './queries.ts'
import styles from './review-page.module.css'
import { WorkList } from './work-list.tsx'

/** The filters of the queue, and its works. */
export const Queue = ({
  filter,
  change,
  queue,
  current,
  onChoose,
}: {
  filter: QueueFilter
  change: (changes: Record<string, string | null>) => void
  queue: PagedRead & {
    data: { pages: { list: QueueRow[] }[] } | undefined
    isPending: boolean
    refetch: () => unknown
  }
  current: number | undefined
  onChoose: (id: number) => void
}) => (
  <>
    <Filters filter={filter} change={change} />
    {!queue.data ? (
      <div className={styles.waiting}>
        <ReadFailure of={queue} />
        {queue.isPending && <SkeletonList count={8} height={46} gap={2} />}
      </div>
    ) : (
      <WorkList
        rows={queue.data.pages.flatMap(({ list }) => list)}
        allTasks={filter.task_id === undefined}
        current={current}
        onChoose={onChoose}
        more={queue}
      />
    )}
  </>
)

/** Shown without an open work: it is loading, could not be read, or there is none. */
export const NoWork = ({
  error,
  onRetry,
  onFirst,
  isComing,
  unread,
  isFiltered,
  onClear,
}: {
  error: Error | null
  onRetry: () => void
  /** Opens the first work of the queue; null where it is empty. */
  onFirst: (() => void) | null
  isComing: boolean
  /** Shown while the queue has not been read; null once it has. */
  unread: ReactNode
  isFiltered: boolean
  onClear: () => void
}) => {
  const { review, reviewLeft } = useTexts()
  // Trying again would find nothing: its student withdrew it, or its task was deleted.
  if (isNotFound(error))
    return (
      <EmptyState
        title={reviewLeft.gone}
        picture="compass"
        action={onFirst && <Button onClick={onFirst}>{reviewLeft.toFirst}</Button>}
      />
    )
  if (error) return <RegionError error={error} onRetry={onRetry} />
  if (isComing) return <Skeleton height={480} />
  if (unread !== null) return unread
  return (
    <EmptyState
      title={isFiltered ? review.nothingFound : review.empty}
      picture={isFiltered ? 'compass' : 'lamp'}
      action={isFiltered && <Button onClick={onClear}>{review.clear}</Button>}
    >
      {!isFiltered && review.emptyText}
    </EmptyState>
  )
}
