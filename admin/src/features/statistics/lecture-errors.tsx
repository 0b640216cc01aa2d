import { MarkCrop } from '@tongchuang/ui/mark-crop.tsx'
import { useTexts } from '../../locales/texts.ts'
import styles from './lecture-errors.module.css'
import type { Statistics } from './queries.ts'

// The maximum number of examples, which can be compared at a glance.
const MOST_ANSWERS = 2

/** The common errors chosen by the teacher, with two examples each; their authors only if that is requested. */
export const LectureErrors = ({ comments, isNamed }: { comments: Statistics['comments']; isNamed: boolean }) => {
  const { lecture } = useTexts()
  const places = comments.flatMap((one) => one.places.map((place) => ({ ...place, text: one.text })))
  return (
    <aside className={styles.errors} aria-label={lecture.errors}>
      <h3>{lecture.errors}</h3>
      <ul>
        {comments.map(({ text, students }) => (
          <li key={text}>
            <b>{text}</b>
            <span>{lecture.students(students)}</span>
          </li>
        ))}
      </ul>
      {places.length > 0 && (
        <>
          <h3>{lecture.answers}</h3>
          {places.slice(0, MOST_ANSWERS).map(({ file, points, name, text }, at) => (
            <figure key={`${file.id} ${points.join()}`}>
              <figcaption>{isNamed ? lecture.answerOf(at, name) : lecture.answerNumber(at)}</figcaption>
              <MarkCrop file={file} points={points} alt={lecture.answerAbout(at, text)} />
            </figure>
          ))}
        </>
      )}
    </aside>
  )
}
