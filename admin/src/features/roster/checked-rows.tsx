import { Chips } from '@tongchuang/ui/chips.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleX, Equal, MailPlus, Plus, RefreshCw, Shield } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { rowsQuery } from './queries.ts'
import type { RosterImport, Status } from './queries.ts'
import styles from './roster.module.css'

const icons = { new: Plus, joins: Shield, invited: MailPlus, changed: RefreshCw, same: Equal, bad: CircleX }
const statuses = ['bad', 'new', 'joins', 'invited', 'changed', 'same'] as const

/** What the check found, row by row; what is wrong comes first. */
export const CheckedRows = ({ one }: { one: RosterImport }) => {
  const { roster } = useTexts()
  const counts = one.counts ?? { new: 0, joins: 0, invited: 0, changed: 0, same: 0, bad: 0 }
  const [status, setStatus] = useState<Status | 'all'>(counts.bad > 0 ? 'bad' : 'all')
  const rows = useInfiniteQuery(rowsQuery(one.id, status))
  const list = rows.data?.pages.flatMap((page) => page.list) ?? []
  const hasAddresses = typeof one.mapping?.email === 'number'
  const items = [
    { value: 'all' as const, label: roster.all, count: one.row_count },
    ...statuses
      .filter((name) => counts[name] > 0)
      .map((name) => ({ value: name, label: roster.statuses[name], count: counts[name] })),
  ]

  return (
    <section aria-label={roster.rows}>
      <Chips label={roster.rows} items={items} value={status} onChange={setStatus} />
      {rows.error && !rows.data && <RegionError error={rows.error} onRetry={() => void rows.refetch()} />}
      {rows.isPending ? (
        <SkeletonList count={8} height={36} gap={4} />
      ) : (
        <ScrollArea label={roster.rows}>
          <table className={styles.table}>
            <caption className="vh">{roster.rows}</caption>
            <thead>
              <tr>
                <th scope="col" className={styles.number}>
                  {roster.line}
                </th>
                <th scope="col">{roster.parts.student_no}</th>
                <th scope="col">{roster.parts.real_name}</th>
                <th scope="col">{roster.parts.class_name}</th>
                {hasAddresses && <th scope="col">{roster.parts.email}</th>}
                <th scope="col">{roster.result}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((row) => {
                const Icon = icons[row.status]
                return (
                  <tr key={row.line} data-bad={row.status === 'bad' || undefined}>
                    <td className={styles.number}>{row.line}</td>
                    <td className="num">
                      {row.student_no || <span className={styles.quiet}>{roster.emptyCell}</span>}
                    </td>
                    <td>{row.real_name || <span className={styles.quiet}>{roster.emptyCell}</span>}</td>
                    <td>{row.class_name}</td>
                    {hasAddresses && <td>{row.email}</td>}
                    <td>
                      <span className={styles.status} data-status={row.status}>
                        <Icon size={16} aria-hidden />
                        {row.problem || roster.statuses[row.status]}
                      </span>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <LoadMore of={rows} />
    </section>
  )
}
