import { paths } from '@tongchuang/contract/paths.ts'
import { CalendarLeaf } from '@tongchuang/ui/calendar-leaf.tsx'
import { Drawing } from '@tongchuang/ui/drawing.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { StateIcon, StateMark } from '@tongchuang/ui/state-icon.tsx'
import { formatRemaining, leafOf } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { dueLeaf, overdueWords } from '../../locales/due-words.ts'
import { headWords } from './head-words.ts'
import { lockWords } from '../../locales/lock-words.ts'
import type { TypeName } from './queries.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import { TaskActions } from './task-actions.tsx'
import styles from './task-head.module.css'
import type { OpenTaskDialog } from './open-dialog-state.ts'

/** Why the task cannot be accepted, with links to its prerequisites. */
const Locks = ({ page, now }: { page: StudentTask; now: number }) => {
  const { tasks } = useTexts()
  const language = useLanguage()
  const { task } = page
  const open = task.prerequisites.filter(({ passed }) => !passed)
  if (page.can.accept || task.lock.length === 0) return null
  return (
    <ul id="task-locks" className={styles.locks}>
      {task.lock.map((lock) => (
        <li key={lock.reason}>
          <StateIcon state={lock.reason === 'CLOSED' ? 'expired' : 'locked'} />
          {lock.reason === 'LOCKED' && open.length > 0 ? (
            <span>
              {open.map(({ id, title }) => (
                <Link key={id} to={paths.task({ guild: task.guild_id, task: id })}>
                  {tasks.locks.LOCKED(title)}
                </Link>
              ))}
            </span>
          ) : (
            <span>{lockWords(lock, tasks.locks, language, now)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The head of the page in the guild's tint: title, time, state and actions. */
export const TaskHead = ({ page, type, open }: { page: StudentTask; type: TypeName; open: OpenTaskDialog }) => {
  const { taskDetail: texts, tasks } = useTexts()
  const language = useLanguage()
  const now = useNow()
  const { task, can } = page
  const words = headWords(page, { taskDetail: texts, tasks }, language, now)
  const { leafAt } = words
  const leaf =
    leafAt === null
      ? null
      : leafAt === task.due_at
        ? dueLeaf({ ...task, due_at: leafAt }, language, now)
        : leafOf(leafAt, language, now)
  const left =
    task.due_at !== null && (can.submit || can.accept)
      ? (overdueWords(task, tasks, now) ?? formatRemaining(task.due_at, language, now))
      : null
  return (
    <header className={styles.head} style={hueStyle(task.hue)}>
      <div className={styles.ground} aria-hidden>
        <Drawing size="corner" subject={task.subject} hue={task.hue} id={task.id} className={styles.drawing} />
      </div>
      <div className={styles.text}>
        <p className={styles.guild}>
          <Link to={paths.guild({ id: task.guild_id, name: task.guild_name })}>
            <Emblem hue={task.hue} glyph={task.glyph} flag={task.flag} height={28} />
            {task.guild_name}
          </Link>
          <span>{texts.kind(tasks.types[task.type], task.chapter)}</span>
        </p>
        <h1 tabIndex={-1}>{task.title}</h1>
        <div className={styles.time}>
          {leaf && <CalendarLeaf large {...leaf} />}
          <div>
            <StateMark state={task.state}>{tasks.states[task.state]}</StateMark>
            <b className={`num ${words.isLate ? styles.late : ''}`}>{words.main}</b>
            {words.more.length > 0 && (
              <small className="num">
                {words.more.map((part, index) => (
                  <span key={part}>
                    {index > 0 && ' · '}
                    <span className={styles.phrase}>{part}</span>
                  </span>
                ))}
              </small>
            )}
          </div>
        </div>
        <Locks page={page} now={now} />
        <TaskActions page={page} type={type} open={open} time={left} />
      </div>
    </header>
  )
}
