import { Chips } from '@tongchuang/ui/chips.tsx'
import { Button } from '@tongchuang/ui/button.tsx'
import table from '@tongchuang/ui/data-table.module.css'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { ApproveDialog, RefuseDialog } from './answer-dialogs.tsx'
import styles from './privacy.module.css'
import { requestsQuery, type DeletionRequest } from './queries.ts'

const statuses = ['open', 'approved', 'refused', 'erased', 'unused'] as const

type Answering = { request: DeletionRequest; with: 'approve' | 'refuse' } | null

const Row = ({ request, onAnswer }: { request: DeletionRequest; onAnswer: (answering: Answering) => void }) => {
  const { privacy } = useTexts()
  const language = useLanguage()
  const name = request.real_name || request.nickname
  const mayApprove = request.status === 'open' || request.status === 'unused'
  const mayRefuse = request.status === 'open' || request.status === 'approved'
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={table.sub}>{request.username}</span>
      </th>
      <td>
        {request.status === 'unused'
          ? privacy.unusedReason
          : request.reason || <span className={styles.quiet}>{privacy.noReason}</span>}
      </td>
      <td>
        {request.last_login_at ? (
          <Moment at={request.last_login_at} />
        ) : (
          <span className={styles.quiet}>{privacy.never}</span>
        )}
      </td>
      <td>
        {request.status === 'approved' && request.erase_at
          ? privacy.erasedOn(formatMoment(request.erase_at, language))
          : request.asked_at && <Moment at={request.asked_at} />}
      </td>
      <td>
        <div className={styles.acts}>
          {mayRefuse && (
            <Button
              size="small"
              aria-label={privacy.of(request.status === 'approved' ? privacy.callOff : privacy.refuse, name)}
              onClick={() => onAnswer({ request, with: 'refuse' })}
            >
              {request.status === 'approved' ? privacy.callOff : privacy.refuse}
            </Button>
          )}
          {mayApprove && (
            <Button
              size="small"
              tone="danger"
              aria-label={privacy.of(privacy.approve, name)}
              onClick={() => onAnswer({ request, with: 'approve' })}
            >
              {privacy.approve}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

/** Requests to delete an account, and accounts unused for three years. */
export const DeletionRequests = () => {
  const { privacy, shell } = useTexts()
  const [query, setQuery] = useSearchParams()
  const [answering, setAnswering] = useState<Answering>(null)
  const status = statuses.find((name) => name === query.get('show')) ?? 'open'
  const requests = useInfiniteQuery(requestsQuery(status))
  const list = requests.data?.pages.flatMap((page) => page.list) ?? []
  const close = () => setAnswering(null)
  return (
    <>
      <PageHead title={shell.titles.privacy} lead={privacy.lead} />
      <div className={styles.filters}>
        <Chips
          label={privacy.show}
          value={status}
          items={statuses.map((value) => ({ value, label: privacy.statuses[value] }))}
          onChange={(show) => setQuery(show === 'open' ? {} : { show }, { replace: true, preventScrollReset: true })}
        />
      </div>
      {requests.error && !requests.data ? (
        <RegionError error={requests.error} onRetry={() => void requests.refetch()} />
      ) : !requests.data ? (
        <SkeletonList count={4} height={44} gap={4} />
      ) : list.length === 0 ? (
        <EmptyState title={privacy.none[status]}>{privacy.noneHints[status]}</EmptyState>
      ) : (
        <ScrollArea label={privacy.statuses[status]}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{privacy.who}</th>
                <th scope="col">{privacy.reason}</th>
                <th scope="col">{privacy.lastLogin}</th>
                <th scope="col">{status === 'approved' ? privacy.eraseAt : privacy.askedAt}</th>
                <th scope="col">
                  <span className="vh">{privacy.answer}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.map((request) => (
                <Row key={`${request.id ?? 'unused'}-${request.user_id}`} request={request} onAnswer={setAnswering} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <LoadMore of={requests} />
      {answering?.with === 'approve' && <ApproveDialog request={answering.request} onClose={close} />}
      {answering?.with === 'refuse' && <RefuseDialog request={answering.request} onClose={close} />}
    </>
  )
}
