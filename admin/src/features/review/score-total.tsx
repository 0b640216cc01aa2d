import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { useOnline } from '@tongchuang/ui/online.ts'
import { StateMark } from '@tongchuang/ui/state-icon.tsx'
import { formatTime } from '@tongchuang/ui/time.ts'
import { useTexts } from '../../locales/texts.ts'
import { percentOf, type Form } from './form.ts'
import styles from './score-pane.module.css'
import type { Saving } from './use-review-form.ts'

/** The total, and the deduction for lateness. */
export const Total = ({
  work,
  form,
  onChange,
}: {
  work: ReviewWork
  form: Form
  onChange: ((changes: Partial<Form>) => void) | null
}) => {
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

/** The text that states whether the draft is saved on the server or only on this device. */
export const useSaveWords = (saving: Saving): string => {
  const { review, reviewPhone } = useTexts()
  const language = useLanguage()
  const isOnline = useOnline()
  if (saving.state === 'failed' && saving.isFull) return review.pageFull
  if (saving.state === 'failed') return isOnline ? review.draftFailed : reviewPhone.draftHere
  if (saving.state === 'saving' || saving.state === 'dirty') return review.draftSaving
  return saving.at ? review.draftSaved(formatTime(saving.at, language)) : ''
}

export const SaveState = ({ saving }: { saving: Saving }) => {
  const { review } = useTexts()
  return (
    <p className={styles.saving}>
      <output className={saving.state === 'failed' ? styles.bad : undefined}>{useSaveWords(saving)}</output>
      <span>{review.onlyYou}</span>
    </p>
  )
}
