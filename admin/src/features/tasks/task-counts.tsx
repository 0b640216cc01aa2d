import { adminPaths } from '@tongchuang/contract/paths.ts'
import table from '@tongchuang/ui/table.module.css'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import type { ListedClass } from './queries.ts'
import rows from './task-rows.module.css'
import styles from './tasks.module.css'

/** The four numbers of a task, in the order of their columns. */
export const counted = ['accepted', 'submitted', 'waiting', 'passed'] as const

/** A number, and where what it counts is listed; null for a sum. */
export type Count = { name: (typeof counted)[number]; count: number; to: string | null }

export const countsOf = (task: ListedClass): Count[] => {
  const to = {
    accepted: adminPaths.holders(task.id, 'accepted'),
    submitted: adminPaths.holders(task.id, 'submitted'),
    waiting: adminPaths.review({ task: task.id }),
    passed: adminPaths.review({ task: task.id, state: 'released' }),
  }
  return counted.map((name) => ({ name, count: task[name], to: to[name] }))
}

/** The sums of a set. */
export const sumsOf = (classes: readonly ListedClass[]): Count[] =>
  counted.map((name) => ({ name, count: classes.reduce((sum, one) => sum + one[name], 0), to: null }))

/** The numbers as cells; each links to what it counts. */
export const Counts = ({ counts }: { counts: readonly Count[] }) => {
  const { columns } = useTexts().tasks
  return counts.map(({ name, count, to }) => (
    <td key={name} className={table.number}>
      {to === null ? (
        <strong>{count}</strong>
      ) : count === 0 ? (
        count
      ) : (
        <Link to={to} aria-label={`${columns[name]} ${count}`} className={styles.counted}>
          {count}
        </Link>
      )}
    </td>
  ))
}

/** The numbers as words, where there are no columns. */
export const CountWords = ({ counts }: { counts: readonly Count[] }) => {
  const { columns } = useTexts().tasks
  return (
    <span className={rows.counts}>
      {counts.map(({ name, count, to }) =>
        to === null || count === 0 ? (
          <span key={name}>{`${columns[name]} ${count}`}</span>
        ) : (
          <Link key={name} to={to} className={styles.counted}>
            {`${columns[name]} ${count}`}
          </Link>
        ),
      )}
    </span>
  )
}
