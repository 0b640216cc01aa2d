import { paths } from '@tongchuang/contract/paths.ts'
import { Link } from 'react-router'
import type { ListName, Ranking } from './queries.ts'
import styles from './too-few.module.css'
import { useRankingWords } from './words.ts'

/**
 * Shown when nobody but the user is listed: fewer than five people, a guild that shows no ranking, or a school where
 * students see only their own place. The user’s own number is still shown.
 */
export const TooFew = ({ list, ranking }: { list: ListName; ranking: Ranking }) => {
  const { texts, value, note } = useRankingWords(list)
  const { reason, eligible, me } = ranking
  const isOwn = reason === 'OWN_ONLY'
  const own = me.value === null ? '' : texts.ownOnly(value(me.value))
  const place = me.rank === null ? note(me) : texts.ownPlace(me.rank, me.value === null ? '' : value(me.value))
  const [title, text] =
    reason === 'OFF'
      ? [texts.off, texts.offHint]
      : reason === 'NO_GUILD'
        ? [texts.noGuild, texts.noGuildHint]
        : isOwn
          ? [place, texts.ownListHint]
          : [texts.tooFew, texts.tooFewHint(eligible)]
  return (
    <div className={styles.few}>
      <svg width="220" viewBox="0 0 220 130" aria-hidden>
        <g stroke="var(--ink-1)" strokeWidth="3" strokeLinejoin="round" fill="var(--surface)">
          <path d="M78 46h64v80H78z" />
          <path d="M14 74h64v52H14zM142 86h64v40h-64z" />
        </g>
        <path d="M4 126h212" stroke="var(--ink-1)" strokeWidth="3" strokeLinecap="round" />
        <g fontSize="22" fontWeight="700" fill="var(--ink-3)" textAnchor="middle">
          <text x="110" y="80">
            1
          </text>
          <text x="46" y="108">
            2
          </text>
          <text x="174" y="114">
            3
          </text>
        </g>
        <circle
          cx="110"
          cy="24"
          r="14"
          fill="none"
          stroke="var(--line-strong)"
          strokeWidth="2.5"
          strokeDasharray="4 4"
        />
      </svg>
      <div>
        <h2>{title}</h2>
        <p>
          {text}
          {!isOwn && own}
        </p>
        {isOwn && <Link to={paths.works()}>{texts.featuredWorks}</Link>}
      </div>
    </div>
  )
}
