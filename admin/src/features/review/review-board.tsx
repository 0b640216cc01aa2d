import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { adminPages } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass, IconButton } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton, SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Keyboard, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { WorkReview } from './work-review.tsx'
import styles from './review-page.module.css'
import { KeysDialog, ReleaseDialog } from './dialogs.tsx'
import { Filters } from './filters.tsx'
import { queueQuery, summaryQuery, workQuery } from './queries.ts'
import { useKeys } from './use-keys.ts'
import { useOpenWork } from './use-open-work.ts'
import { useQueueFilter } from './use-queue-filter.ts'
import { WorkList } from './work-list.tsx'

/** The review page: the queue, the work, and what its reviewer makes of it. */
export const ReviewBoard = () => {
  const { review } = useTexts()
  const client = useQueryClient()
  const { filter, current, change } = useQueueFilter()
  const queue = useInfiniteQuery(queueQuery(filter))
  const { data: summary } = useQuery(summaryQuery)
  const rows = queue.data?.pages.flatMap(({ list }) => list) ?? []
  const at = rows.findIndex(({ submit_id }) => submit_id === current)
  const id = current ?? rows[0]?.submit_id
  const opened = useOpenWork(id)
  const [dialog, setDialog] = useState<'keys' | 'release' | null>(null)
  const task = summary?.tasks.find((one) => one.id === (filter.task_id ?? opened.work?.task_id))

  const asked = (summary?.appeals ?? 0) + (summary?.extensions ?? 0)

  const choose = (submit_id: number) => change({ work: String(submit_id) })
  const free = (row: (typeof rows)[number]) => row.reviewer === null
  const step = (by: 1 | -1) => {
    const from = at < 0 ? 0 : at
    const next = by > 0 ? rows.slice(from + 1).find(free) : rows.slice(0, from).findLast(free)
    if (next) choose(next.submit_id)
  }
  useKeys({ j: () => step(1), k: () => step(-1), '?': () => setDialog('keys') })

  // The next one is read ahead: after saving it is there at once.
  const from = at < 0 ? 0 : at
  const ahead = rows.slice(from + 1).find(free)?.submit_id
  useEffect(() => {
    if (ahead !== undefined) void client.prefetchQuery(workQuery(ahead))
  }, [ahead, client])

  const decided = (work: ReviewWork) => {
    opened.noteDecided(work.submit_id)
    client.removeQueries({ queryKey: workQuery(work.submit_id).queryKey })
    const next = ahead ?? rows.find((row) => row.submit_id !== work.submit_id && free(row))?.submit_id
    if (next === undefined) showToast(review.allDone, 'success')
    change({ work: next === undefined ? null : String(next) })
    void client.invalidateQueries({ queryKey: ['review', 'queue'] })
    void client.invalidateQueries({ queryKey: ['review', 'summary'] })
    // The number in the menu.
    void client.invalidateQueries({ queryKey: ['home'] })
  }

  const isFiltered =
    filter.guild_id !== undefined ||
    filter.class_name !== undefined ||
    filter.task_id !== undefined ||
    filter.keyword !== undefined ||
    filter.late === true ||
    filter.mine === true
  const clear = () =>
    change({ guild: null, class: null, task: null, q: null, late: null, mine: null, state: null, work: null })
  return (
    <div className={styles.board}>
      <header className={styles.top}>
        <h1 tabIndex={-1}>{review.heading}</h1>
        {opened.work && <p className={styles.task}>{`${opened.work.task_title} · ${opened.work.guild_name}`}</p>}
        <span className={styles.actions}>
          <Link className={buttonClass('plain')} to={adminPages.reviewRequests}>
            {review.inbox}
            {asked > 0 && <span className="num">{asked}</span>}
          </Link>
          {task && task.held > 0 && (
            <Button onClick={() => setDialog('release')}>
              <Send size={16} aria-hidden />
              {review.release(task.held)}
            </Button>
          )}
          <IconButton label={review.keys} onClick={() => setDialog('keys')}>
            <Keyboard size={18} aria-hidden />
          </IconButton>
        </span>
      </header>
      <nav className={styles.left} aria-label={review.list}>
        <Filters key={filter.keyword ?? ''} filter={filter} change={change} />
        {queue.error && !queue.data && <RegionError error={queue.error} onRetry={() => void queue.refetch()} />}
        {queue.isPending ? (
          <div className={styles.waiting}>
            <SkeletonList count={8} height={46} gap={2} />
          </div>
        ) : (
          <WorkList rows={rows} allTasks={filter.task_id === undefined} current={id} onChoose={choose} more={queue} />
        )}
      </nav>
      {opened.work && id !== undefined ? (
        <WorkReview
          key={opened.work.submit_id}
          work={opened.work}
          lock={opened.lock}
          onTryAgain={opened.tryAgain}
          onDecided={decided}
        />
      ) : (
        <section className={styles.middle}>
          {opened.error ? (
            <RegionError error={opened.error} onRetry={opened.retry} />
          ) : id !== undefined || queue.isPending ? (
            <Skeleton height={480} />
          ) : (
            <EmptyState
              title={isFiltered ? review.nothingFound : review.empty}
              picture={isFiltered ? 'plane' : 'desk'}
              action={isFiltered && <Button onClick={clear}>{review.clear}</Button>}
            >
              {!isFiltered && review.emptyText}
            </EmptyState>
          )}
        </section>
      )}
      {dialog === 'keys' && <KeysDialog onClose={() => setDialog(null)} />}
      {dialog === 'release' && task && <ReleaseDialog task_id={task.id} onClose={() => setDialog(null)} />}
    </div>
  )
}
