import { adminPaths } from '@tongchuang/contract/paths.ts'
import { readScore } from '@tongchuang/contract/rules/entered.ts'
import { rescaled } from '@tongchuang/contract/rules/percent.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { usePersistedChanges } from '@tongchuang/ui/use-persisted-changes.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Entry } from './entry.tsx'
import { decisionOf, isForStaffToSay, typedOn, workQuery } from '../../queries/review.ts'
import { useAnswerAppeal, type Appeal } from './queries.ts'
import styles from './requests.module.css'

/** The new score of a result; if the score does not decide, also pass or fail. */
const NewResult = ({
  max,
  score,
  isWrong,
  onScore,
  decides,
  decision,
  onDecision,
}: {
  /** The full marks; null if the task has none. */
  max: number | null
  score: string
  /** Whether the typed text is not a valid score. */
  isWrong: boolean
  onScore: (score: string) => void
  /** Whether pass or fail is chosen here; otherwise the pass line decides. */
  decides: boolean
  decision: 'pass' | 'fail'
  onDecision: (decision: 'pass' | 'fail') => void
}) => {
  const { review } = useTexts()
  return (
    <>
      {max !== null && (
        <div className={styles.short}>
          <Field
            label={review.correctScore}
            aside={`0–${max}`}
            error={isWrong ? review.scoreWrong(max) : null}
            hint={decides || isWrong ? undefined : review.correctByLine}
            inputMode="decimal"
            maxLength={8}
            value={score}
            onChange={(event) => onScore(event.target.value)}
          />
        </div>
      )}
      {decides && (
        <Pick
          label={review.correctDecision}
          items={[
            { value: 'pass', label: review.passed },
            { value: 'fail', label: review.failed },
          ]}
          value={decision}
          onChange={onDecision}
        />
      )}
    </>
  )
}

type Decided = {
  outcome: 'keep' | 'change'
  /** The score as typed, and the full marks it is typed for. */
  typed: { text: string; scale: number }
  chosen: 'pass' | 'fail' | null
}

/**
 * What the answer to an appeal decides, kept like its text: a text that promises a new result must not come back beside
 * 维持.
 */
const useDecided = ({ id, score, max_score }: Appeal) =>
  usePersistedChanges<Decided>(`appeal-result:${id}`, {
    outcome: 'keep',
    typed: { text: score === null ? '' : String(score), scale: max_score },
    chosen: null,
  })

const Answer = ({ appeal }: { appeal: Appeal }) => {
  const { review } = useTexts()
  const isEntered = appeal.submit_id === null
  const read = useQuery({ ...workQuery(appeal.submit_id ?? 0), enabled: !isEntered })
  const work = read.data
  const [text, setText] = useStaffText(`appeal:${appeal.id}`)
  const { values, set, forget } = useDecided(appeal)
  const { outcome, typed, chosen } = values
  const answer = useAnswerAppeal()
  const scored = work?.scored ?? true
  const decision = chosen ?? (work ? decisionOf(work) : 'pass')
  // An entered result of an offline task always has a score, and the pass line decides.
  const max = work?.max_score ?? appeal.max_score
  const score = typedOn(typed.text, { from: typed.scale, to: max })
  const number = scored ? readScore(score, max) : null
  const stands = appeal.score === null ? null : rescaled(appeal.score, { from: appeal.max_score, to: max })
  const decides = work !== undefined && (!scored || isForStaffToSay(number, stands))
  const isReady =
    [...text.trim()].length >= 2 &&
    (outcome === 'keep' || (number !== undefined && (isEntered ? number !== null : work !== undefined)))
  const go = () => {
    if (!isReady || answer.isPending) return
    const result =
      outcome === 'keep'
        ? {}
        : { ...(decides && { decision }), score: number ?? null, ...(scored && { max_score: max }) }
    answer.mutate(
      { id: appeal.id, outcome, answer: text.trim(), ...result },
      {
        onSuccess: () => {
          setText('')
          forget()
          showToast(review.answerSent, 'success')
        },
      },
    )
  }
  const onKeyDown = useEnterSubmit(go, { multiline: true })
  return (
    <div className={styles.form}>
      {!isEntered && <ReadFailure of={read} />}
      <Pick
        label={review.outcome}
        items={[
          { value: 'keep', label: review.keep },
          { value: 'change', label: review.change },
        ]}
        value={outcome}
        onChange={(outcome) => set({ outcome })}
      />
      {outcome === 'change' && (
        <NewResult
          max={scored ? max : null}
          score={score}
          isWrong={number === undefined}
          onScore={(text) => set({ typed: { text, scale: max } })}
          decides={decides}
          decision={decision}
          onDecision={(chosen) => set({ chosen })}
        />
      )}
      <TextArea
        label={review.answerTo(appeal.student.real_name || appeal.student.nickname)}
        rows={3}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <Button tone="primary" busy={answer.isPending} blocked={!isReady} onClick={go}>
          {review.sendAnswer}
        </Button>
      </div>
    </div>
  )
}

/** Appeals against a result, each with its answer. */
export const Appeals = ({ list }: { list: readonly Appeal[] }) => {
  const { review } = useTexts()
  return (
    <ul className={styles.list} aria-label={review.appeals}>
      {list.map((appeal) => (
        <Entry
          key={appeal.id}
          student={appeal.student}
          task_title={appeal.task_title}
          created_at={appeal.created_at}
          status={appeal.status}
          words={appeal.text}
          facts={
            <>
              {appeal.score !== null && <span>{review.resultNow(appeal.score)}</span>}
              {appeal.submit_id === null ? (
                <Link className="link" to={adminPaths.grades({ guild: appeal.guild_id })}>
                  {review.openGrades}
                </Link>
              ) : (
                <Link className="link" to={adminPaths.reviewOf(appeal.submit_id)}>
                  {review.openWork}
                </Link>
              )}
            </>
          }
          answer={{ text: appeal.answer, at: appeal.answered_at }}
        >
          <Answer appeal={appeal} />
        </Entry>
      ))}
    </ul>
  )
}
