import { isAnswered } from '@tongchuang/contract/rules/answers.ts'
import { useQuestionTexts } from '../../locales/use-question-texts.ts'
import { questionPlace } from './checklist.ts'
import { QuestionInput } from './question-input.tsx'
import styles from './questions.module.css'
import { goToPlace } from './side-rail.tsx'
import type { StudentTask } from '../../queries/student-task.ts'
import type { Answer, Work } from './work.ts'

type Question = StudentTask['task']['questions'][number]
type Props = {
  questions: readonly Question[]
  answers: Work['answers']
  locked: boolean
  onChange: (answers: Work['answers']) => void
}

/** Shows which questions are answered, each with a link to it: in words, not by color alone. */
const AnswerCard = ({ questions, answers }: Pick<Props, 'questions' | 'answers'>) => {
  const texts = useQuestionTexts()
  const done = questions.filter(({ id }) => isAnswered(answers[id])).length
  return (
    <nav className={styles.card} aria-label={texts.title}>
      <p>{texts.answeredOf(done, questions.length)}</p>
      <ol>
        {questions.map(({ id }, at) => {
          const word = isAnswered(answers[id]) ? texts.answered : texts.unanswered
          return (
            <li key={id}>
              <button
                type="button"
                data-done={isAnswered(answers[id]) || undefined}
                aria-label={texts.goTo(at + 1, word)}
                onClick={() => goToPlace(questionPlace(id))}
              >
                <b>{at + 1}</b>
                <small>{word}</small>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** The teacher's questions, in this student’s order. The key is not available here. */
export const QuestionsPart = ({ questions, answers, locked, onChange }: Props) => {
  const texts = useQuestionTexts()
  const set = (id: string, answer: Answer | undefined) => {
    const { [id]: _, ...others } = answers
    onChange(answer === undefined ? others : { ...others, [id]: answer })
  }
  const isMarked = questions.some(({ points = 0 }) => points > 0)
  return (
    <section className={styles.part} aria-labelledby="questions-part">
      <h2 id="questions-part">{isMarked ? texts.title : texts.titleUnmarked}</h2>
      {questions.length > 2 && <AnswerCard questions={questions} answers={answers} />}
      <div className={styles.questions}>
        {questions.map((question, at) => (
          <div key={question.id} id={questionPlace(question.id)} tabIndex={-1}>
            <QuestionInput
              question={question}
              at={at}
              answer={answers[question.id]}
              locked={locked}
              onAnswer={(answer) => set(question.id, answer)}
            />
          </div>
        ))}
      </div>
    </section>
  )
}
