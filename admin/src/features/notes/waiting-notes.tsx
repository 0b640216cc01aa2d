import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { NoteThread } from './note-thread.tsx'
import styles from './notes.module.css'
import { waitingQuery, type WaitingThread } from './queries.ts'

const Waiting = ({ thread }: { thread: WaitingThread }) => {
  const { review } = useTexts()
  const { student, task_id, submit_id } = thread
  const name = student.real_name || student.nickname
  return (
    <li className={styles.entry}>
      <header>
        <Avatar id={student.user_id} name={student.nickname} src={student.avatar} size={32} />
        <div>
          <h2>
            {name}
            {student.class_name && <small> · {student.class_name}</small>}
          </h2>
          <p>
            {thread.task_title} · {thread.guild_name} · <Moment at={thread.waiting_since} />
          </p>
        </div>
        {submit_id !== null && (
          <Link className="link" to={adminPaths.reviewOf(submit_id)}>
            {review.openWork}
          </Link>
        )}
      </header>
      <NoteThread task_id={task_id} user_id={student.user_id} name={name} />
    </li>
  )
}

/**
 * Students who wrote under a result and wait for an answer, longest wait first. Answered ones stay until the page is
 * reloaded.
 */
export const WaitingNotes = () => {
  const { notes } = useTexts()
  const list = useInfiniteQuery(waitingQuery)
  const rows = list.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <>
      <ReadFailure of={list} />
      {list.isPending && <SkeletonList count={3} height={160} gap={16} />}
      {list.data && rows.length === 0 && <EmptyState title={notes.nobodyWaits}>{notes.nobodyWaitsText}</EmptyState>}
      <ul className={styles.list} aria-label={notes.waiting}>
        {rows.map((thread) => (
          <Waiting key={`${thread.task_id}-${thread.student.user_id}`} thread={thread} />
        ))}
      </ul>
      <LoadMore of={list} />
    </>
  )
}
