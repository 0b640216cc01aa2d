import { adminPaths } from '@tongchuang/contract/paths.ts'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { PrintButton } from '@tongchuang/ui/print-button.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { StateMark } from '@tongchuang/ui/state-icon.tsx'
import table from '@tongchuang/ui/table.module.css'
import { totalShown } from '@tongchuang/ui/total-shown.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './missing.module.css'
import { holdersQuery, type Holder, type Who } from './queries.ts'

const Row = ({ student, state, accepted_at, submitted_at, late, submit_id }: Holder) => {
  const { review } = useTexts()
  const name = student.real_name || student.nickname
  return (
    <tr>
      <th scope="row">
        {submit_id === null ? name : <Link to={adminPaths.reviewOf(submit_id)}>{name}</Link>}
        <small className={styles.narrow}>{[student.class_name, student.student_no].filter(Boolean).join(' · ')}</small>
      </th>
      <td className={`${styles.broad} num`}>{student.student_no}</td>
      <td className={styles.broad}>{student.class_name}</td>
      <td>
        <StateMark state={state}>{review.holderStates[state]}</StateMark>
      </td>
      <td className={styles.broad}>{accepted_at && <Moment at={accepted_at} />}</td>
      <td>
        {submitted_at && <Moment at={submitted_at} />}
        {late && <small>{review.late}</small>}
      </td>
    </tr>
  )
}

/** The students who accepted a task or submitted for it, each with a link to the work. */
export const Holders = ({ task_id, who }: { task_id: number; who: Who }) => {
  const { review } = useTexts()
  const query = useInfiniteQuery(holdersQuery(task_id, who))
  if (query.error && !query.data) return <RegionError error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList count={8} height={44} gap={4} />
  const list = query.data.pages.flatMap((page) => page.list)
  const total = totalShown(query.data.pages[0] ?? { total: 0 })
  if (list.length === 0) return <EmptyState title={review.holdersNone[who]} />
  return (
    <>
      <div className={`${table.bulk} no-print`}>
        <b>{review.holdersTotal(total)}</b>
        <span className={styles.print}>
          <PrintButton size="small" pages={query}>
            {review.print}
          </PrintButton>
        </span>
      </div>
      <p className="print-only">{review.printedMissing(list.length, total, !query.hasNextPage)}</p>
      <ScrollArea label={review.whose[who]}>
        <table className={`${table.table} ${styles.table}`}>
          <caption className="vh">{review.whose[who]}</caption>
          <thead>
            <tr>
              {(['student', 'studentNo', 'className', 'stateNow', 'acceptedAt', 'submittedAt'] as const).map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={
                    name === 'studentNo' || name === 'className' || name === 'acceptedAt' ? styles.broad : undefined
                  }
                >
                  {review.missingHeads[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map((row) => (
              <Row key={row.student.user_id} {...row} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <LoadMore of={query} />
    </>
  )
}
