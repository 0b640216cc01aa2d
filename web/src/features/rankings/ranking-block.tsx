import { paths } from '@tongchuang/contract/paths.ts'
import { BlockHead } from '@tongchuang/ui/block-head.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useSite } from '@tongchuang/ui/site.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import styles from './ranking-block.module.css'
import { rankingQuery } from './queries.ts'
import type { ListName, Place } from './queries.ts'
import { Face } from './rows.tsx'
import { useRankingWords } from './words.ts'

const placesShown = 3

/**
 * The first three of both rankings and the user’s own place, for the square. Nothing if the school shows no rankings.
 */
export const RankingBlock = () => {
  const site = useSite()
  return site?.rankings === 'off' ? null : <Block />
}

const Block = () => {
  const [list, setList] = useState<ListName>('excellent')
  const { texts, value, note, under, sentence } = useRankingWords(list)
  const { user_id, nickname, avatar } = useProfile()
  const { data, error, refetch } = useQuery(rankingQuery(list, { limit: placesShown }))
  const me = data?.me
  const isListed = data?.list.some(({ is_me }) => is_me)
  const own: Place | null =
    me && !isListed
      ? {
          rank: me.rank ?? 0,
          change: null,
          user_id,
          nickname,
          avatar,
          level: null,
          guild_name: null,
          value: me.value,
          detail: null,
          is_me: true,
        }
      : null
  const row = (place: Place, at: number) => {
    const said = place.is_me && me ? note(me) : under(place)
    return (
      <li key={place.user_id ?? at} className={place.is_me ? styles.me : undefined}>
        <span className={styles.rank}>
          <span className="vh">{sentence(place, said)}</span>
          <span aria-hidden>{place.rank > 0 ? place.rank : '–'}</span>
        </span>
        <Face place={place} size={36} />
        <span className={styles.who} aria-hidden>
          <b title={place.nickname}>{place.is_me ? texts.me : place.nickname}</b>
          <small>{said}</small>
        </span>
        <span className={styles.value} aria-hidden>
          {place.value !== null && value(place.value)}
        </span>
      </li>
    )
  }
  return (
    <section className={styles.block} aria-labelledby="rankings">
      <BlockHead id="rankings" more={<Link to={paths.rankings(list)}>{texts.whole}</Link>}>
        {texts[list].heading}
      </BlockHead>
      <Segments
        label={texts.both}
        items={[
          { value: 'excellent', label: texts.excellent.title },
          { value: 'workhard', label: texts.workhard.title },
        ]}
        value={list}
        onChange={setList}
      />
      <div className={styles.places}>
        {error && !data && <RegionError what={texts.failed} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonList count={4} height={56} gap={6} />}
        {data?.reason && data.reason !== 'OWN_ONLY' && (
          <p className={styles.none}>
            {data.reason === 'OFF' ? texts.off : data.reason === 'NO_GUILD' ? texts.noGuildHint : texts.tooFew}
          </p>
        )}
        {data && (
          <ol>
            {data.list.map(row)}
            {own && row(own, placesShown)}
          </ol>
        )}
      </div>
    </section>
  )
}
