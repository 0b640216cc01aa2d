import { useTexts } from '../../locales/texts.ts'
import styles from './absent.module.css'
import type { RosterImport } from './queries.ts'

/** Students of the listed classes whom the list does not name: the import does not touch them. */
export const Absent = ({ of: { count, people } }: { of: RosterImport['absent'] }) => {
  const { roster } = useTexts()
  if (count === 0) return null
  return (
    <details className={styles.absent}>
      <summary>{roster.absent(count)}</summary>
      <p>{roster.absentMeans}</p>
      <ul>
        {people.map(({ student_no, real_name, class_name }) => (
          <li key={student_no}>
            {real_name} <small className="num">{student_no}</small> <small>{class_name}</small>
          </li>
        ))}
      </ul>
      {count > people.length && <p>{roster.absentMore(count - people.length)}</p>}
    </details>
  )
}
