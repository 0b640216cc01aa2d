import type { QueueRow } from '@tongchuang/contract/review-work.admin.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import type { PagedRead } from '@tongchuang/ui/paged-read.ts'
import { StateMark } from '@tongchuang/ui/state-icon.tsx'
import { serverNow } from '@tongchuang/ui/server-clock.ts'
import { formatSpan } from '@tongchuang/ui/time.ts'
import { EyeOff, Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './work-list.module.css'

export const nameOf = ({ student }: Pick<QueueRow, 'student'>): string => student.real_name || student.nickname

const Verdict = ({ row }: { row: QueueRow }) => {
  const { review } = useTexts()
  const language = useLanguage()
  if (row.reviewer !== null)
    return (
      <span className={styles.quiet}>
        <Lock size={14} aria-hidden />
        {review.openBy(row.reviewer)}
      </span>
    )
  if (row.decision === 'return') return <StateMark state="returned">{review.returned}</StateMark>
  const word = row.score === null ? (row.decision === 'fail' ? review.failed : review.passed) : review.points(row.score)
  if (row.status === 'reviewed')
    return (
      <span className={styles.quiet}>
        <EyeOff size={14} aria-hidden />
        {review.held(word)}
      </span>
    )
  if (row.decision !== null) return <StateMark state={row.decision === 'fail' ? 'failed' : 'passed'}>{word}</StateMark>
  return (
    <span className={styles.quiet}>
      {review.waited(formatSpan(serverNow() - Date.parse(row.submitted_at), language))}
    </span>
  )
}

/** The queue: a row for each work, the current one highlighted; j and k move through it. */
export const WorkList = ({
  rows,
  current,
  onChoose,
  more,
  allTasks,
}: {
  rows: readonly QueueRow[]
  current: number | undefined
  onChoose: (id: number) => void
  more: PagedRead
  /** The list mixes works of several tasks, so each names its task. */
  allTasks: boolean
}) => {
  const { review } = useTexts()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <div className={styles.scroller}>
      <ol ref={list} className={styles.list} aria-label={review.list}>
        {rows.map((row, index) => (
          <li key={row.submit_id}>
            <button
              type="button"
              className={styles.row}
              aria-current={row.submit_id === current ? 'true' : undefined}
              onClick={() => onChoose(row.submit_id)}
            >
              <span className={`${styles.place} num`}>{index + 1}</span>
              <span className={styles.who}>
                <b>{nameOf(row)}</b>
                <small>
                  <span>{allTasks ? row.task_title : row.student.class_name || row.task_title}</span>
                  {row.late && <em> · {review.late}</em>}
                </small>
              </span>
              <span className={styles.verdict}>
                <Verdict row={row} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      <LoadMore of={more} />
    </div>
  )
}
