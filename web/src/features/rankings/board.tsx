import { usualPeriod } from '@tongchuang/contract/rankings.ts'
import { Chips } from '@tongchuang/ui/chips.tsx'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { titleWith, usePageTitle } from '@tongchuang/ui/page-title.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { useSite } from '@tongchuang/ui/site.ts'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import styles from './board.module.css'
import { Podium } from './podium.tsx'
import { rankingQuery } from './queries.ts'
import type { ListName, Ranking } from './queries.ts'
import { Rows } from './rows.tsx'
import { Rules } from './rules.tsx'
import { TooFew } from './too-few.tsx'
import { useRankingWords } from './words.ts'

const lists = ['excellent', 'workhard'] as const
const periods = ['week', 'month', 'term'] as const
const placesShown = 10

type Choice = { list: ListName; period: string; guild_id: number | undefined }

/** The list, period and guild given by the address; default values are omitted there. */
const useChoice = (): [Choice, (change: Partial<Choice>) => string, (change: Partial<Choice>) => void] => {
  const [params, setParams] = useSearchParams()
  const list = params.get('list') === 'workhard' ? 'workhard' : 'excellent'
  const choice = {
    list,
    period: params.get('period') ?? usualPeriod[list],
    guild_id: idInAddress(params.get('guild')),
  } as const
  const search = (change: Partial<Choice>): string => {
    const next = { ...choice, ...change }
    const written = new URLSearchParams()
    if (next.list !== 'excellent') written.set('list', next.list)
    if (next.period !== usualPeriod[next.list]) written.set('period', next.period)
    if (next.guild_id) written.set('guild', String(next.guild_id))
    return `?${written}`
  }
  return [choice, search, (change) => setParams(search(change), { replace: true, preventScrollReset: true })]
}

const ListCard = ({ list, choice, to }: { list: ListName; choice: Choice; to: string }) => {
  const { texts } = useRankingWords(list)
  const isCurrent = choice.list === list
  const own = useQuery(
    rankingQuery(list, {
      guild_id: choice.guild_id,
      period: isCurrent ? choice.period : usualPeriod[list],
      limit: placesShown,
    }),
  )
  const card = (
    <Link to={to} replace preventScrollReset className={styles.list} aria-current={isCurrent ? 'page' : undefined}>
      <b>{texts[list].title}</b>
      <small>{texts[list].about}</small>
      <span>
        {texts.me}
        <em>{own.data ? (own.data.me.rank === null ? texts.noPlace : texts.placeOf(own.data.me.rank)) : ' '}</em>
      </span>
    </Link>
  )
  // A failure of the shown list is displayed in that list's own place.
  return isCurrent || !own.error || own.data ? (
    card
  ) : (
    <div>
      {card}
      <ReadFailure of={own} />
    </div>
  )
}

/** Titles the page with the list, and with the guild and the period if they are not the default ones. */
const useBoardTitle = (list: ListName, kind: (typeof periods)[number], guild: string | undefined): void => {
  const { texts } = useRankingWords(list)
  usePageTitle(titleWith(texts[list].title, [guild, kind !== usualPeriod[list] && texts.periods[kind]]))
}

type PlacesProps = {
  list: ListName
  ranking: Ranking | undefined
  read: Pick<UseQueryResult<Ranking>, 'error' | 'refetch' | 'isPlaceholderData'>
}

/** The places of a list, or why there are none. */
const Places = ({ list, ranking, read: { error, refetch, isPlaceholderData } }: PlacesProps) => {
  const { texts } = useRankingWords(list)
  return (
    <section className={styles.places} aria-labelledby="places" aria-busy={isPlaceholderData}>
      <h2 id="places" className="vh">
        {texts[list].title}
      </h2>
      {error && !ranking && <RegionError what={texts.failed} error={error} onRetry={() => void refetch()} />}
      {!ranking && !error && (
        <>
          <Skeleton height={336} radius={24} />
          <Skeleton height={460} radius={16} />
        </>
      )}
      {ranking?.reason && <TooFew list={list} ranking={ranking} />}
      {ranking && !ranking.reason && (
        <>
          <Podium list={list} ranking={ranking} />
          <Rows list={list} ranking={ranking} from={3} />
        </>
      )}
    </section>
  )
}

/** The page of the two rankings: the choice of list, period and guild, the first three, the places and the rules. */
export const Board = ({
  guilds,
  guildsFailure,
}: {
  guilds: readonly { id: number; name: string }[] | undefined
  guildsFailure: ReactNode
}) => {
  const [choice, search, choose] = useChoice()
  const { list, period, guild_id } = choice
  const { texts, about } = useRankingWords(list)
  const site = useSite()
  const now = useNow(60)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    rankingQuery(list, { guild_id, period, limit: placesShown }),
  )
  const ranking = isPlaceholderData && data?.list.length === 0 ? undefined : data
  const scopes = [
    ...(site?.rankings === 'site' ? [{ value: '0', label: texts.wholeSite }] : []),
    ...(guilds ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const scope = String(guild_id ?? (site?.rankings === 'site' ? 0 : (data?.scope.guild_id ?? 0)))
  const kind = periods.find((kind) => period.startsWith(kind)) ?? usualPeriod[list]
  useBoardTitle(list, kind, guilds?.find(({ id }) => id === guild_id)?.name)

  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <h1>{texts.title}</h1>
        <nav className={styles.lists} aria-label={texts.both}>
          {lists.map((name) => (
            <ListCard key={name} list={name} choice={choice} to={search({ list: name, period: usualPeriod[name] })} />
          ))}
        </nav>
        {guilds === undefined && guildsFailure}
        {guilds === undefined && <div className={styles.scopes} />}
        {guilds && scopes.length > 1 && (
          <Chips
            label={texts.scope}
            items={scopes}
            value={scope}
            onChange={(value) => choose({ guild_id: Number(value) || undefined })}
          />
        )}
        <div className={styles.bar}>
          <p>{ranking && about(ranking, now)}</p>
          <Segments
            label={texts.period}
            items={periods.map((value) => ({ value, label: texts.periods[value] }))}
            value={kind}
            onChange={(value) => choose({ period: value })}
          />
        </div>
        <Places list={list} ranking={ranking} read={{ error, refetch, isPlaceholderData }} />
        {ranking && (period !== kind || ranking.earlier) && (
          <p className={styles.earlier}>
            {ranking.earlier && <Link to={search({ period: ranking.earlier })}>{texts.before[kind]}</Link>}
            {period !== kind && <Link to={search({ period: kind })}>{texts.backTo[kind]}</Link>}
          </p>
        )}
      </div>
      <Rules list={list} />
    </div>
  )
}
