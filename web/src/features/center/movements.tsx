import { isKeyOf } from '@tongchuang/contract/is-key-of.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { movementsQuery } from './growth-queries.ts'
import type { Ledger } from './growth-queries.ts'
import styles from './movements.module.css'
import frame from './settings.module.css'
import { useArrivedHeading } from './use-arrived-heading.ts'

const ledgers: readonly Ledger[] = ['experience', 'score']

/** The entries of the user's experience and score ledgers, one by one. */
export const Movements = () => {
  const { center, shell, standing } = useTexts()
  const heading = useArrivedHeading()
  const [params, setParams] = useSearchParams()
  const ledger = params.get('of') === 'score' ? 'score' : 'experience'
  const rows = useInfiniteQuery(movementsQuery(ledger))
  const list = rows.data?.pages.flatMap((page) => page.list) ?? []
  const nameOf = (kind: string): string => (isKeyOf(center.movements, kind) ? center.movements[kind] : kind)
  return (
    <div className={frame.settings}>
      <div className={frame.head}>
        <Link className={frame.back} to={paths.center()}>
          <ChevronLeft size={18} aria-hidden />
          {shell.titles.center}
        </Link>
        <h1 ref={heading} tabIndex={-1}>
          {center.ledgerTitle}
        </h1>
      </div>
      <Pick
        label={center.ledgerTitle}
        value={ledger}
        items={ledgers.map((value) => ({ value, label: center.ledgers[value] }))}
        onChange={(of) => setParams({ tab: 'ledger', of }, { replace: true })}
      />
      {rows.isPending && <SkeletonList count={6} height={56} gap={1} />}
      {rows.error && !rows.data && <RegionError error={rows.error} onRetry={() => void rows.refetch()} />}
      {rows.data && list.length === 0 && (
        <EmptyState
          title={center.noMovements}
          action={
            <Link className={buttonClass()} to={paths.square()}>
              {standing.toSquare}
            </Link>
          }
        >
          {center.noMovementsHint}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {list.map(({ id, kind, points, after, title, reversed, at }) => (
          <li key={id}>
            <div>
              <b>{reversed === 'yes' ? center.reversed(nameOf(kind)) : nameOf(kind)}</b>
              <small>
                {title && <span>{title}</span>}
                <Moment at={at} />
              </small>
            </div>
            <span className={styles.points}>
              <b>{points > 0 ? `+${points}` : `−${-points}`}</b>
              <small>{center.sumAfter(after)}</small>
            </span>
          </li>
        ))}
      </ul>
      <LoadMore of={rows} />
    </div>
  )
}
