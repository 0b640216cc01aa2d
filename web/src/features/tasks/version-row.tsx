import { paths } from '@tongchuang/contract/paths.ts'
import { CalendarLeaf } from '@tongchuang/ui/calendar-leaf.tsx'
import { StateMark } from '@tongchuang/ui/state-icon.tsx'
import { formatMoment, leafOf } from '@tongchuang/ui/time.ts'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import type { MyVersion } from './queries.ts'
import styles from './task-row.module.css'
import { useWords } from './use-words.ts'

/** One of the user’s versions as a row: time, task, version number, and the score once there is one. */
export const VersionRow = ({ version }: { version: MyVersion }) => {
  const { tasks, square, center } = useTexts()
  const { language, now } = useWords()
  const isReviewed = version.state === 'passed' || version.state === 'failed'
  const path = paths.task({ guild: version.guild_id, task: version.task_id })
  return (
    <li className={styles.row}>
      <CalendarLeaf
        top={isReviewed ? square.card.leafUndated : square.card.leafWaiting}
        main={leafOf(version.submitted_at, language, now).main}
        tone="closed"
      />
      <div className={styles.text}>
        <h3>
          <Link to={path}>{version.task_title}</Link>
        </h3>
        <p>
          {square.card.join([
            version.guild_name,
            ...(version.score === null ? [] : [square.card.score(version.score, version.max_score)]),
          ])}
        </p>
        <p className={styles.when}>
          {center.handedIn(formatMoment(version.submitted_at, language, now), version.version)}
          {version.late && <span className={styles.late}>{square.card.late}</span>}{' '}
          <span className={styles.receipt}>{version.receipt_no}</span>
        </p>
      </div>
      <div className={styles.state}>
        <StateMark state={version.state}>{tasks.states[version.state]}</StateMark>
      </div>
      <div className={styles.action}>
        <Link className={styles.quiet} to={path}>
          {isReviewed ? square.action.feedback : square.action.see}
          <span className="vh">{square.action.of(version.task_title)}</span>
        </Link>
      </div>
    </li>
  )
}
