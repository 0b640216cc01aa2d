import { paths } from '@tongchuang/contract/paths.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { activityQuery } from './growth-queries.ts'
import styles from './level.module.css'

const Badge = ({ level }: { level: number }) => (
  <svg className={styles.badge} viewBox="0 0 64 72" aria-hidden>
    <path d="M32 3 60 18v36L32 69 4 54V18z" fill="var(--primary-7)" />
    <path
      d="M32 9.500 54.500 21.500v29L32 62.500 9.500 50.500v-29z"
      fill="none"
      stroke="#fff"
      strokeOpacity=".55"
      strokeWidth="1.500"
    />
    <text x="32" y="37" fill="#fff" fontSize="26" fontWeight="700" textAnchor="middle" dominantBaseline="central">
      {level}
    </text>
    <circle cx="32" cy="57" r="2" fill="var(--sun)" />
  </svg>
)

/** My level, what is missing to the next one, and the bar between the two thresholds. */
export const Level = ({ large = false }: { large?: boolean }) => {
  const { standing } = useTexts()
  const { level, level_name, level_from, to_next_level, experience, score } = useProfile()
  const { data } = useQuery({ ...activityQuery, enabled: large })
  const week = data && data.week.points > 0 ? data.week : null
  const weekParts = week
    ? [
        week.submissions > 0 ? standing.weekSubmissions(week.submissions) : '',
        week.posts > 0 ? standing.weekPosts(week.posts) : '',
      ].filter(Boolean)
    : []
  const next = to_next_level === null ? null : experience + to_next_level
  return (
    <div className={`${styles.level} ${large ? styles.large : ''}`}>
      <Badge level={level} />
      <div>
        <p className={styles.name}>{standing.level(level, level_name)}</p>
        <p className={styles.missing}>
          {(to_next_level === null ? [standing.top] : standing.toNext(to_next_level, level + 1)).map((phrase) =>
            phrase === ' ' ? (
              phrase
            ) : (
              <span key={phrase} className="nb">
                {phrase}
              </span>
            ),
          )}
        </p>
        {next !== null && (
          <>
            <progress
              className={styles.bar}
              max={next - level_from}
              value={experience - level_from}
              aria-label={standing.experience}
            >
              {standing.experienceOf(experience, next)}
            </progress>
            <p className={styles.ends}>
              <span>{level_from}</span>
              <span>
                <b>{experience}</b> / {next}
              </span>
            </p>
          </>
        )}
        {week && <p className={styles.score}>{standing.week(week.points, weekParts)}</p>}
        <p className={styles.score}>
          {next === null ? `${standing.experienceTotal(experience)} · ${standing.score(score)}` : standing.score(score)}
          {large && <Link to={paths.center('ledger')}>{standing.ledgerLink}</Link>}
        </p>
      </div>
    </div>
  )
}
