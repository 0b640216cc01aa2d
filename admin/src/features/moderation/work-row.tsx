import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Drawing } from '@tongchuang/ui/drawing.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import shared from './moderation.module.css'
import styles from './works.module.css'
import { Person } from './person.tsx'
import type { Guild, Work } from './queries.ts'
import { WorkActs } from './work-acts.tsx'

/** A passed work, the decisions made about it, and those available. */
export const WorkRow = ({ work, guild }: { work: Work; guild: Guild }) => {
  const { moderation } = useTexts()
  const { pick } = work
  const title = work.title || work.task_title
  return (
    <li className={styles.work} aria-label={title} data-out={work.hidden || undefined}>
      <span className={styles.cover}>
        {work.cover_url ? (
          <img src={work.cover_url} alt="" loading="lazy" />
        ) : (
          <Drawing size="picture" subject={guild.subject} hue={guild.hue} id={work.submit_id} />
        )}
      </span>
      <div className={styles.about}>
        <b>
          <Link to={adminPaths.reviewOf(work.submit_id)}>{title}</Link>
          {pick?.status === 'agreed' && (
            <span className={shared.good}>{work.featured ? moderation.picked : moderation.pickedHeld}</span>
          )}
          {pick?.status === 'proposed' && <span className={shared.mark}>{moderation.proposed}</span>}
          {work.share_state === 'waiting' && work.share !== 'none' && (
            <span className={shared.mark}>{moderation.wantsToShare[work.share]}</span>
          )}
          {work.hidden && <span className={shared.warn}>{moderation.isHidden}</span>}
        </b>
        <span className={styles.line}>
          <Person someone={work.student} />
          <small>
            {work.task_title} · <Moment at={work.submitted_at} /> ·{' '}
            {work.share_state === 'open' ? moderation.shares[work.share] : moderation.shareStates[work.share_state]} ·{' '}
            <span className="nb">{moderation.likes(work.like_count)}</span>
          </small>
        </span>
        {work.excerpt && <p className={styles.excerpt}>{work.excerpt}</p>}
        {pick && <p className={shared.quiet}>{moderation.pickedBy(pick.by, pick.reason)}</p>}
        {work.hidden && work.hidden_reason && (
          <p className={shared.quiet}>{moderation.hiddenBecause(work.hidden_reason)}</p>
        )}
        {work.share_state === 'refused' && work.share_answer && (
          <p className={shared.quiet}>{moderation.refusedBecause(work.share_answer)}</p>
        )}
      </div>
      <WorkActs work={work} guild={guild} title={title} />
    </li>
  )
}
