import { paths } from '@tongchuang/contract/paths.ts'
import { lazyDecoration, lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { LevelBadge } from '@tongchuang/ui/level-badge.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { activityQuery } from './growth-queries.ts'
import styles from './level.module.css'

const LevelArt = lazyDecoration(() => import('./level-drawings.tsx').then((module) => module.LevelArt))
// Shown once per level, in the personal center.
const LevelReached = lazyPart(() => import('./level-drawings.tsx').then((module) => module.LevelReached))

type Props = {
  large?: boolean
  /** The news about a level just reached and not seen before. */
  news?: ReactNode
}

/** The tasks the level opened, on the day it was reached: a link to the first, and how many there are. */
const Opened = () => {
  const { standing } = useTexts()
  const { opened } = useProfile()
  const [first] = opened
  if (!first) return null
  return (
    <p className={styles.opened}>
      {standing.opened}
      <Link to={paths.task({ guild: first.guild_id, task: first.id })}>{standing.title(first.title)}</Link>
      {standing.openedMore(opened.length)}
    </p>
  )
}

/** Text that wraps only between phrases. */
const Phrases = ({ of }: { of: readonly string[] }) =>
  of.map((phrase) =>
    phrase === ' ' ? (
      phrase
    ) : (
      <span key={phrase} className="nb">
        {phrase}
      </span>
    ),
  )

/** The user's level, what is missing to the next one, and the bar between the two thresholds. */
export const Level = ({ large = false, news }: Props) => {
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
  const small = <LevelBadge level={level} className={styles.badge} />
  const badge = (
    <Suspense fallback={small}>
      <LevelArt level={level} className={styles.badge} />
    </Suspense>
  )
  const next = to_next_level === null ? null : experience + to_next_level
  return (
    <div className={`${styles.level} ${large ? styles.large : ''} ${news ? styles.reached : ''}`}>
      {news ? (
        <Suspense fallback={badge}>
          <LevelReached level={level} />
        </Suspense>
      ) : (
        badge
      )}
      <div className={styles.words}>
        <p className={styles.name}>
          {news ? <Phrases of={standing.reached(level, level_name)} /> : standing.level(level, level_name)}
        </p>
        {news}
        <div className={styles.rest}>
          <Opened />
          <p className={styles.missing}>
            <Phrases of={to_next_level === null ? [standing.top] : standing.toNext(to_next_level, level + 1)} />
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
            {next === null
              ? `${standing.experienceTotal(experience)} · ${standing.score(score)}`
              : standing.score(score)}
            {large && <Link to={paths.center('ledger')}>{standing.ledgerLink}</Link>}
          </p>
        </div>
      </div>
    </div>
  )
}
