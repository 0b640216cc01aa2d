import { useAddressQuery } from '@tongchuang/ui/address-query.ts'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Chips } from '@tongchuang/ui/chips.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { titleWith, usePageTitle } from '@tongchuang/ui/page-title.ts'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { RefObject } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './guild-list.module.css'
import { GuildSearch } from './guild-search.tsx'
import { InviteForm } from './invite-form.tsx'
import { MyGuildCards } from './my-guild-cards.tsx'
import { OtherGuilds } from './other-guilds.tsx'
import { categoriesQuery, guildListQuery } from './queries.ts'
import { guildNamesQuery } from '../../queries/guild-names.ts'
import { byUrgency, standingTo } from './standing.ts'
import { useStaying } from './use-staying.ts'

const scopes = ['all', 'mine', 'joinable'] as const

/** The filters of the list, kept in the address so that going back shows the same list. */
const useGuildFilter = () => {
  const { query, change } = useAddressQuery()
  return {
    scope: scopes.find((scope) => scope === query.get('scope')) ?? 'all',
    cate_id: idInAddress(query.get('cate')),
    keyword: (query.get('keyword') ?? '').slice(0, 60),
    set: (name: string, value: string) => change({ [name]: value }),
    reset: () => change({ scope: null, cate: null, keyword: null }),
  }
}

type HeadProps = { keyword: string; onKeyword: (keyword: string) => void; code: RefObject<HTMLInputElement | null> }

/** Title, search and invite code. */
const Head = ({ keyword, onKeyword, code }: HeadProps) => {
  const { guilds } = useTexts()
  const mine = useQuery(guildNamesQuery)
  return (
    <header className={styles.head}>
      <div>
        <h1>{guilds.title}</h1>
        <p className={styles.lead}>{mine.data && guilds.lead(mine.data.length)}</p>
        <ReadFailure of={mine} what={guilds.mineFailed} />
        <GuildSearch value={keyword} onChange={onKeyword} />
      </div>
      <InviteForm field={code} />
    </header>
  )
}

const Found = ({ filter, onCode }: { filter: ReturnType<typeof useGuildFilter>; onCode: () => void }) => {
  const { guilds } = useTexts()
  const { scope, cate_id, keyword } = filter
  const query = useInfiniteQuery({
    ...guildListQuery({ scope, cate_id, keyword }),
    placeholderData: (before) => before,
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const { mine, others } = useStaying(list, `${scope} ${cate_id ?? ''} ${keyword}`)
  if (query.error && !query.data)
    return <RegionError what={guilds.failed} error={query.error} onRetry={() => void query.refetch()} />
  const isEmpty = list.length === 0 && others.length === 0
  // A list that was empty under the filters before says nothing about the present ones.
  if (!query.data || (isEmpty && query.isPlaceholderData)) return <SkeletonList count={2} height={248} gap={20} />
  if (isEmpty) {
    const isFiltered = keyword !== '' || cate_id !== undefined || scope !== 'all'
    return isFiltered ? (
      <EmptyState
        picture="compass"
        title={guilds.noneFound}
        action={<Button onClick={filter.reset}>{guilds.clearFilters}</Button>}
      />
    ) : (
      <EmptyState title={guilds.none} action={<Button onClick={onCode}>{guilds.code}</Button>}>
        {guilds.noneHint}
      </EmptyState>
    )
  }
  const waiting = others.filter((guild) => standingTo(guild) === 'pending').length
  const joinable = others.filter((guild) => ['open', 'approval', 'code'].includes(standingTo(guild))).length
  return (
    <>
      {mine.length > 0 && (
        <section className={styles.section} aria-labelledby="mine">
          <h2 id="mine">
            {guilds.mine}
            <small>{guilds.mineHint}</small>
          </h2>
          <MyGuildCards list={byUrgency(mine)} />
        </section>
      )}
      {others.length > 0 && (
        <section className={styles.section} aria-labelledby="others">
          <h2 id="others">
            {guilds.others}
            <small>{guilds.othersHint(waiting, joinable, query.hasNextPage)}</small>
          </h2>
          <OtherGuilds list={others} />
        </section>
      )}
      <LoadMore of={query} />
    </>
  )
}

/** Every guild of the school that the user may see: the user's own as cards, the others as rows. */
export const GuildList = () => {
  const { guilds, shell } = useTexts()
  const filter = useGuildFilter()
  const code = useRef<HTMLInputElement>(null)
  const categories = useQuery(categoriesQuery)
  usePageTitle(
    titleWith(shell.titles.guilds, [
      categories.data?.find(({ id }) => id === filter.cate_id)?.name,
      filter.scope !== 'all' && guilds.scopes[filter.scope],
      filter.keyword,
    ]),
  )
  return (
    <div className={styles.page}>
      <Head keyword={filter.keyword} onKeyword={(keyword) => filter.set('keyword', keyword)} code={code} />
      <div className={styles.filters}>
        <Chips
          label={guilds.categories}
          value={String(filter.cate_id ?? '')}
          onChange={(cate) => filter.set('cate', cate)}
          items={[
            // Without a count: a guild may be in no category, so the counts do not add up to the total.
            { value: '', label: guilds.all },
            ...(categories.data ?? []).map(({ id, name, guild_count }) => ({
              value: String(id),
              label: name,
              count: guild_count,
            })),
          ]}
        />
        <Pick
          label={guilds.scope}
          value={filter.scope}
          items={scopes.map((value) => ({ value, label: guilds.scopes[value] }))}
          onChange={(scope) => filter.set('scope', scope === 'all' ? '' : scope)}
        />
      </div>
      <ReadFailure of={categories} what={guilds.categoriesFailed} />
      <Found filter={filter} onCode={() => code.current?.focus()} />
    </div>
  )
}
