import { paths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { Chips } from '@tongchuang/ui/chips.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { titleWith, usePageTitle } from '@tongchuang/ui/page-title.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { totalShown } from '@tongchuang/ui/total-shown.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { FeaturedRow } from './featured-row.tsx'
import styles from './gallery.module.css'
import { Masonry } from './masonry.tsx'
import { pickedQuery, worksQuery } from './queries.ts'
import type { Work, WorkPages, WorksFilter, WorksKey } from './queries.ts'
import { guildNamesQuery } from '../../queries/guild-names.ts'
import { Choice } from './choice.tsx'
import { forms, useGalleryFilter } from './use-gallery-filter.ts'
import { useFreshLikes } from './use-fresh-likes.ts'
import { WorkCard } from './work-card.tsx'

const Viewer = lazyPart(() => import('./viewer.tsx').then((module) => module.Viewer))

type GalleryFilter = ReturnType<typeof useGalleryFilter>

const Filters = ({ filter, month, set }: GalleryFilter) => {
  const { works: texts, guilds: words } = useTexts()
  const guilds = useQuery(guildNamesQuery)
  return (
    <div className={styles.filters}>
      <Chips
        whole
        label={texts.byForm}
        value={filter.form ?? 'all'}
        items={(['all', ...forms] as const).map((value) => ({
          value,
          label: value === 'all' ? texts.all : texts.forms[value],
        }))}
        onChange={(form) => set({ form: form === 'all' ? undefined : form })}
      />
      <div className={styles.choices}>
        <Choice
          label={texts.guild}
          value={String(filter.guild_id ?? '')}
          items={[
            { value: '', label: texts.all },
            ...(guilds.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(guild) => set({ guild })}
        />
        <Choice
          label={texts.time}
          value={month ? '1' : ''}
          items={[
            { value: '', label: texts.all },
            { value: '1', label: texts.thisMonth },
          ]}
          onChange={(value) => set({ month: value })}
        />
        <Choice
          label={texts.order}
          value={filter.sort}
          items={[
            { value: 'new', label: texts.newest },
            { value: 'like', label: texts.mostLiked },
          ]}
          onChange={(sort) => set({ sort: sort === 'new' ? undefined : sort })}
        />
      </div>
      <ReadFailure of={guilds} what={words.mineFailed} />
    </div>
  )
}

const Head = ({ filter, first }: { filter: GalleryFilter['filter']; first: string | undefined }) => {
  const { works: texts } = useTexts()
  const profile = useProfile()
  const { student_id } = filter
  if (student_id === undefined) {
    return (
      <header>
        <h1>{texts.title}</h1>
        <p className={styles.lead}>{texts.lead}</p>
      </header>
    )
  }
  const isMine = student_id === profile.user_id
  return (
    <header>
      <h1>{isMine ? texts.myShelf : texts.shelfOf(first ?? texts.someone)}</h1>
      <p className={styles.lead}>{isMine ? texts.myShelfLead : texts.shelfLead}</p>
    </header>
  )
}

const Waiting = () => (
  <div className={styles.waiting}>
    {[200, 260, 220, 180].map((height) => (
      <Skeleton key={height} height={height} />
    ))}
  </div>
)

/** Shown if nobody has shared a work yet: the gallery links to the tasks, a shelf to the works of others. */
const NothingYet = ({ isShelf }: { isShelf: boolean }) => {
  const { works: texts, standing } = useTexts()
  return (
    <EmptyState
      title={isShelf ? texts.emptyShelf : texts.empty}
      action={
        <Link className={buttonClass()} to={isShelf ? paths.works() : paths.square()}>
          {isShelf ? texts.backToAll : standing.toSquare}
        </Link>
      }
    >
      {texts.emptyHint}
    </EmptyState>
  )
}

/** Titles the page after the filters. */
const useGalleryTitle = ({ filter, month }: GalleryFilter, author: string | undefined): void => {
  const { works: texts, shell } = useTexts()
  const { user_id } = useProfile()
  const guilds = useQuery(guildNamesQuery)
  usePageTitle(
    titleWith(
      shell.titles.works,
      [
        filter.featured && texts.featured,
        filter.student_id === user_id ? texts.myShelf : filter.student_id && author && texts.shelfOf(author),
        filter.form && texts.forms[filter.form],
        guilds.data?.find(({ id }) => id === filter.guild_id)?.name,
        month && texts.thisMonth,
        filter.sort === 'like' && texts.mostLiked,
      ].filter((part) => typeof part === 'string'),
    ),
  )
}

/** The works a gallery shows: the featured ones, if they are shown above, and all others that match. */
const useShown = (filter: WorksFilter) => {
  const isShelf = filter.student_id !== undefined
  const showsPicked = !isShelf && !filter.featured && filter.sort === 'new'
  // Until the answer is there the works before stay, but never those of another person under this one's name.
  const isOfSamePerson = (last?: { queryKey: WorksKey }) => last?.queryKey[2].student_id === filter.student_id
  const picked = useInfiniteQuery({
    ...pickedQuery(filter),
    placeholderData: (before, last) => (isOfSamePerson(last) ? before : undefined),
    enabled: showsPicked,
  })
  const query = useInfiniteQuery({
    // The featured works shown above are not repeated below.
    ...worksQuery(showsPicked ? { ...filter, featured: false } : filter),
    placeholderData: (before, last) => (isOfSamePerson(last) ? before : undefined),
  })
  const above = showsPicked ? (picked.data?.pages[0]?.list ?? []) : []
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  return { isShelf, showsPicked, picked, query, above, list }
}

type ListProps = {
  query: UseInfiniteQueryResult<WorkPages>
  list: readonly Work[]
  hasPicked: boolean
  isShelf: boolean
  gallery: GalleryFilter
}

/** The works of a gallery, or the message shown if there are none or they cannot be read. */
const WorkList = ({ query, list, hasPicked, isShelf, gallery }: ListProps) => {
  const { works: texts } = useTexts()
  const { form, guild_id, from, featured } = gallery.filter
  const isFiltered = form !== undefined || guild_id !== undefined || from !== undefined || featured === true
  if (query.error && !query.data) return <RegionError error={query.error} onRetry={() => void query.refetch()} />
  // A list that was empty under the filters before says nothing about the present ones.
  if (!query.data || (list.length === 0 && query.isPlaceholderData)) return <Waiting />
  if (list.length > 0)
    return (
      <Masonry works={list} label={texts.shared}>
        {(work) => <WorkCard work={work} onOpen={gallery.show} />}
      </Masonry>
    )
  if (hasPicked) return <p className={styles.lead}>{texts.allPicked}</p>
  if (!isFiltered) return <NothingYet isShelf={isShelf} />
  return (
    <EmptyState
      title={texts.nothingFound}
      picture="compass"
      action={<Button onClick={gallery.reset}>{texts.clear}</Button>}
    />
  )
}

/** The works students share: the featured ones, then all that match the filters. */
export const Gallery = () => {
  const { works: texts } = useTexts()
  const gallery = useGalleryFilter()
  const { filter, open } = gallery
  const { isShelf, showsPicked, picked, query, above, list } = useShown(filter)
  const total = query.data?.pages[0]
  const ids = [...above, ...list].map(({ id }) => id)
  useFreshLikes(ids)
  useGalleryTitle(gallery, list[0]?.author.nickname)
  return (
    <div className={styles.page}>
      <Head filter={filter} first={list[0]?.author.nickname} />
      <Filters {...gallery} />
      {showsPicked && (
        <FeaturedRow
          query={picked}
          month={gallery.month}
          onOpen={gallery.show}
          onAll={() => gallery.set({ featured: '1' })}
        />
      )}
      <section className={styles.section} aria-labelledby="works-list">
        <h2 id="works-list">
          {filter.featured ? texts.featured : isShelf ? texts.shelf : texts.shared}
          {total && total.total > 0 && (
            <small className="num">{texts.pieces(total.total, total.total_more === true)}</small>
          )}
          {filter.featured && (
            <Button tone="text" className={styles.aside} onClick={() => gallery.set({ featured: undefined })}>
              {texts.backToAll}
            </Button>
          )}
        </h2>
        <WorkList query={query} list={list} hasPicked={above.length > 0} isShelf={isShelf} gallery={gallery} />
        <LoadMore of={query} />
      </section>
      {open !== undefined && (
        <Suspense>
          <Viewer
            id={open}
            ids={ids}
            total={totalShown({
              total: Math.max(above.length + (total?.total ?? list.length), ids.length),
              total_more: total?.total_more === true && query.hasNextPage,
            })}
            onShow={gallery.show}
            onClose={gallery.close}
            onNearEnd={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
          />
        </Suspense>
      )}
    </div>
  )
}
