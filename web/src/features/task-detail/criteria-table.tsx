import { wordedLevels } from '@tongchuang/contract/rules/level-words.ts'
import { useTexts } from '../../locales/texts.ts'
import styles from './criteria-table.module.css'
import { plain } from './numbers.ts'
import type { StudentTask, Feedback } from '../../queries/student-task.ts'

/** A circle filled as far as the level goes; the word stands beside it. */
const LevelMark = ({ level }: { level: number }) => {
  const { taskDetail: texts } = useTexts()
  const share = level / 5
  const angle = share * 2 * Math.PI
  return (
    <span className={`${styles.level} ${level >= 4 ? styles.good : styles.short}`}>
      <svg width="16" height="16" viewBox="0 0 20 20" aria-hidden>
        <circle
          cx="10"
          cy="10"
          r="8.5"
          fill={share === 1 ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="2"
        />
        {share < 1 && (
          <path
            d={`M10 10V3.5A6.5 6.5 0 ${share > 0.5 ? 1 : 0} 1 ${10 + 6.5 * Math.sin(angle)} ${10 - 6.5 * Math.cos(angle)}Z`}
            fill="currentColor"
          />
        )}
        {share === 1 && (
          <path
            d="m6 10.5 2.7 2.7L14 7.8"
            fill="none"
            stroke="#fff"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        )}
      </svg>
      {texts.levels[level]}
    </span>
  )
}

/** The level reached for each criterion, one per line. */
export const ReachedLevels = ({
  criteria,
  results,
}: {
  criteria: StudentTask['task']['criteria']
  results: Feedback['criteria']
}) => {
  const reached = criteria.flatMap(({ id, label }) => {
    const level = results.find(({ criterion_id }) => criterion_id === id)?.level
    return level === undefined ? [] : [{ id, label, level }]
  })
  if (reached.length === 0) return null
  return (
    <ul className={styles.reached}>
      {reached.map(({ id, label, level }) => (
        <li key={id}>
          {label}
          <LevelMark level={level} />
        </li>
      ))}
    </ul>
  )
}

/** The criteria of the task, and the levels reached by the last reviewed work. */
export const CriteriaTable = ({
  criteria,
  results,
}: {
  criteria: StudentTask['task']['criteria']
  results: Feedback['criteria']
}) => {
  const { taskDetail: texts } = useTexts()
  const hasResults = results.length > 0
  return (
    <table className={styles.criteria}>
      <thead>
        <tr>
          <th scope="col">{texts.criterion}</th>
          <th scope="col">{texts.weight}</th>
          {hasResults && <th scope="col">{texts.yourWork}</th>}
        </tr>
      </thead>
      <tbody>
        {criteria.map(({ id, label, description, weight, level_words }) => {
          const level = results.find(({ criterion_id }) => criterion_id === id)?.level
          return (
            <tr key={id}>
              <td>
                <b>{label}</b>
                {description && <small>{description}</small>}
                {wordedLevels(level_words).map((one) => (
                  <small key={one.level} data-reached={one.level === level || undefined}>
                    <b>{texts.levels[one.level]}</b> {one.text}
                  </small>
                ))}
              </td>
              <td className="num">{plain(weight)}%</td>
              {hasResults && <td>{level !== undefined && <LevelMark level={level} />}</td>}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
