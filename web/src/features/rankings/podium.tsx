import type { ListName, Ranking } from './queries.ts'
import styles from './podium.module.css'
import { Face } from './rows.tsx'
import { useRankingWords } from './words.ts'

/** A line may end after the dot inside a name, and none begins with it. */
const unbroken = (name: string): string => name.replaceAll(/[·・•]/g, '\u2060$&\u200b')

/** Whether each part between the dots of a name fits a step of a phone, so that a line breaks between parts only. */
const hasShortParts = (name: string): boolean => name.split(/[·・•]/).every((part) => [...part].length <= 4)

/** The first three of a list on their steps; equal numbers stand on steps of the same number. */
export const Podium = ({ list, ranking }: { list: ListName; ranking: Ranking }) => {
  const { texts, number, detail, under, sentence } = useRankingWords(list)
  return (
    <div className={styles.podium}>
      <ol aria-label={texts.firstThree}>
        {ranking.list.slice(0, 3).map((place, at) => (
          <li key={place.user_id ?? at} data-step={at + 1}>
            <Face place={place} size={at === 0 ? 84 : 60} />
            <span className="vh">{sentence(place, under(place))}</span>
            <b
              className={styles.name}
              title={place.nickname}
              data-short-parts={hasShortParts(place.nickname) ? '' : undefined}
              aria-hidden
            >
              {unbroken(place.is_me ? texts.meNamed(place.nickname) : place.nickname)}
            </b>
            <span className={styles.guild} aria-hidden>
              {under(place)}
            </span>
            <span className={styles.step} aria-hidden>
              <i data-first={place.rank === 1 ? '' : undefined}>{texts.placeOf(place.rank)}</i>
              {place.value !== null && (
                <strong>
                  {number(place.value)}
                  <small>{texts[list].unit}</small>
                </strong>
              )}
              {place.detail !== null && <small>{detail(place.detail)}</small>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
