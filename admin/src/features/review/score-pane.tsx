import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import type { ReactNode, RefObject } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Criteria } from './criteria.tsx'
import { isScoreWrong, type Form } from './form.ts'
import { MendedMarks } from './mended-marks.tsx'
import { SavedComments } from './saved-comments.tsx'
import styles from './score-pane.module.css'
import { SaveState, Total } from './score-total.tsx'
import type { LeftWords } from './use-left-words.ts'
import type { Saving } from './use-review-form.ts'

export type ScoreParts = {
  work: ReviewWork
  form: Form
  /** The list of the marks drawn on the pages. */
  areas: ReactNode
  /** The notes under a released result. */
  answered: ReactNode
  saving: Saving
  /** Null if another reviewer has the work, or the result is released. */
  onChange: ((changes: Partial<Form>) => void) | null
  at: number
  onAt: (place: number) => void
  feedback: RefObject<HTMLTextAreaElement | null>
  commentsOpen: boolean
  onComments: (open: boolean) => void
  conflict: ((choice: 'theirs' | 'mine') => void) | null
  leftWords: LeftWords
}

/** The text of the feedback: typed, or inserted from the saved comments. */
const Feedback = ({
  guild_id,
  text,
  onText,
  field,
  commentsOpen,
  onComments,
  saving,
}: {
  guild_id: number
  text: string
  onText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
  commentsOpen: boolean
  onComments: (open: boolean) => void
  saving: Saving
}) => {
  const { review } = useTexts()
  return (
    <>
      <SavedComments
        guild_id={guild_id}
        text={text}
        open={commentsOpen}
        onOpen={onComments}
        onUse={(saved) => onText(text === '' ? saved : `${text}\n${saved}`)}
      />
      <TextArea
        ref={field}
        label={review.feedback}
        rows={5}
        maxLength={5000}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <SaveState saving={saving} />
    </>
  )
}

const Earlier = ({ work }: { work: ReviewWork }) => {
  const { review } = useTexts()
  const language = useLanguage()
  const [last] = work.feedback
  if (!last) return null
  return (
    <details className={styles.earlier}>
      <summary>
        {review.earlier}{' '}
        <small>{`${review.version(last.version ?? 1)} · ${formatMoment(last.released_at, language)}`}</small>
      </summary>
      <p>{last.text}</p>
    </details>
  )
}

/** Asks which of two conflicting drafts to keep. */
export const Conflict = ({ conflict }: Pick<ScoreParts, 'conflict'>) => {
  const { review } = useTexts()
  if (!conflict) return null
  return (
    <div data-conflict>
      <Notice title={review.draftConflict}>
        <Button size="small" onClick={() => conflict('theirs')}>
          {review.useTheirs}
        </Button>{' '}
        <Button size="small" onClick={() => conflict('mine')}>
          {review.keepMine}
        </Button>
      </Notice>
    </div>
  )
}

/** What was written while the work was decided elsewhere. */
const Left = ({ words, onDrop }: NonNullable<LeftWords>) => {
  const { reviewLeft } = useTexts()
  return (
    <div role="alert" className={styles.left}>
      <Notice asking title={reviewLeft.title}>
        <q>{words}</q>
      </Notice>
      <Button size="small" onClick={onDrop}>
        {reviewLeft.drop}
      </Button>
    </div>
  )
}

/** All feedback to the student: marks on pages, voices, text, and earlier feedback. */
export const Said = ({
  work,
  form,
  areas,
  answered,
  saving,
  onChange,
  feedback,
  commentsOpen,
  onComments,
  leftWords,
}: ScoreParts) => (
  <>
    {leftWords && <Left {...leftWords} />}
    {areas}
    {onChange && (
      <Feedback
        guild_id={work.guild_id}
        text={form.text}
        onText={(text) => onChange({ text })}
        field={feedback}
        commentsOpen={commentsOpen}
        onComments={onComments}
        saving={saving}
      />
    )}
    <Earlier work={work} />
    <MendedMarks feedback={work.feedback} />
    {answered}
  </>
)

/** The score and feedback of the work under review, with the decisions below. */
export const ScorePane = ({ foot, ...parts }: ScoreParts & { foot: ReactNode }) => {
  const { work, form, onChange, at, onAt, conflict } = parts
  const { review } = useTexts()
  return (
    <div className={styles.pane}>
      <div className={styles.body}>
        <h2>
          {review.score} <small>{review.passLine(work.pass_line)}</small>
        </h2>
        <Conflict conflict={conflict} />
        {onChange && work.criteria.length > 0 && (
          <Criteria work={work} form={form} onChange={onChange} at={at} onAt={onAt} />
        )}
        {onChange && work.criteria.length === 0 && work.scored && (
          <Field
            label={review.number(work.max_score)}
            hint={review.ungraded}
            error={isScoreWrong(work, form) ? review.scoreWrong(work.max_score) : null}
            data-score
            inputMode="decimal"
            value={form.score}
            maxLength={8}
            onChange={(event) => onChange({ score: event.target.value })}
          />
        )}
        <Total work={work} form={form} onChange={onChange} />
        <Said {...parts} />
      </div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}
