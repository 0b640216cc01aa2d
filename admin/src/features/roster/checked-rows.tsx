import { Chips } from '@tongchuang/ui/chips.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleX, Equal, MailPlus, Plus, RefreshCw, UserPlus } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { rowsQuery } from './queries.ts'
import type { RosterImport, RosterRow, Status } from './queries.ts'
import { RepairRow } from './repair-row.tsx'
import styles from './roster.module.css'

const icons = { new: Plus, joins: UserPlus, invited: MailPlus, changed: RefreshCw, same: Equal, bad: CircleX }
const statuses = ['bad', 'new', 'joins', 'invited', 'changed', 'same'] as const
const nothing = { new: 0, joins: 0, invited: 0, changed: 0, same: 0, bad: 0 }

/** The checked rows; invalid ones come first, and are corrected in place. */
export const CheckedRows = ({ one }: { one: RosterImport }) => {
  const { roster } = useTexts()
  const counts = one.counts ?? nothing
  const [status, setStatus] = useState<Status | 'all'>(counts.bad > 0 ? 'bad' : 'all')
  // After the last invalid row has been corrected, show all rows.
  const shown = status !== 'all' && counts[status] === 0 ? 'all' : status
  const rows = useInfiniteQuery(rowsQuery(one.id, shown))
  const list = rows.data?.pages.flatMap((page) => page.list) ?? []
  const told = useRef<HTMLOutputElement>(null)
  const columns = [
    ...(['student_no', 'real_name', 'class_name'] as const),
    ...(typeof one.mapping?.guild === 'number' ? (['guild'] as const) : []),
    ...(typeof one.mapping?.role === 'number' ? (['role'] as const) : []),
    ...(typeof one.mapping?.email === 'number' ? (['email'] as const) : []),
  ]
  const items = [
    { value: 'all' as const, label: roster.all, count: one.row_count },
    ...statuses
      .filter((name) => counts[name] > 0)
      .map((name) => ({ value: name, label: roster.statuses[name], count: counts[name] })),
  ]

  return (
    <section aria-label={roster.rows}>
      <Chips label={roster.rows} items={items} value={shown} onChange={setStatus} />
      {one.state === 'checked' && (
        <output ref={told} tabIndex={-1} className={styles.told}>
          {counts.bad > 0 ? roster.stillBad(counts.bad) : roster.noneBad}
        </output>
      )}
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
                {columns.map((part) => (
                  <th key={part} scope="col">
                    {roster.parts[part]}
                  </th>
                ))}
                <th scope="col">{roster.result}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((row) => (
                <Fragment key={row.line}>
                  <OneRow row={row} columns={columns} />
                  {row.status === 'bad' && one.state === 'checked' && (
                    <tr data-bad>
                      <td colSpan={columns.length + 2} className={styles.repair}>
                        <RepairRow id={one.id} row={row} onDone={() => told.current?.focus()} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <LoadMore of={rows} />
    </section>
  )
}

type Column = 'student_no' | 'real_name' | 'class_name' | 'guild' | 'role' | 'email'

const OneRow = ({ row, columns }: { row: RosterRow; columns: readonly Column[] }) => {
  const { roster } = useTexts()
  const Icon = icons[row.status]
  return (
    <tr data-bad={row.status === 'bad' || undefined}>
      <td className={styles.number}>
        {row.sheet && <small>{row.sheet} </small>}
        {row.sheet_line}
      </td>
      {columns.map((part) => (
        <td key={part} className={part === 'student_no' ? 'num' : undefined}>
          {(part === 'role' ? roster.roles[row.role] : row[part]) || (
            <span className={styles.quiet}>{roster.emptyCell}</span>
          )}
          {part === 'real_name' && row.was && <small className={styles.was}>{roster.was(row.was)}</small>}
        </td>
      ))}
      <td>
        <span className={styles.status} data-status={row.status}>
          <Icon size={16} aria-hidden />
          {row.problem || roster.statuses[row.status]}
        </span>
      </td>
    </tr>
  )
}
