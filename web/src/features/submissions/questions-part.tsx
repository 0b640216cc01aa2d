import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { useTexts } from '../../locales/texts.ts'
import { questionPlace } from './checklist.ts'
import styles from './form-parts.module.css'
import type { StudentTask } from '../../queries/student-task.ts'
import type { Answer, Work } from './work.ts'

type Question = StudentTask['task']['questions'][number]
type Props = {
  questions: readonly Question[]
  answers: Work['answers']
  locked: boolean
  onChange: (answers: Work['answers']) => void
}

const Options = ({
  question,
  answer,
  locked,
  onAnswer,
}: {
  question: Question
  answer: Answer | undefined
  locked: boolean
  onAnswer: (answer: Answer | undefined) => void
}) => {
  const { submissions: texts } = useTexts()
  const { id, label, options = [], required, kind } = question
  const chosen = Array.isArray(answer) ? answer : []
  const choose = (option: string, isOn: boolean) =>
    onAnswer(kind === 'one' ? option : options.filter((one) => (one === option ? isOn : chosen.includes(one))))
  return (
    <fieldset className={styles.options} disabled={locked}>
      <legend>
        {label} <small>{required ? texts.required : texts.optional}</small>
      </legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type={kind === 'one' ? 'radio' : 'checkbox'}
            name={id}
            checked={kind === 'one' ? answer === option : chosen.includes(option)}
            onChange={(event) => choose(option, event.target.checked)}
          />
          <span>{option}</span>
        </label>
      ))}
      {kind === 'one' && !required && answer && (
        <label>
          <input type="radio" name={id} checked={false} onChange={() => onAnswer(undefined)} />
          <span>{texts.noAnswer}</span>
        </label>
      )}
    </fieldset>
  )
}

/** What the teacher asks beside the text; nothing here is marked by machine. */
export const QuestionsPart = ({ questions, answers, locked, onChange }: Props) => {
  const { submissions: texts } = useTexts()
  if (questions.length === 0) return null
  const set = (id: string, answer: Answer | undefined) => {
    const { [id]: _, ...others } = answers
    onChange(answer === undefined ? others : { ...others, [id]: answer })
  }
  const one = (question: Question) => {
    const { id, label, kind, required } = question
    const answer = answers[id]
    const shared = { label, aside: required ? texts.required : texts.optional, readOnly: locked }
    if (kind === 'text')
      return (
        <TextArea
          {...shared}
          maxLength={5000}
          value={String(answer ?? '')}
          onChange={(event) => set(id, event.target.value)}
        />
      )
    if (kind === 'number') {
      const take = (text: string) => set(id, text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text))
      return (
        <Field
          {...shared}
          type="number"
          inputMode="decimal"
          step="any"
          value={answer === undefined ? '' : String(answer)}
          onChange={(event) => take(event.target.value)}
        />
      )
    }
    return <Options question={question} answer={answer} locked={locked} onAnswer={(next) => set(id, next)} />
  }
  return (
    <section className={styles.part} aria-labelledby="questions-part">
      <h2 id="questions-part">{texts.questions}</h2>
      <div className={styles.questions}>
        {questions.map((question) => (
          <div key={question.id} id={questionPlace(question.id)} tabIndex={-1}>
            {one(question)}
          </div>
        ))}
      </div>
    </section>
  )
}
