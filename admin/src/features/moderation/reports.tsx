import { adminPaths } from '@tongchuang/contract/paths.ts'
import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Choice } from './choice.tsx'
import styles from './moderation.module.css'
import { Person } from './person.tsx'
import { guildsQuery, reportsQuery, useChange, type Report } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { useListFilter } from './use-list-filter.ts'

/** The number of reports that hide a post or work until staff decide. */
const holding = 3

/** The reported post or work, with the task it belongs to. */
const Reported = ({ report }: { report: Report }) => {
  const { moderation } = useTexts()
  const isWork = report.target === 'submit'
  return (
    <>
      {report.context && (
        <p className={styles.context}>
          {isWork ? moderation.workTitled : moderation.under}
          {report.context}
        </p>
      )}
      {report.target === 'note' && <p className={styles.context}>{moderation.underResult}</p>}
      <div className={styles.said}>
        {report.content_html ? (
          <StoredHtml html={report.content_html} />
        ) : (
          <p className={styles.quiet}>{isWork ? moderation.noText : moderation.gone}</p>
        )}
      </div>
    </>
  )
}

const Reasons = ({ report }: { report: Report }) => {
  const { moderation } = useTexts()
  return (
    <ul className={styles.reasons}>
      {report.reports.map((one) => (
        <li key={`${one.created_at}${one.reason}${one.note}`}>
          <b>{moderation.reasons[one.reason]}</b>
          {one.note && <span>{moderation.note(one.note)}</span>}
          <small>
            <Moment at={one.created_at} />
          </small>
        </li>
      ))}
    </ul>
  )
}

const ReportCard = ({ report }: { report: Report }) => {
  const { moderation } = useTexts()
  const [hiding, setHiding] = useState(false)
  const decide = useChange(discussionsAdmin.decide)
  const isOpen = report.status === 'open'
  const isWork = report.target === 'submit'
  const answer = (decision: 'keep' | 'hide', reason?: string) =>
    decide
      .mutateAsync({ id: report.id, decision, ...(reason === undefined ? {} : { reason }) })
      .then(({ answered, status }) => {
        if (answered > 0) showToast(decision === 'keep' ? moderation.kept : moderation.hid, 'success')
        else showToast(moderation.decidedBefore[status === 'hidden' ? 'hidden' : 'kept'], 'info')
      })
  return (
    <li className={styles.card} aria-label={moderation.reportOf(report.writer.real_name || report.writer.nickname)}>
      <header>
        <Person someone={report.writer} anonymous={report.anonymous} />
        <small>
          {report.guild} · <Link to={adminPaths.task(report.task_id)}>{report.task}</Link>
        </small>
      </header>
      <Reported report={report} />
      <Reasons report={report} />
      <footer>
        <span className={styles.state}>
          {isOpen
            ? moderation.people(report.people)
            : moderation.decided[report.status === 'hidden' ? 'hidden' : 'kept']}
          {isOpen && report.people >= holding && <span className={styles.warn}>{moderation.heldSince}</span>}
          {report.decided_at && <Moment at={report.decided_at} />}
        </span>
        <span className={styles.acts}>
          {isWork && (
            <Link className={buttonClass('text', 'small')} to={adminPaths.reviewOf(report.target_id)}>
              {moderation.openWork}
            </Link>
          )}
          {isOpen && (
            <>
              <Button
                size="small"
                busy={decide.isPending && !hiding}
                onClick={() => void answer('keep').catch(() => {})}
              >
                {moderation.keep}
              </Button>
              <Button size="small" tone="danger" onClick={() => setHiding(true)}>
                {moderation.hide}
              </Button>
            </>
          )}
        </span>
      </footer>
      {hiding && (
        <ReasonDialog
          about={`report:${report.id}`}
          title={isWork ? moderation.hideWork : moderation.hidePost}
          text={moderation.authorReads}
          label={moderation.reason}
          action={moderation.hide}
          danger
          busy={decide.isPending}
          onGo={(reason) => answer('hide', reason)}
          onClose={() => setHiding(false)}
        />
      )}
    </li>
  )
}

/** What students reported: open ones oldest first, with everything needed to decide; decided ones newest first. */
export const Reports = () => {
  const { moderation } = useTexts()
  const filter = useListFilter()
  const status = filter.pick('show', ['open', 'decided'])
  const guilds = useQuery(guildsQuery)
  const reports = useInfiniteQuery(reportsQuery({ status, ...(filter.guild_id && { guild_id: filter.guild_id }) }))
  const list = reports.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <>
      <div className={styles.filters}>
        <Segments
          label={moderation.show}
          items={[
            { value: 'open' as const, label: moderation.open },
            { value: 'decided' as const, label: moderation.answered },
          ]}
          value={status}
          onChange={(show) => filter.change({ show: show === 'open' ? null : show })}
        />
        <Choice
          label={moderation.guild}
          all={moderation.allGuilds}
          value={filter.guild_id ? String(filter.guild_id) : ''}
          items={(guilds.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(guild) => filter.change({ guild })}
        />
      </div>
      <ReadFailure of={guilds} />
      {reports.error && !reports.data ? (
        <RegionError error={reports.error} onRetry={() => void reports.refetch()} />
      ) : !reports.data ? (
        <SkeletonList count={3} height={180} gap={12} />
      ) : list.length === 0 ? (
        <EmptyState title={status === 'open' ? moderation.noReports : moderation.noDecided}>
          {status === 'open' ? moderation.noReportsHint : moderation.noDecidedHint}
        </EmptyState>
      ) : (
        <ul className={styles.cards}>
          {list.map((report) => (
            <ReportCard key={`${report.target}${report.target_id}${report.status}`} report={report} />
          ))}
        </ul>
      )}
      <LoadMore of={reports} />
    </>
  )
}
