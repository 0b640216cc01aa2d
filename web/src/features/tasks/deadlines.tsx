import { paths } from '@tongchuang/contract/paths.ts'
import { CalendarLeaf } from '@tongchuang/ui/calendar-leaf.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { uiTexts } from '@tongchuang/ui/ui-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import styles from './deadlines.module.css'
import { doingQuery } from './queries.ts'
import type { DoingTask } from './queries.ts'
import { useWords } from './use-words.ts'
import { groupOf, lateOf, leafOfTask, leftOf, presses, standingOf, whenOf } from './wording.ts'

/** The tasks still to be handed in, the earliest deadline first. */
export const stillToDo = (list: readonly DoingTask[]): DoingTask[] =>
  list
    .filter(({ state }) => groupOf(state) === 'todo')
    .toSorted(
      (a, b) =>
        (a.due_at ? Date.parse(a.due_at) : Infinity) - (b.due_at ? Date.parse(b.due_at) : Infinity) || a.id - b.id,
    )

const Deadline = ({ task }: { task: DoingTask }) => {
  const words = useWords()
  const { card } = words.texts
  const isReturned = task.state === 'returned'
  const late = lateOf(task, words)
  const tone = isReturned || late ? styles.returned : presses(task, words.now) ? styles.pressing : styles.open
  return (
    <li>
      <Link className={styles.due} to={paths.task({ guild: task.guild_id, task: task.id })}>
        <span className={styles.head}>
          <CalendarLeaf {...leafOfTask(task, words)} />
          <span className={styles.words}>
            <span className={`${styles.when} ${tone}`}>
              {late ??
                (isReturned
                  ? card.toRevise
                  : (leftOf(task, words) ?? (task.due_at ? uiTexts(words.language).closed : whenOf(task, words))))}
            </span>
            <b title={task.title}>{task.title}</b>
          </span>
        </span>
        <span className={styles.where}>
          <span className={styles.parts}>
            <span>{task.guild_name}</span>
            {!isReturned && <span>{standingOf(task, words)}</span>}
          </span>
          {task.due_at && <span>{whenOf(task, words)}</span>}
        </span>
      </Link>
    </li>
  )
}

/** The user’s next three deadlines; absent if there is nothing to hand in. */
export const Deadlines = () => {
  const { texts } = useWords()
  const { data, error, refetch } = useQuery(doingQuery())
  if (error && !data) return <RegionError what={texts.deadlinesFailed} error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.next}>
        <Skeleton height={164} radius={16} />
        <Skeleton height={164} radius={16} />
        <Skeleton height={164} radius={16} />
      </div>
    )
  const next = stillToDo(data).slice(0, 3)
  if (next.length === 0) return null
  return (
    <section aria-label={texts.deadlines}>
      <ul className={styles.next}>
        {next.map((task) => (
          <Deadline key={task.id} task={task} />
        ))}
      </ul>
    </section>
  )
}
