import { useTexts } from '../../locales/texts.ts'
import type { ListedClass } from './queries.ts'
import { CountWords, type Count } from './task-counts.tsx'
import rows from './task-rows.module.css'
import styles from './tasks.module.css'

export const Status = ({ status }: Pick<ListedClass, 'status'>) => {
  const { tasks } = useTexts()
  return (
    <span className={styles.status} data-status={status}>
      {tasks.statuses[status]}
    </span>
  )
}

/** What the columns of a task say, below its title. */
export const Facts = ({
  statuses,
  due,
  counts,
}: {
  statuses: readonly ListedClass['status'][]
  due: string
  counts: readonly Count[]
}) => (
  <span className={rows.facts}>
    {statuses.map((status) => (
      <Status key={status} status={status} />
    ))}
    <span>{due}</span>
    <CountWords counts={counts} />
  </span>
)
