import { adminPaths } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { CalendarLeaf } from '@tongchuang/ui/calendar-leaf.tsx'
import table from '@tongchuang/ui/data-table.module.css'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment, leafOf } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Block } from './block.tsx'
import styles from './home-overview.module.css'
import type { Home } from './queries.ts'

const missingPath = ({ set_id, task_id }: Home['due']['tasks'][number]): string =>
  set_id === null ? adminPaths.missing(task_id) : adminPaths.missingInSet(set_id)

/** The tasks that are due within a week; the classes of a set are one row. */
export const Due = ({ due }: { due: Home['due'] }) => {
  const { home, tasks } = useTexts()
  const language = useLanguage()
  const now = useNow(60)
  return (
    <Block
      id="due"
      title={home.due}
      count={home.tasks(due.total)}
      to={adminPaths.tasksDueSoon()}
      aside={home.dueWithin}
    >
      {due.tasks.length === 0 ? (
        <p className={styles.none}>{home.noDue}</p>
      ) : (
        <ul className={styles.rows}>
          {due.tasks.map((task) => (
            <li key={task.task_id}>
              <CalendarLeaf {...leafOf(task.due_at, language, now)} />
              <div>
                <b>{task.title}</b>
                <span>
                  {task.set_id === null ? task.guild_name : tasks.classes.list.classes(task.classes)}
                  <i className={styles.dot}> · </i>
                  <span className={styles.phrase}>{formatMoment(task.due_at, language, now)}</span>
                </span>
              </div>
              <span className={styles.figure}>
                <b>
                  <Link to={missingPath(task)} aria-label={home.missingOf(task.title, task.missing)}>
                    {home.people(task.missing)}
                  </Link>
                </b>
                <span className={table.sub}>{home.notYet(task.members)}</span>
              </span>
              <Link
                className={buttonClass('plain', 'small')}
                to={adminPaths.task(task.task_id)}
                aria-label={home.openTask(task.title)}
              >
                {home.open}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
