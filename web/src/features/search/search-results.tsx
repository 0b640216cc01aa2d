import { paths } from '@tongchuang/contract/paths.ts'
import { BlockHead } from '@tongchuang/ui/block-head.tsx'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Highlight } from './highlight.tsx'
import { kindQuery, searchQuery } from './queries.ts'
import type { Found, Kind } from './queries.ts'
import styles from './search-results.module.css'

/** The address of a search result; a person is represented by their shelf of works. */
const foundPath = ({ kind, id, guild_id }: Found): string => {
  if (kind === 'task') return paths.task({ guild: guild_id, task: id })
  return kind === 'work' ? paths.work(id) : paths.shelf(id)
}

const Item = ({ found, words }: { found: Found; words: readonly string[] }) => {
  const { search } = useTexts()
  const { kind, id, title, text, guild_name, hue, glyph, flag, author, avatar } = found
  return (
    <li>
      <Link className={styles.item} to={foundPath(found)}>
        {kind === 'person' ? (
          <Avatar id={id} name={title} src={avatar} size={40} />
        ) : (
          <Emblem hue={hue} glyph={glyph} flag={flag} height={44} />
        )}
        <span className={styles.words}>
          <b>
            <Highlight text={title} words={words} />
          </b>
          {text && (
            <span className={styles.text}>
              <Highlight text={text} words={words} />
            </span>
          )}
          <small>{author === null ? guild_name : search.by(author, guild_name)}</small>
        </span>
      </Link>
    </li>
  )
}

const Group = ({
  q,
  kind,
  list,
  words,
  hasMore,
}: {
  q: string
  kind: Kind
  list: readonly Found[]
  words: readonly string[]
  hasMore: boolean
}) => {
  const { search } = useTexts()
  return (
    <section className={styles.group} aria-labelledby={`found-${kind}`}>
      <BlockHead
        id={`found-${kind}`}
        more={
          hasMore && (
            <Link to={paths.search(q, kind)}>
              {search.all}
              <span className="vh">{search.kinds[kind]}</span>
            </Link>
          )
        }
      >
        {search.kinds[kind]}
      </BlockHead>
      <ul>
        {list.map((found) => (
          <Item key={found.id} found={found} words={words} />
        ))}
      </ul>
    </section>
  )
}

const Nothing = ({ q, kind, onClear }: { q: string; kind: Kind | null; onClear: () => void }) => {
  const { search } = useTexts()
  return (
    <EmptyState
      picture="compass"
      title={search.nothing(q)}
      action={<Button onClick={onClear}>{kind ? search.clearFilters : search.clearWords}</Button>}
    >
      {search.nothingHint}
    </EmptyState>
  )
}

const Everything = ({ q, onClear }: { q: string; onClear: () => void }) => {
  const { search } = useTexts()
  const { data, error, refetch, isPlaceholderData } = useQuery(searchQuery(q))
  if (error && !data) return <RegionError what={search.failed} error={error} onRetry={() => void refetch()} />
  const groups = data?.groups.filter(({ list, next }) => list.length > 0 || next !== null) ?? []
  // That nothing was found for the words before says nothing about the present ones.
  if (!data || (isPlaceholderData && groups.length === 0)) return <SkeletonList count={5} height={76} gap={8} />
  return (
    <div className={styles.groups} aria-busy={isPlaceholderData}>
      <output className="vh">{search.count(data.found)}</output>
      {groups.length === 0 && <Nothing q={q} kind={null} onClear={onClear} />}
      {groups.map(({ kind, list, next }) => (
        <Group key={kind} q={q} kind={kind} list={list} words={data.words} hasMore={next !== null} />
      ))}
    </div>
  )
}

const OneKind = ({ q, kind, onClear }: { q: string; kind: Kind; onClear: () => void }) => {
  const { search } = useTexts()
  const query = useInfiniteQuery(kindQuery(q, kind))
  const { data, error, refetch } = query
  if (error && !data) return <RegionError what={search.failed} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList count={8} height={76} gap={8} />
  const list = data.pages.flatMap(({ groups }) => groups[0]?.list ?? [])
  return (
    <div className={styles.groups}>
      {list.length === 0 && !query.hasNextPage ? (
        <Nothing q={q} kind={kind} onClear={onClear} />
      ) : (
        <Group q={q} kind={kind} list={list} words={data.pages[0]?.words ?? []} hasMore={false} />
      )}
      <LoadMore of={query} />
    </div>
  )
}

type Props = {
  q: string
  kind: Kind | null
  /** Removes the filter that keeps results from being found. */
  onClear: () => void
}

/** The results of a search: the first few of each kind, or all of one kind. */
export const SearchResults = ({ q, kind, onClear }: Props) => {
  const { search, square } = useTexts()
  if (q === '')
    return (
      <EmptyState
        title={search.begin}
        action={
          <Link className={buttonClass()} to={paths.square({ state: 'all' })}>
            {square.showAll}
          </Link>
        }
      >
        {search.beginHint}
      </EmptyState>
    )
  return kind ? <OneKind q={q} kind={kind} onClear={onClear} /> : <Everything q={q} onClear={onClear} />
}
