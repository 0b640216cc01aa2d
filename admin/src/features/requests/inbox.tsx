import { Chips } from '@tongchuang/ui/chips.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { Tabs } from '@tongchuang/ui/tabs.tsx'
import { useSearchParamsState } from '@tongchuang/ui/use-search-params-state.ts'
import { useInfiniteQuery, useQuery, type UseInfiniteQueryResult, type InfiniteData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Appeals } from './appeals.tsx'
import { Extensions } from './extensions.tsx'
import { summaryQuery } from '../../queries/review.ts'
import { appealsQuery, extensionsQuery } from './queries.ts'
import { Receipt } from './receipt.tsx'
import styles from './requests.module.css'

const tabs = ['appeals', 'extensions', 'notes', 'receipt'] as const

/** A list in all its states: loading, failed, empty, or with rows. */
const Listed = <T,>({
  query,
  empty,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<{ list: T[] }>>
  empty: ReactNode
  children: (list: readonly T[]) => ReactNode
}) => {
  if (query.error && !query.data) return <RegionError error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList count={3} height={160} gap={16} />
  const list = query.data.pages.flatMap((page) => page.list)
  if (list.length === 0) return empty
  return (
    <>
      {children(list)}
      <LoadMore of={query} />
    </>
  )
}

const OpenAppeals = ({ onlyOpen }: { onlyOpen: boolean }) => {
  const { review } = useTexts()
  return (
    <Listed
      query={useInfiniteQuery(appealsQuery(onlyOpen))}
      empty={<EmptyState title={review.noAppeals}>{review.noAppealsText}</EmptyState>}
    >
      {(list) => <Appeals list={list} />}
    </Listed>
  )
}

const OpenExtensions = ({ onlyOpen }: { onlyOpen: boolean }) => {
  const { review } = useTexts()
  return (
    <Listed
      query={useInfiniteQuery(extensionsQuery(onlyOpen))}
      empty={<EmptyState title={review.noExtensions}>{review.noExtensionsText}</EmptyState>}
    >
      {(list) => <Extensions list={list} />}
    </Listed>
  )
}

/** The requests of students to reviewers: appeals, more time and notes under a result; and the search for a receipt. */
export const Inbox = ({ notes }: { notes: ReactNode }) => {
  const { review } = useTexts()
  const params = useSearchParamsState()
  const summary = useQuery(summaryQuery)
  const counts = summary.data
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'appeals'
  const onlyOpen = params.get('show') !== 'all'
  return (
    <>
      <Tabs label={review.inbox}>
        {tabs.map((one) => (
          <Link key={one} to={`?tab=${one}`} aria-current={one === tab ? 'page' : undefined}>
            {one === 'receipt' ? review.findReceipt : review[one]}
            {one !== 'receipt' && counts && counts[one] > 0 && <i>{counts[one]}</i>}
          </Link>
        ))}
      </Tabs>
      <div className={styles.body}>
        <ReadFailure of={summary} />
        {tab === 'notes' ? (
          notes
        ) : tab === 'receipt' ? (
          <Receipt no={params.get('no')} onLook={(no) => params.set('no', no)} />
        ) : (
          <>
            <Chips
              label={review.statusLabel}
              items={[
                { value: 'open', label: review.answered.open },
                { value: 'all', label: review.status.all },
              ]}
              value={onlyOpen ? 'open' : 'all'}
              onChange={(show) => params.set('show', show === 'all' ? show : '')}
            />
            {tab === 'appeals' ? <OpenAppeals onlyOpen={onlyOpen} /> : <OpenExtensions onlyOpen={onlyOpen} />}
          </>
        )}
      </div>
    </>
  )
}
