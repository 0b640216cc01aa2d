import { LinkCard } from '@tongchuang/ui/link-card.tsx'
import type { TaskCard as Card } from '@tongchuang/contract/tasks.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { Drawing } from '@tongchuang/ui/drawing.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { StateMark } from '@tongchuang/ui/state-icon.tsx'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './task-card.module.css'
import { useWords } from './use-words.ts'
import { lateOf, shortWhenOf } from './wording.ts'

/** A task as a card with its cover, for browsing. */
export const TaskCard = ({ task }: { task: Card }) => {
  const { tasks } = useTexts()
  const words = useWords()
  const { card } = words.texts
  const late = lateOf(task, words)
  return (
    <LinkCard style={hueStyle(task.hue)}>
      <div className={styles.cover}>
        {task.cover ? (
          <img src={task.cover} alt="" loading="lazy" />
        ) : (
          <Drawing subject={task.subject} hue={task.hue} id={task.id} />
        )}
        <span className={styles.guild}>{task.guild_name}</span>
      </div>
      <div className={styles.body}>
        <h3>
          <Link to={paths.task({ guild: task.guild_id, task: task.id })}>{task.title}</Link>
        </h3>
        <p className={styles.summary}>{task.summary}</p>
        <p className={styles.meta}>
          {task.state !== 'available' && <StateMark state={task.state}>{tasks.states[task.state]}</StateMark>}
          {late ? <b className={styles.late}>{late}</b> : <span>{shortWhenOf(task, words)}</span>}
          {task.state === 'available' && <span>{card.accepted(task.accepted_count)}</span>}
          <span className={styles.points}>{card.points(task.difficulty * 10)}</span>
        </p>
      </div>
    </LinkCard>
  )
}
