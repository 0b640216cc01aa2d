import { useTexts } from '../../locales/texts.ts'
import { useChosenComments } from './chosen-comments.ts'
import type { Counted, Statistics } from './queries.ts'
import styles from './statistics.module.css'

/** Comments written to several students; selected ones are shown in 讲评 together with an answer. */
export const Comments = ({
  comments,
  counted,
  inLecture,
}: {
  comments: Statistics['comments']
  counted: Counted
  /** Whether there is a 讲评 of this task. */
  inLecture: boolean
}) => {
  const { statistics } = useTexts()
  const { chosen, toggle } = useChosenComments(counted)
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2>{statistics.comments}</h2>
        {inLecture && <span className={styles.keys}>{statistics.commentsNote}</span>}
      </div>
      <ul className={styles.comments}>
        {comments.map(({ text, students }) => (
          <li key={text}>
            {inLecture ? (
              <label>
                <input type="checkbox" checked={chosen.includes(text)} onChange={() => toggle(text)} />
                <span>{text}</span>
              </label>
            ) : (
              <span>{text}</span>
            )}
            <span className="num">{statistics.students(students)}</span>
          </li>
        ))}
      </ul>
      {inLecture && <p className={styles.few}>{statistics.commentsHint}</p>}
    </section>
  )
}
