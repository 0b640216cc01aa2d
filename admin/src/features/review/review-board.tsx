import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { totalShown } from '@tongchuang/ui/total-shown.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { BoardActs, Releasing, type Asked } from './board-acts.tsx'
import type { SendVoice } from './voices/use-voices.ts'
import { WorkReview } from './work-review.tsx'
import styles from './review-page.module.css'
import { KeysDialog } from './dialogs.tsx'
import { PhoneHead, PhoneTop } from './phone-top.tsx'
import phone from './phone-review.module.css'
import { summaryQuery } from '../../queries/review.ts'
import { queueQuery, type QueueFilter } from './queries.ts'
import { NoWork, Queue } from './queue.tsx'
import { useHeld } from './use-held.ts'
import { useIsPhone } from './use-is-phone.ts'
import { useKeys } from './use-keys.ts'
import { useQueueFilter } from './use-queue-filter.ts'
import { useQueueWalk } from './use-queue-walk.ts'

/** Whether the filter is narrower than the whole queue. */
const narrows = ({ guild_id, class_name, task_id, set_id, keyword, late, mine }: QueueFilter): boolean =>
  [guild_id, class_name, task_id, set_id, keyword].some((one) => one !== undefined) || late === true || mine === true

/** The changes of the address that clear the filter. */
const nothingNarrowed = {
  guild: null,
  class: null,
  task: null,
  set: null,
  q: null,
  late: null,
  mine: null,
  state: null,
  work: null,
}

const useBoard = () => {
  const { filter, current, change } = useQueueFilter()
  const queue = useInfiniteQuery(queueQuery(filter))
  const rows = queue.data?.pages.flatMap(({ list }) => list) ?? []
  const [first] = rows
  const walk = useQueueWalk({ rows, readAt: queue.dataUpdatedAt }, { current, change })
  const { data: summary } = useQuery(summaryQuery)
  const { work } = walk.opened
  const task_id = filter.task_id ?? work?.task_id
  return {
    filter,
    change,
    queue,
    rows,
    toFirst: first ? () => walk.choose(first.submit_id) : null,
    walk,
    task_id,
    ...useHeld(summary, { task_id, set_id: filter.set_id }),
    asked: (summary?.appeals ?? 0) + (summary?.extensions ?? 0) + (summary?.notes ?? 0),
    total: totalShown(queue.data?.pages[0] ?? { total: rows.length }),
    about: work ? `${work.task_title} · ${work.guild_name}` : null,
  }
}

type Board = ReturnType<typeof useBoard>

/** The heading on a phone: the position in the queue, and the student. */
const PhoneHeads = ({ board, onList, onMore }: { board: Board; onList: () => void; onMore: () => void }) => {
  const { rows, walk, total, about } = board
  const { id, at, before, after, opened } = walk
  const row = rows.find(({ submit_id }) => submit_id === id)
  return (
    <>
      <PhoneTop place={row ? { at, of: total } : null} about={about} onList={onList} onMore={onMore} />
      {id !== undefined && <PhoneHead row={row} work={opened.work} before={before} after={after} onStep={walk.step} />}
    </>
  )
}

type Given = { answered: (work: ReviewWork) => ReactNode; sendVoice: SendVoice }
type Opened = Asked | 'list' | 'more'

/** Says on the document that a review is open, since not every browser finds a frame by what is in it. */
const takesScreen = () => {
  document.documentElement.toggleAttribute('data-reviewing', true)
  return () => document.documentElement.removeAttribute('data-reviewing')
}

/** The review page: the queue, the work, and the review form; `answered` is shown under a released result. */
export const ReviewBoard = ({ answered, sendVoice }: Given) => {
  const { review, reviewPhone } = useTexts()
  const board = useBoard()
  const { filter, change, queue, walk, about } = board
  const { id, choose, step, opened, decided } = walk
  const isPhone = useIsPhone()
  const [dialog, setDialog] = useState<Opened | null>(null)
  const close = () => setDialog(null)
  useKeys({ j: () => step(1), k: () => step(-1), '?': () => setDialog('keys') })

  const acts = (
    <>
      {board.unread && <ReadFailure of={board.unread} />}
      <BoardActs asked={board.asked} held={board.held} set_id={filter.set_id} hasKeys={!isPhone} onAsk={setDialog} />
    </>
  )
  const list = (onChoose: (chosen: number) => void) => (
    <Queue filter={filter} change={change} queue={queue} current={id} onChoose={onChoose} />
  )
  return (
    <div ref={takesScreen} className={styles.board}>
      {isPhone ? (
        <PhoneHeads board={board} onList={() => setDialog('list')} onMore={() => setDialog('more')} />
      ) : (
        <>
          <header className={styles.top}>
            <h1 tabIndex={-1}>{review.heading}</h1>
            {about && <p className={styles.task}>{about}</p>}
            {acts}
          </header>
          <nav className={styles.left} aria-label={review.list}>
            {list(choose)}
          </nav>
        </>
      )}
      {opened.work && id !== undefined ? (
        <WorkReview
          key={opened.work.submit_id}
          work={opened.work}
          lock={opened.lock}
          onTryAgain={opened.tryAgain}
          onDecided={decided}
          answered={opened.work.feedback.length > 0 ? answered(opened.work) : null}
          sendVoice={sendVoice}
          onStep={step}
          hasNext={walk.after !== undefined}
          more={dialog === 'more' ? { acts, onClose: close } : null}
        />
      ) : (
        <section className={styles.middle}>
          <NoWork
            error={opened.error}
            onRetry={opened.retry}
            onFirst={board.toFirst}
            isComing={id !== undefined || queue.isPending}
            // On wide screens the list beside it reports the failure.
            unread={queue.data ? null : isPhone ? <ReadFailure of={queue} /> : false}
            isFiltered={narrows(filter)}
            onClear={() => change(nothingNarrowed)}
          />
        </section>
      )}
      {isPhone && dialog === 'list' && (
        <Dialog title={review.list} side="right" onClose={close}>
          <nav className={phone.queue} aria-label={review.list}>
            {list((chosen) => {
              choose(chosen)
              close()
            })}
          </nav>
        </Dialog>
      )}
      {dialog === 'more' && !opened.work && (
        <Dialog title={reviewPhone.more} onClose={close}>
          <div className={phone.more}>{acts}</div>
        </Dialog>
      )}
      {dialog === 'keys' && <KeysDialog onClose={close} />}
      {dialog === 'release' && <Releasing set_id={filter.set_id} task_id={board.task_id} onClose={close} />}
    </div>
  )
}
