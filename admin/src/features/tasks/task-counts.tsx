import { adminPaths } from '@tongchuang/contract/paths.ts'
import table from '@tongchuang/ui/table.module.css'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import type { ListedClass } from './queries.ts'
import styles from './tasks.module.css'

/** A number that links to what it counts. */
const Counted = ({ count, to, children }: { count: number; to: string; children: string }) =>
  count === 0 ? (
    count
  ) : (
    <Link to={to} aria-label={`${children} ${count}`} className={styles.counted}>
      {count}
    </Link>
  )

/** The four numbers of a task. */
export const Counts = ({ task }: { task: ListedClass }) => {
  const { columns } = useTexts().tasks
  return (
    <>
      {(['accepted', 'submitted'] as const).map((who) => (
        <td key={who} className={table.number}>
          <Counted count={task[who]} to={adminPaths.holders(task.id, who)}>
            {columns[who]}
          </Counted>
        </td>
      ))}
      {(
        [
          ['waiting', null],
          ['passed', 'released'],
        ] as const
      ).map(([name, state]) => (
        <td key={name} className={table.number}>
          <Counted count={task[name]} to={adminPaths.review({ task: task.id, ...(state && { state }) })}>
            {columns[name]}
          </Counted>
        </td>
      ))}
    </>
  )
}

/** The sums of a set. */
export const Sums = ({ classes }: { classes: readonly ListedClass[] }) => (
  <>
    {(['accepted', 'submitted', 'waiting', 'passed'] as const).map((name) => (
      <td key={name} className={table.number}>
        <strong>{classes.reduce((sum, one) => sum + one[name], 0)}</strong>
      </td>
    ))}
  </>
)
