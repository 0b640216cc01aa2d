import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { describedBy, FieldError } from '@tongchuang/ui/field.tsx'
import { CircleCheck, CircleDashed, CircleDot, CircleX, RotateCcw, Users } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { Form } from './form.ts'
import { isWrongIn, totalOf, withTyped, type QuestionMark } from './question-points.ts'
import styles from './question-list.module.css'

type Props = {
  work: ReviewWork
  form: Form
  /** Null if nothing can be changed: another version, another reviewer, or a released result. */
  onChange: ((changes: Partial<Form>) => void) | null
}
type Question = ReviewWork['questions'][number]
type Answer = ReviewWork['answers'][string] | undefined

const shapes = { right: CircleCheck, partial: CircleDot, wrong: CircleX, blank: CircleDashed, open: Users } as const

/** Converts an answer to readable text. */
const useWords = () => {
  const { questions: texts } = useTexts()
  return ({ kind, options = [], unit = '' }: Question, given: Answer): string => {
    const words = given === undefined ? [] : [given].flat().map(String)
    if (kind === 'truefalse')
      return words
        .map((word) => (word === 'true' ? texts.words.true : word === 'false' ? texts.words.false : ''))
        .join('')
    if (options.length > 0)
      return words.map((word) => options.find(({ id }) => id === word)?.text ?? word).join(texts.comma)
    return [words.join(texts.comma), unit].filter(Boolean).join(' ').trim()
  }
}

const Points = ({
  mark,
  at,
  form,
  onType,
}: {
  mark: QuestionMark
  at: number
  form: Form
  onType: (typed: string | null) => void
}) => {
  const { questions: texts, review } = useTexts()
  const id = useId()
  const typed = form.points[mark.question_id]
  const isWrong = isWrongIn(form.points, mark)
  return (
    <>
      <span className={styles.points}>
        <input
          type="text"
          inputMode="decimal"
          aria-label={texts.give(at + 1)}
          {...describedBy(id, null, isWrong)}
          data-points={mark.question_id}
          maxLength={6}
          value={typed ?? mark.points ?? ''}
          onChange={(event) => onType(event.target.value)}
        />
        <span className="num">/ {mark.max}</span>
        {typed !== undefined && mark.points !== null && (
          <IconButton label={texts.back(at + 1)} onClick={() => onType(null)}>
            <RotateCcw size={16} aria-hidden />
          </IconButton>
        )}
      </span>
      {isWrong && <FieldError id={`${id}-error`}>{review.scoreWrong(mark.max)}</FieldError>}
    </>
  )
}

const Mark = ({ mark }: { mark: QuestionMark }) => {
  const { questions: texts } = useTexts()
  const Shape = shapes[mark.outcome]
  return (
    <span className={styles.mark} data-outcome={mark.outcome}>
      <Shape size={16} aria-hidden />
      {texts.outcomes[mark.outcome]}
    </span>
  )
}

/** The sum of the points, and the score it proposes. */
const Total = ({ work, form, onChange }: Props) => {
  const { questions: texts } = useTexts()
  const { points, max, waiting, score } = totalOf(withTyped(work.question_marks, form.points), work.max_score)
  const isScore = work.scored && work.criteria.length === 0
  return (
    <p className={styles.total}>
      <b className="num">{texts.total(points, max)}</b>
      {waiting > 0 && <span>{texts.waiting(waiting)}</span>}
      {score !== null && isScore && <span>{texts.proposes(score)}</span>}
      {score !== null && isScore && onChange && form.score !== String(score) && (
        <Button size="small" onClick={() => onChange({ score: String(score) })}>
          {texts.take}
        </Button>
      )}
    </p>
  )
}

/** The answers of a version, each with the points given by the machine or the reviewer. */
export const QuestionList = ({ work, form, onChange }: Props) => {
  const { questions: texts } = useTexts()
  const words = useWords()
  if (work.questions.length === 0) return null
  const shown = onChange
    ? withTyped(work.question_marks, form.points)
    : (work.result?.question_marks ?? work.question_marks)
  const type = (mark: QuestionMark, typed: string | null) => {
    if (!onChange) return
    const { [mark.question_id]: _, ...others } = form.points
    const points = typed === null ? others : { ...others, [mark.question_id]: typed }
    const { score } = totalOf(withTyped(work.question_marks, points), work.max_score)
    const fills = score !== null && work.scored && work.criteria.length === 0
    onChange({ points, ...(fills && { score: String(score) }) })
  }
  return (
    <section className={styles.part}>
      <h3>{texts.ofWork}</h3>
      <ol>
        {work.questions.map((question, at) => {
          const mark = shown.find(({ question_id }) => question_id === question.id)
          const found = work.question_marks.find(({ question_id }) => question_id === question.id)
          const key = work.keys.find(({ question_id }) => question_id === question.id)
          const right = key && key.accepted.length > 0 ? words(question, key.accepted) : ''
          const why = key?.explanation.trim() ?? ''
          return (
            <li key={question.id}>
              <h4>
                {at + 1}. {question.label}
              </h4>
              <p className={styles.answer}>{words(question, work.answers[question.id]) || texts.outcomes.blank}</p>
              {mark && (
                <div className={styles.line}>
                  <Mark mark={mark} />
                  {onChange && found ? (
                    <Points mark={found} at={at} form={form} onType={(typed) => type(found, typed)} />
                  ) : (
                    <span className="num">{texts.given(mark.points ?? '–', mark.max)}</span>
                  )}
                  {right && mark.outcome !== 'right' && <span className={styles.right}>{texts.rightIs(right)}</span>}
                </div>
              )}
              {why && <p className={styles.why}>{texts.why(why)}</p>}
            </li>
          )
        })}
      </ol>
      {work.question_marks.length > 0 && onChange && <Total work={work} form={form} onChange={onChange} />}
    </section>
  )
}
