import { adminPages, adminPaths } from '@tongchuang/contract/paths.ts'
import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { Button, buttonClass, IconButton } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton, SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Keyboard, Send } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import type { SendVoice } from './voices/use-voices.ts'
import { WorkReview } from './work-review.tsx'
import styles from './review-page.module.css'
import { KeysDialog, ReleaseDialog } from './dialogs.tsx'
import { Filters } from './filters.tsx'
import { summaryQuery } from '../../queries/review.ts'
import { queueQuery, type QueueFilter } from './queries.ts'
import { ReleaseSet } from './release-set.tsx'
import { useKeys } from './use-keys.ts'
import { useQueueFilter } from './use-queue-filter.ts'
import { useQueueWalk } from './use-queue-walk.ts'
import { WorkList } from './work-list.tsx'

type Asked = 'keys' | 'release'

const BoardActs = ({
  asked,
  held,
  set_id,
  onAsk,
}: {
  asked: number
  held: number
  set_id: number | undefined
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
      <IconButton label={review.keys} onClick={() => onAsk('keys')}>
        <Keyboard size={18} aria-hidden />
      </IconButton>
    </span>
  )
}

type Held = { set_id: number | null; held: number }

/** What is held in the classes of a set; undefined without one. */
const heldIn = (tasks: readonly Held[] | undefined, set_id: number | undefined): number | undefined =>
  set_id === undefined
    ? undefined
    : (tasks ?? []).filter((one) => one.set_id === set_id).reduce((sum, one) => sum + one.held, 0)

const Releasing = ({
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

/** Whether a filter leaves works out. */
const narrows = ({ guild_id, class_name, task_id, set_id, keyword, late, mine }: QueueFilter): boolean =>
  [guild_id, class_name, task_id, set_id, keyword].some((one) => one !== undefined) || late === true || mine === true

type Given = { answered: (work: ReviewWork) => ReactNode; sendVoice: SendVoice }

/** The review page: the queue, the work, and what its reviewer makes of it; `answered` stands under a result that is out. */
export const ReviewBoard = ({ answered, sendVoice }: Given) => {
  const { review } = useTexts()
  const { filter, current, change } = useQueueFilter()
  const queue = useInfiniteQuery(queueQuery(filter))
  const rows = queue.data?.pages.flatMap(({ list }) => list) ?? []
  const { id, choose, step, opened, decided } = useQueueWalk({ rows, readAt: queue.dataUpdatedAt }, { current, change })
  const { data: summary } = useQuery(summaryQuery)
  const [dialog, setDialog] = useState<Asked | null>(null)
  const { set_id } = filter
  const task = summary?.tasks.find((one) => one.id === (filter.task_id ?? opened.work?.task_id))
  const held = heldIn(summary?.tasks, set_id) ?? task?.held ?? 0
  useKeys({ j: () => step(1), k: () => step(-1), '?': () => setDialog('keys') })

  const isFiltered = narrows(filter)
  const clear = () =>
    change({
      guild: null,
      class: null,
      task: null,
      set: null,
      q: null,
      late: null,
      mine: null,
      state: null,
      work: null,
    })
  return (
    <div className={styles.board}>
      <header className={styles.top}>
        <h1 tabIndex={-1}>{review.heading}</h1>
        {opened.work && <p className={styles.task}>{`${opened.work.task_title} · ${opened.work.guild_name}`}</p>}
        <BoardActs
          asked={(summary?.appeals ?? 0) + (summary?.extensions ?? 0) + (summary?.notes ?? 0)}
          held={held}
          set_id={set_id}
          onAsk={setDialog}
        />
      </header>
      <nav className={styles.left} aria-label={review.list}>
        <Filters key={filter.keyword ?? ''} filter={filter} change={change} />
        {!queue.data ? (
          <div className={styles.waiting}>
            <ReadFailure of={queue} />
            {queue.isPending && <SkeletonList count={8} height={46} gap={2} />}
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
          answered={opened.work.feedback.length > 0 ? answered(opened.work) : null}
          sendVoice={sendVoice}
        />
      ) : (
        <section className={styles.middle}>
          {opened.error ? (
            <RegionError error={opened.error} onRetry={opened.retry} />
          ) : id !== undefined || queue.isPending ? (
            <Skeleton height={480} />
          ) : queue.data ? (
            <EmptyState
              title={isFiltered ? review.nothingFound : review.empty}
              picture={isFiltered ? 'plane' : 'desk'}
              action={isFiltered && <Button onClick={clear}>{review.clear}</Button>}
            >
              {!isFiltered && review.emptyText}
            </EmptyState>
          ) : null}
        </section>
      )}
      {dialog === 'keys' && <KeysDialog onClose={() => setDialog(null)} />}
      {dialog === 'release' && <Releasing set_id={set_id} task_id={task?.id} onClose={() => setDialog(null)} />}
    </div>
  )
}
