import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { NumberField } from '@tongchuang/ui/number-field.tsx'
import { useQuestionTexts } from '../../locales/use-question-texts.ts'
import styles from './questions.module.css'
import type { StudentTask } from '../../queries/student-task.ts'
import type { Answer } from './work.ts'

type Question = StudentTask['task']['questions'][number]
type Props = {
  question: Question
  at: number
  answer: Answer | undefined
  locked: boolean
  onAnswer: (answer: Answer | undefined) => void
}

/** Describes a question: its kind, its points, and the rule for them. */
const useNote = () => {
  const texts = useQuestionTexts()
  return ({ kind, points = 0, partial, required }: Question): string => {
    if (points === 0) return required ? texts.required : texts.optional
    const rule = kind === 'many' ? texts[partial === 'half' ? 'half' : 'none'] : kind === 'text' ? texts.byStaff : ''
    return [texts.kinds[kind], texts.points(points), rule].filter(Boolean).join(' · ')
  }
}

const Choices = ({ question, at, answer, locked, onAnswer }: Props) => {
  const texts = useQuestionTexts()
  const note = useNote()
  const { id, label, kind } = question
  const isMany = kind === 'many'
  const options =
    kind === 'truefalse'
      ? (['true', 'false'] as const).map((word) => ({ id: word, text: texts.words[word] }))
      : (question.options ?? [])
  const chosen = Array.isArray(answer) ? answer : []
  const choose = (option: string, isOn: boolean) =>
    onAnswer(
      isMany ? options.map((one) => one.id).filter((one) => (one === option ? isOn : chosen.includes(one))) : option,
    )
  return (
    <fieldset className={styles.options} disabled={locked}>
      <legend>
        <span className="num">{at + 1}.</span> {label} <small>{note(question)}</small>
      </legend>
      {options.map((option, place) => {
        const isOn = isMany ? chosen.includes(option.id) : answer === option.id
        return (
          <label key={option.id} data-on={isOn || undefined}>
            <input
              type={isMany ? 'checkbox' : 'radio'}
              name={id}
              checked={isOn}
              onChange={(event) => choose(option.id, event.target.checked)}
            />
            {kind !== 'truefalse' && <b aria-hidden>{String.fromCodePoint(65 + place)}</b>}
            <span>{option.text}</span>
          </label>
        )
      })}
      {!isMany && answer && (
        <label>
          <input type="radio" name={id} checked={false} onChange={() => onAnswer(undefined)} />
          <span>{texts.noAnswer}</span>
        </label>
      )}
    </fieldset>
  )
}

/** One question and the place for its answer. */
export const QuestionInput = (props: Props) => {
  const texts = useQuestionTexts()
  const note = useNote()
  const { question, at, answer, locked, onAnswer } = props
  const { label, kind, points = 0, unit } = question
  if (kind === 'one' || kind === 'many' || kind === 'truefalse') return <Choices {...props} />
  const shared = { label: `${at + 1}. ${label}`, aside: note(question), readOnly: locked }
  if (kind === 'text')
    return (
      <TextArea
        {...shared}
        maxLength={5000}
        value={String(answer ?? '')}
        onChange={(event) => onAnswer(event.target.value)}
      />
    )
  const inside = unit ? <span className={styles.unit}>{unit}</span> : undefined
  // An answer that is marked is kept as typed; one that is only collected is a number.
  if (kind === 'number' && points === 0)
    return (
      <NumberField
        {...shared}
        inputMode="decimal"
        inside={inside}
        value={answer === undefined || Number.isNaN(Number(answer)) ? null : Number(answer)}
        onChange={(typed) => onAnswer(typed ?? undefined)}
      />
    )
  return (
    <Field
      {...shared}
      {...(kind === 'number' && { inputMode: 'decimal' as const, hint: texts.numberHint })}
      maxLength={200}
      autoComplete="off"
      inside={inside}
      value={answer === undefined ? '' : String(answer)}
      onChange={(event) => onAnswer(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}
