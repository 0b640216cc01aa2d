import type { Output } from '@tongchuang/contract/call.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import type { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useSearchParamsState } from '@tongchuang/ui/use-search-params-state.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { queueQuery, standingQuery } from './queries.ts'
import { ReleaseSet } from './release-set.tsx'
import { SetClasses } from './set-classes.tsx'
import { SetMissing } from './set-missing.tsx'
import { sumOf } from './set-sums.ts'
import styles from './set-summary.module.css'

/** The number of waiting works listed here; the rest are in the queue. */
const SHOWN = 10

const Waiting = ({ set_id, waiting }: { set_id: number; waiting: number }) => {
  const { reviewSets: texts } = useTexts()
  const queue = useInfiniteQuery(queueQuery({ set_id }))
  const works = queue.data?.pages[0]?.list.slice(0, SHOWN) ?? []
  return (
    <section className={styles.waiting} aria-labelledby="unreviewed">
      <h2 id="unreviewed">{texts.theUnreviewed(waiting)}</h2>
      <ReadFailure of={queue} />
      {queue.isPending && <SkeletonList count={2} height={48} gap={2} />}
      <ul>
        {works.map(({ submit_id, student, guild_name, submitted_at, reviewer }) => (
          <li key={submit_id}>
            <span>
              <b>{student.real_name || student.nickname}</b>
              <small>
                {guild_name} · <Moment at={submitted_at} />
              </small>
            </span>
            {reviewer === null ? (
              <Link className={buttonClass()} to={adminPaths.review({ set: set_id, work: submit_id })}>
                {texts.review}
              </Link>
            ) : (
              <small>{texts.reviewedBy(reviewer)}</small>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Standing = Output<typeof reviewSetsAdmin.standing>

const Shown = ({ set_id, data: { classes, average } }: { set_id: number; data: Standing }) => {
  const { reviewSets: texts } = useTexts()
  const sum = sumOf(classes)
  const numbers = [
    ['held', sum.held, texts.ofMarked(sum.waiting + sum.returns + sum.results), texts.headHeld],
    ['waiting', sum.waiting, '', texts.headWaiting],
    ['missing', sum.missing, '', texts.headMissing],
    ['average', average ?? '–', '', texts.headAverage],
  ] as const
  return (
    <>
      <ul className={styles.numbers}>
        {numbers.map(([key, number, of, word]) => (
          <li key={key}>
            <span>
              <b className="num">{number}</b>
              {of}
            </span>
            {word}
          </li>
        ))}
      </ul>
      <SetClasses classes={classes} average={average} />
      <div className={styles.people}>
        {sum.waiting > 0 && <Waiting set_id={set_id} waiting={sum.waiting} />}
        {sum.missing > 0 && <SetMissing set_id={set_id} missing={sum.missing} />}
      </div>
    </>
  )
}

/**
 * The progress of the reviews of a task of several classes: four numbers, a row for each class, the waiting works, and
 * the release. `absent` is shown if there is no such set.
 */
export const SetSummary = ({ absent }: { absent: ReactNode }) => {
  const { reviewSets: texts } = useTexts()
  const set_id = idInAddress(useSearchParamsState().get('set')) ?? null
  const query = useQuery({ ...standingQuery(set_id ?? 0), enabled: set_id !== null })
  const { data, error } = query
  usePageTitle(data && `${data.title} · ${texts.summary}`)
  const [isReleasing, setReleasing] = useState(false)
  const sum = data && sumOf(data.classes)
  if (isNotFound(error)) return absent
  return (
    <>
      <PageHead title={data?.title ?? texts.summary} lead={data && texts.lead(data.classes.length)}>
        {set_id !== null && sum && (
          <>
            {sum.missing > 0 && (
              <Link className={buttonClass()} to={adminPaths.missingInSet(set_id)}>
                {texts.toMissing(sum.missing)}
              </Link>
            )}
            {sum.waiting > 0 && (
              <Link className={buttonClass()} to={adminPaths.review({ set: set_id })}>
                {texts.goOn(sum.waiting)}
              </Link>
            )}
            <Button tone="primary" onClick={() => setReleasing(true)}>
              <Send size={16} aria-hidden />
              {sum.held > 0 ? texts.release(sum.held) : texts.title}
            </Button>
          </>
        )}
      </PageHead>
      <ReadFailure of={query} />
      {set_id === null ? (
        <EmptyState title={texts.noSet}>{texts.noSetText}</EmptyState>
      ) : error && !data ? (
        <RegionError error={error} onRetry={() => void query.refetch()} />
      ) : data ? (
        <Shown set_id={set_id} data={data} />
      ) : (
        <SkeletonList count={6} height={60} gap={4} />
      )}
      {isReleasing && set_id !== null && <ReleaseSet set_id={set_id} onClose={() => setReleasing(false)} />}
    </>
  )
}
