import type { Dated } from '@tongchuang/contract/rules/lateness.ts'
import { CalendarLeaf } from '@tongchuang/ui/calendar-leaf.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment, formatRemaining } from '@tongchuang/ui/time.ts'
import { uiTexts } from '@tongchuang/ui/ui-texts.ts'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { dueLeaf, overdueWords } from '../../locales/due-words.ts'
import { useTexts } from '../../locales/texts.ts'
import styles from './submit-head.module.css'
import type { StudentTask } from '../../queries/student-task.ts'

type Task = Pick<StudentTask['task'], 'guild_name' | 'title' | 'last_at'> & Dated

/** The title of the task and the remaining time. */
export const SubmitHead = ({
  task,
  version,
  now,
  back,
}: {
  task: Task
  version: number
  now: number
  back: string
}) => {
  const { submissions: texts, tasks } = useTexts()
  const language = useLanguage()
  const { due_at, last_at } = task
  const late = overdueWords(task, tasks, now)
  const isOver = last_at !== null && Date.parse(last_at) <= now
  const leaf = due_at === null ? null : dueLeaf({ ...task, due_at }, language, now)
  return (
    <header className={styles.head}>
      <Link className={styles.back} to={back} aria-label={texts.back} title={texts.back}>
        <ArrowLeft size={20} aria-hidden />
      </Link>
      <div className={styles.names}>
        <p>{texts.head(task.guild_name, version)}</p>
        <h1 tabIndex={-1}>{task.title}</h1>
      </div>
      {due_at !== null && leaf && (
        <p className={styles.due}>
          <span>
            <b className={late || isOver ? styles.late : undefined}>
              {isOver ? texts.closedNow : (late ?? formatRemaining(due_at, language, now))}
            </b>
            <small>
              <span className="nb">{uiTexts(language).due(formatMoment(due_at, language, now))}</span>
              {late && last_at !== null && last_at !== due_at && (
                <>
                  {' · '}
                  <span className="nb">{texts.closesAt(formatMoment(last_at, language, now))}</span>
                </>
              )}
            </small>
          </span>
          <CalendarLeaf {...leaf} />
        </p>
      )}
    </header>
  )
}
