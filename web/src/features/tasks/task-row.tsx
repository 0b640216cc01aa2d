import type { TaskCard } from '@tongchuang/contract/tasks.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { CalendarLeaf } from '@tongchuang/ui/calendar-leaf.tsx'
import { StateMark } from '@tongchuang/ui/state-icon.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { useAccept } from './queries.ts'
import styles from './task-row.module.css'
import { useWords } from './use-words.ts'
import { groupOf, lateOf, leafOfTask, leftOf, presses, standingOf, whenOf } from './wording.ts'

/** Adds the title to each button, so that screen reader users can tell the buttons of a list apart. */
const Named = ({ title, children }: { title: string; children: ReactNode }) => {
  const { square } = useTexts()
  return (
    <>
      {children}
      <span className="vh">{square.action.of(title)}</span>
    </>
  )
}

const Action = ({ task }: { task: TaskCard }) => {
  const { action } = useTexts().square
  const accept = useAccept()
  const { state, title } = task
  if (task.channel === 'offline' && state === 'doing') return null
  if (state === 'doing' || state === 'returned') {
    const words = state === 'returned' ? action.revise : task.draft_saved_at ? action.goOn : action.write
    return (
      <Link
        className={buttonClass(words === action.write ? 'plain' : 'primary', 'small')}
        to={paths.submit({ guild: task.guild_id, task: task.id })}
      >
        <Named title={title}>{words}</Named>
      </Link>
    )
  }
  if (state === 'available' || state === 'aborted') {
    return (
      <Button size="small" busy={accept.isPending} onClick={() => accept.mutate(task)}>
        <Named title={title}>{state === 'aborted' ? action.acceptAgain : action.accept}</Named>
      </Button>
    )
  }
  const words = { submitted: action.see, passed: action.feedback, failed: action.feedback }[state as string]
  return words ? (
    <Link className={styles.quiet} to={paths.task({ guild: task.guild_id, task: task.id })}>
      <Named title={title}>{words}</Named>
    </Link>
  ) : null
}

/** A task as a row: calendar leaf, title, progress, state and the main action. */
export const TaskRow = ({ task, withGuild = false }: { task: TaskCard; withGuild?: boolean }) => {
  const { tasks, square } = useTexts()
  const words = useWords()
  const group = groupOf(task.state)
  const isDim = group === 'shut' || task.state === 'aborted' || task.state === 'excused'
  const standing = standingOf(task, words)
  const late = lateOf(task, words)
  return (
    <li className={`${styles.row} ${isDim ? styles.dim : ''}`}>
      <CalendarLeaf {...leafOfTask(task, words)} />
      <div className={styles.text}>
        <h3>
          <Link to={paths.task({ guild: task.guild_id, task: task.id })}>{task.title}</Link>
          {!withGuild && <span className={styles.type}>{tasks.types[task.type]}</span>}
        </h3>
        {(withGuild || standing) && (
          <p>{square.card.join([...(withGuild ? [task.guild_name] : []), ...(standing ? [standing] : [])])}</p>
        )}
        <p className={styles.when}>
          {presses(task, words.now) && <b className={styles.pressing}>{leftOf(task, words)}</b>}
          {late && <b className={styles.overdue}>{late}</b>}
          {whenOf(task, words)}
          {task.late && !late && <span className={styles.late}>{square.card.late}</span>}
        </p>
      </div>
      <div className={styles.state}>
        <StateMark state={task.state}>{tasks.states[task.state]}</StateMark>
      </div>
      <div className={styles.action}>
        <Action task={task} />
      </div>
    </li>
  )
}

/** Rows of tasks on one sheet of paper. */
export const TaskRows = ({ children }: { children: ReactNode }) => <ul className={styles.rows}>{children}</ul>
