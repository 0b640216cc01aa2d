import { StateIcon } from '@tongchuang/ui/state-icon.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useTexts } from '../../locales/texts.ts'
import { FeedbackSlip } from './feedback-slip.tsx'
import type { StudentTask } from '../../queries/student-task.ts'
import styles from './returned-slip.module.css'

type Feedback = StudentTask['feedback'][number]

/** The feedback a returned work came back with; each mark leads to its place in the text. */
export const ReturnedSlip = ({
  feedback,
  find,
}: {
  feedback: Feedback
  find: (quote: string, number: number) => boolean
}) => {
  const { submissions: texts } = useTexts()
  const { marks, voices } = feedback
  const words = [feedback.text, ...voices.map(({ text }) => text)].filter(Boolean).join('\n')
  const jump = (quote: string, number: number) => {
    if (!find(quote, number)) showToast(texts.jumpFailed, 'info')
  }
  const list = marks.length > 0 && (
    <ol>
      {marks.map((mark, index) => (
        <li key={index}>
          <q>{mark.quote}</q>
          <span>{mark.text}</span>
          {marks.length > 1 && (
            <button type="button" className={`link ${styles.jump}`} onClick={() => jump(mark.quote, index + 1)}>
              {texts.jumpTo(index + 1)}
            </button>
          )}
        </li>
      ))}
    </ol>
  )
  return (
    <FeedbackSlip
      icon={<StateIcon state="returned" size={20} />}
      title={texts.feedback(marks.length)}
      quote={words && texts.quoted(words)}
      meta={
        <>
          {texts.reviewer(feedback.reviewer.nickname, feedback.reviewer.role)}
          {feedback.score !== null && <span className="num"> · {texts.provisional(String(feedback.score))}</span>}
          {marks.length === 1 && marks[0] && (
            <>
              {' · '}
              <button type="button" className={`link ${styles.jump}`} onClick={() => jump(marks[0]?.quote ?? '', 1)}>
                {texts.jump}
              </button>
            </>
          )}
        </>
      }
    >
      {marks.length > 1 ? (
        <details className={styles.marks}>
          <summary>{texts.showMarks}</summary>
          {list}
        </details>
      ) : (
        <div className={styles.marks}>{list}</div>
      )}
    </FeedbackSlip>
  )
}
