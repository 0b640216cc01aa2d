import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ListName, Place, Ranking } from './queries.ts'
import styles from './rows.module.css'
import { useRankingWords } from './words.ts'

const Change = ({ list, change }: { list: ListName; change: number | null }) => {
  const { texts } = useRankingWords(list)
  if (change === null) return <span className={styles.change} />
  if (change === 0)
    return (
      <span className={styles.change} aria-hidden>
        {texts.same}
      </span>
    )
  return (
    <span className={styles.change} data-up={change > 0 ? '' : undefined} aria-hidden>
      {change > 0 ? <ChevronUp size={14} /> : <ChevronDown size={14} />}
      {change > 0 ? texts.up(change) : texts.down(-change)}
    </span>
  )
}

/** A person of a ranking, shown by their picture or a generated one. */
export const Face = ({ place, size }: { place: Place; size: number }) => (
  <Avatar id={place.user_id ?? place.rank} name={place.nickname} src={place.avatar} size={size} />
)

const Row = ({ list, place, me }: { list: ListName; place: Place; me: Ranking['me'] }) => {
  const { texts, value, detail, note, under, sentence } = useRankingWords(list)
  const said = place.is_me ? note(me) : under(place)
  return (
    <li className={place.is_me ? styles.me : undefined}>
      <span className={styles.rank}>
        <span className="vh">{sentence(place, said)}</span>
        <span aria-hidden>{place.rank}</span>
      </span>
      <Face place={place} size={40} />
      <span className={styles.who} aria-hidden>
        <b title={place.nickname}>{place.is_me ? texts.me : place.nickname}</b>
        <small>{said}</small>
      </span>
      <Change list={list} change={place.change} />
      <span className={styles.value} aria-hidden>
        {place.value !== null && <b>{value(place.value)}</b>}
        {place.detail !== null && <small>{detail(place.detail)}</small>}
      </span>
    </li>
  )
}

/** The places of a list, then the user’s own with its direct neighbors. */
export const Rows = ({ list, ranking, from = 0 }: { list: ListName; ranking: Ranking; from?: number }) => {
  const { texts } = useRankingWords(list)
  const { user_id, nickname, avatar } = useProfile()
  const { me, neighbours } = ranking
  const rows = ranking.list.slice(from)
  const isListed = ranking.list.some(({ is_me }) => is_me)
  const own: Place | null =
    isListed || me.rank === null || me.value === null
      ? null
      : {
          rank: me.rank,
          change: me.change,
          user_id,
          nickname,
          avatar,
          level: null,
          guild_name: null,
          value: me.value,
          detail: me.detail,
          is_me: true,
        }
  const around = own
    ? [...neighbours, own].toSorted((one, other) => one.rank - other.rank || Number(other.is_me) - Number(one.is_me))
    : neighbours
  if (rows.length + around.length === 0) return null
  return (
    <ol className={styles.rows}>
      {rows.map((place, at) => (
        <Row key={place.user_id ?? `anonymous ${at}`} list={list} place={place} me={me} />
      ))}
      {around.length > 0 && <li className={styles.gap}>{neighbours.length > 0 ? texts.around : texts.myPlace}</li>}
      {around.map((place, at) => (
        <Row key={place.user_id ?? `near ${at}`} list={list} place={place} me={me} />
      ))}
    </ol>
  )
}
