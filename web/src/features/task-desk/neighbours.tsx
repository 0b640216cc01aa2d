import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { taskPath } from './choose-task.ts'
import styles from './neighbours.module.css'
import type { DeskTask, TaskMap, TypeName } from './queries.ts'

/** The tasks before and after this one on the map. */
export const Neighbours = ({
  page: { task, prev_id, next_id },
  map,
  type,
}: {
  page: DeskTask
  map: TaskMap
  type: TypeName
}) => {
  const { desk: texts } = useTexts()
  const nodes = map.groups.flatMap(({ children }) => children)
  const prev = nodes.find(({ id }) => id === prev_id)
  const next = nodes.find(({ id }) => id === next_id)
  if (!prev && !next) return null
  return (
    <nav className={`${styles.neighbours} no-print`} aria-label={`${texts.prev} / ${texts.next}`}>
      {prev && (
        <Link to={taskPath(task.guild_id, prev.id, type)}>
          <ArrowLeft size={20} aria-hidden />
          <span>
            <small>{texts.prev}</small>
            {prev.title}
          </span>
        </Link>
      )}
      {next && (
        <Link className={styles.next} to={taskPath(task.guild_id, next.id, type)}>
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
