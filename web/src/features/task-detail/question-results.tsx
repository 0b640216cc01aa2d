import { questionResults } from '@tongchuang/contract/question-results.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, CircleDot, CircleX, Hourglass } from 'lucide-react'
import { useQuestionTexts } from '../../locales/use-question-texts.ts'
import { studentTaskKey } from '../../queries/keys.ts'
import { submissionQuery } from '../../queries/student-task.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import styles from './question-results.module.css'

type Result = Output<typeof questionResults.results>['list'][number]
type Question = StudentTask['task']['questions'][number]
type Answer = string | number | readonly string[] | undefined

const shapes = { right: CircleCheck, partial: CircleDot, wrong: CircleX, blank: CircleDashed, open: Hourglass } as const

const Outcome = ({ outcome, children }: { outcome: Result['outcome']; children: string }) => {
  const Shape = shapes[outcome]
  return (
    <span className={styles.outcome} data-outcome={outcome}>
      <Shape size={18} aria-hidden />
      {children}
    </span>
  )
}

/** The options of a choice, with the chosen and the right ones marked in words. */
const Options = ({ question, result, answer }: { question: Question; result: Result; answer: Answer }) => {
  const texts = useQuestionTexts()
  const chosen = answer === undefined ? [] : [answer].flat().map(String)
  const options =
    question.kind === 'truefalse'
      ? (['true', 'false'] as const).map((id) => ({ id, text: texts.words[id] }))
      : (question.options ?? [])
  const said = (isRight: boolean, isChosen: boolean) =>
    isRight ? (isChosen ? texts.chosenRight : texts.rightNotChosen) : isChosen ? texts.chosenWrong : ''
  return (
    <ul className={styles.options}>
      {options.map(({ id, text }, at) => {
        const isRight = result.accepted.includes(id)
        const isChosen = chosen.includes(id)
        return (
          <li key={id} data-state={isRight ? 'right' : isChosen ? 'wrong' : undefined}>
            {question.kind !== 'truefalse' && <b aria-hidden>{String.fromCodePoint(65 + at)}</b>}
            <span>{text}</span>
            {(isRight || isChosen) && (
              <Outcome outcome={isRight ? 'right' : 'wrong'}>{said(isRight, isChosen)}</Outcome>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The given answer and, if it was wrong, the accepted ones. */
const Written = ({ question, result, answer }: { question: Question; result: Result; answer: Answer }) => {
  const texts = useQuestionTexts()
  const { accepted, tolerance, outcome } = result
  const unit = question.unit ? ` ${question.unit}` : ''
  const given = answer === undefined || String(answer).trim() === '' ? '' : `${String(answer)}${unit}`
  const wanted = Number(accepted[0])
  const near =
    question.kind === 'number' && tolerance > 0 && Number.isFinite(wanted)
      ? texts.from(Math.round((wanted - tolerance) * 1e9) / 1e9, Math.round((wanted + tolerance) * 1e9) / 1e9)
      : ''
  return (
    <dl className={styles.written}>
      <dt>{texts.yours}</dt>
      <dd>{outcome === 'wrong' && given ? <del>{given}</del> : given || texts.nothing}</dd>
      {accepted.length > 0 && outcome !== 'right' && (
        <>
          <dt>{texts.rightIs}</dt>
          <dd>
            <b>
              {accepted.join(` ${texts.or} `)}
              {unit}
            </b>{' '}
            {near}
          </dd>
        </>
      )}
    </dl>
  )
}

const One = ({ question, at, result, answer }: { question: Question; at: number; result: Result; answer: Answer }) => {
  const texts = useQuestionTexts()
  const isChoice = question.kind === 'one' || question.kind === 'many' || question.kind === 'truefalse'
  const Shown = isChoice ? Options : Written
  return (
    <li>
      <h3>
        <span className="num">{at + 1}.</span> {question.label}
      </h3>
      <p className={styles.line}>
        <Outcome outcome={result.outcome}>{texts.outcomes[result.outcome]}</Outcome>
        <span className="num">{texts.given(result.points ?? '–', result.max)}</span>
      </p>
      <Shown question={question} result={result} answer={answer} />
      {result.explanation && (
        <div className={styles.why}>
          <b>{texts.explanation}</b>
          <p>{result.explanation}</p>
        </div>
      )}
    </li>
  )
}

/** The outcome of each question and why, once nobody can hand in any more; before that, when it will be available. */
export const QuestionResults = ({ task, submit_id }: { task: StudentTask['task']; submit_id: number }) => {
  const texts = useQuestionTexts()
  const results = useQuery({
    queryKey: [...studentTaskKey, 'questions', submit_id],
    queryFn: () => sendQuietly(questionResults.results, { submit_id }),
  })
  const work = useQuery({ ...submissionQuery(submit_id), enabled: results.data?.out === true })
  const failed = results.isError ? results : work.isError ? work : null
  const answers: Readonly<Record<string, Answer>> = work.data?.answers ?? {}
  const counted = (['right', 'partial', 'wrong', 'blank', 'open'] as const).flatMap((outcome) => {
    const n = results.data?.list.filter((one) => one.outcome === outcome).length ?? 0
    return n > 0 ? [{ outcome, n }] : []
  })
  return (
    <section className={styles.part} aria-labelledby="question-results">
      <h2 id="question-results">{texts.results}</h2>
      {failed ? (
        <RegionError what={texts.what} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : !results.data || (results.data.out && !work.data) ? (
        <Skeleton height={160} radius={16} />
      ) : results.data.out ? (
        <>
          <p className={styles.sum}>
            <b className="num">{texts.sum(results.data.points, results.data.max)}</b>
            {counted.map(({ outcome, n }) => (
              <Outcome key={outcome} outcome={outcome}>
                {texts.count(texts.outcomes[outcome], n)}
              </Outcome>
            ))}
          </p>
          <ol className={styles.list}>
            {task.questions.flatMap((question, at) => {
              const result = results.data.list.find(({ question_id }) => question_id === question.id)
              if (!result) return []
              return [
                <One key={question.id} question={question} at={at} result={result} answer={answers[question.id]} />,
              ]
            })}
          </ol>
        </>
      ) : (
        <p className={styles.later}>{texts.later}</p>
      )}
    </section>
  )
}
