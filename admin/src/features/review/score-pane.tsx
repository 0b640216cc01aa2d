import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { StateMark } from '@tongchuang/ui/state-icon.tsx'
import { formatMoment, formatTime } from '@tongchuang/ui/time.ts'
import type { ReactNode, RefObject } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { percentOf, type Form } from './form.ts'
import { LevelWords } from './level-words.tsx'
import { MendedMarks } from './mended-marks.tsx'
import { SavedComments } from './saved-comments.tsx'
import styles from './score-pane.module.css'
import type { Saving } from './use-review-form.ts'

type Change = (changes: Partial<Form>) => void

const Criteria = ({
  work,
  form,
  onChange,
  at,
  onAt,
}: {
  work: ReviewWork
  form: Form
  onChange: Change
  at: number
  onAt: (place: number) => void
}) => {
  const { review } = useTexts()
  return work.criteria.map(({ id, label, description, weight, level_words }, place) => {
    const level = form.levels[id]
    return (
      <fieldset key={id} className={`${styles.criterion} ${place === at ? styles.here : ''}`}>
        <legend>
          <b>{label}</b>
          <span className="num">{review.weight(Math.round((weight * (level ?? 0)) / 5), weight)}</span>
        </legend>
        {description && place === at && <p>{description}</p>}
        <div className={styles.levels}>
          {[1, 2, 3, 4, 5].map((n) => (
            <button
              key={n}
              type="button"
              aria-pressed={level === n}
              onFocus={() => onAt(place)}
              aria-label={review.level(n, label)}
              onClick={() => onChange({ levels: { ...form.levels, [id]: n } })}
            >
              {n}
            </button>
          ))}
        </div>
        {place === at && <LevelWords words={level_words} given={level} />}
      </fieldset>
    )
  })
}

const Total = ({ work, form, onChange }: { work: ReviewWork; form: Form; onChange: Change | null }) => {
  const { review } = useTexts()
  const total = percentOf(work, form)
  const marked = work.versions.find(({ version }) => version === (form.version ?? work.version))
  const late = marked?.late_deduction ?? work.late_deduction
  const scaled = (percent: number) => Math.round(percent * work.max_score) / 100
  const passes = total === null ? null : total.final >= work.pass_line
  if (!total && late === 0 && !marked?.late) return <hr className={styles.rule} />
  return (
    <div className={styles.total}>
      <div className={styles.late}>
        {late > 0 && <p>{review.lateBy(late)}</p>}
        {late === 0 && marked?.late && <p>{review.lateMarked}</p>}
        {late > 0 && onChange && (
          <button
            type="button"
            className="link"
            aria-pressed={form.waive}
            onClick={() => onChange({ waive: !form.waive })}
          >
            {form.waive ? review.unwaive : review.waive}
          </button>
        )}
      </div>
      {total && (
        <output aria-label={review.total}>
          {total.late > 0 && <s className="num">{scaled(total.percent)}</s>}
          <strong className="num">{scaled(total.final)}</strong> {review.unit}
          <StateMark state={passes ? 'passed' : 'failed'}>{passes ? review.passed : review.failed}</StateMark>
        </output>
      )}
    </div>
  )
}

const SaveState = ({ saving }: { saving: Saving }) => {
  const { review } = useTexts()
  const language = useLanguage()
  const words =
    saving.state === 'failed'
      ? review.draftFailed
      : saving.state === 'saving' || saving.state === 'dirty'
        ? review.draftSaving
        : saving.at
          ? review.draftSaved(formatTime(saving.at, language))
          : ''
  return (
    <p className={styles.saving}>
      <output className={saving.state === 'failed' ? styles.bad : undefined}>{words}</output>
      <span>{review.onlyYou}</span>
    </p>
  )
}

/** The words to the student: written, or taken from the saved ones. */
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

/** Score and feedback of the work under review, with what is decided at its foot. */
export const ScorePane = ({
  work,
  form,
  areas,
  answered,
  saving,
  onChange,
  at,
  onAt,
  feedback,
  commentsOpen,
  onComments,
  foot,
  conflict,
}: {
  work: ReviewWork
  form: Form
  /** What was drawn on the pages, in words. */
  areas: ReactNode
  /** What is written under a result that is out. */
  answered: ReactNode
  saving: Saving
  /** Null where somebody else reviews it, or the result is out. */
  onChange: Change | null
  at: number
  onAt: (place: number) => void
  feedback: RefObject<HTMLTextAreaElement | null>
  commentsOpen: boolean
  onComments: (open: boolean) => void
  foot: ReactNode
  conflict: ((choice: 'theirs' | 'mine') => void) | null
}) => {
  const { review } = useTexts()
  return (
    <div className={styles.pane}>
      <div className={styles.body}>
        <h2 id="score" tabIndex={-1}>
          {review.score} <small>{review.passLine(work.pass_line)}</small>
        </h2>
        {conflict && (
          <Notice title={review.draftConflict}>
            <Button size="small" onClick={() => conflict('theirs')}>
              {review.useTheirs}
            </Button>{' '}
            <Button size="small" onClick={() => conflict('mine')}>
              {review.keepMine}
            </Button>
          </Notice>
        )}
        {onChange && work.criteria.length > 0 && (
          <Criteria work={work} form={form} onChange={onChange} at={at} onAt={onAt} />
        )}
        {onChange && work.criteria.length === 0 && work.scored && (
          <Field
            label={review.number(work.max_score)}
            hint={review.ungraded}
            inputMode="decimal"
            value={form.score}
            maxLength={8}
            onChange={(event) => onChange({ score: event.target.value.replaceAll(/[^\d.]/g, '') })}
          />
        )}
        <Total work={work} form={form} onChange={onChange} />
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
      </div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}
