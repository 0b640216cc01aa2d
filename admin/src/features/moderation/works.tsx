import { Button } from '@tongchuang/ui/button.tsx'
import { Chips } from '@tongchuang/ui/chips.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { SearchField } from '@tongchuang/ui/search-field.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { InGuild } from './in-guild.tsx'
import shared from './moderation.module.css'
import styles from './works.module.css'
import { worksQuery, type Guild } from './queries.ts'
import { useListFilter } from './use-list-filter.ts'
import { archivedNoteId } from './work-acts.tsx'
import { WorkRow } from './work-row.tsx'

const shows = ['all', 'shared', 'waiting', 'proposed', 'picked', 'hidden'] as const

const List = ({ guild, choice }: { guild: Guild; choice: ReactNode }) => {
  const { moderation } = useTexts()
  const filter = useListFilter()
  const show = filter.pick('show', shows)
  const works = useInfiniteQuery(
    worksQuery({ guild_id: guild.id, show, ...(filter.keyword && { keyword: filter.keyword }) }),
  )
  const list = works.data?.pages.flatMap((page) => page.list) ?? []
  const isFiltered = show !== 'all' || filter.keyword !== ''
  return (
    <>
      <div className={shared.filters}>
        {choice}
        <div className={styles.look}>
          <SearchField label={moderation.lookForWork} value={filter.keyword} onChange={(q) => filter.change({ q })} />
        </div>
        <Chips
          label={moderation.show}
          items={shows.map((value) => ({ value, label: moderation.workShows[value] }))}
          value={show}
          onChange={(next) => filter.change({ show: next === 'all' ? null : next })}
        />
      </div>
      {guild.status === 'archived' && (
        <p id={archivedNoteId} className={shared.note}>
          {moderation.archivedWorks}
        </p>
      )}
      {works.error && !works.data ? (
        <RegionError error={works.error} onRetry={() => void works.refetch()} />
      ) : !works.data ? (
        <SkeletonList count={5} height={96} gap={12} />
      ) : list.length === 0 ? (
        <EmptyState
          picture={isFiltered ? 'compass' : 'lamp'}
          title={isFiltered ? moderation.nothingFound : moderation.noWorks}
          action={
            isFiltered && <Button onClick={() => filter.change({ show: null, q: null })}>{moderation.clear}</Button>
          }
        >
          {!isFiltered && moderation.noWorksHint}
        </EmptyState>
      ) : (
        <ul className={styles.rows}>
          {list.map((work) => (
            <WorkRow key={work.submit_id} work={work} guild={guild} />
          ))}
        </ul>
      )}
      <LoadMore of={works} />
    </>
  )
}

/** The passed works of a guild: featured, shared and hidden ones. */
export const Works = () => <InGuild>{(guild, choice) => <List key={guild.id} guild={guild} choice={choice} />}</InGuild>
