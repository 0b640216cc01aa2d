import { paths } from '@tongchuang/contract/paths.ts'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './neighbours.module.css'
import type { TaskMap } from '../../queries/task-map.ts'
import type { TypeName } from './queries.ts'
import type { StudentTask } from '../../queries/student-task.ts'

/** The tasks before and after this one on the map. */
export const Neighbours = ({
  page: { task, prev_id, next_id },
  map,
  type,
}: {
  page: StudentTask
  map: TaskMap
  type: TypeName
}) => {
  const { taskDetail: texts } = useTexts()
  const nodes = map.groups.flatMap(({ children }) => children)
  const prev = nodes.find(({ id }) => id === prev_id)
  const next = nodes.find(({ id }) => id === next_id)
  if (!prev && !next) return null
  return (
    <nav className={`${styles.neighbours} no-print`} aria-label={`${texts.prev} / ${texts.next}`}>
      {prev && (
        <Link to={paths.task({ guild: task.guild_id, task: prev.id, type })}>
          <ArrowLeft size={20} aria-hidden />
          <span>
            <small>{texts.prev}</small>
            {prev.title}
          </span>
        </Link>
      )}
      {next && (
        <Link className={styles.next} to={paths.task({ guild: task.guild_id, task: next.id, type })}>
          <span>
            <small>{texts.next}</small>
            {next.title}
          </span>
          <ArrowRight size={20} aria-hidden />
        </Link>
      )}
    </nav>
  )
}
