import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { IconButton } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { Clock, Columns2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { Form } from './form.ts'
import type { WorkFiles } from './use-work-files.ts'
import { nameOf } from './work-list.tsx'
import styles from './work-pane.module.css'

// Loaded only when it is opened.
const CompareDialog = lazyPart(() => import('./compare-dialog.tsx').then((module) => module.CompareDialog))

export type HeadProps = {
  /** The version under review. */
  work: ReviewWork
  /** The visible version: the same, or an earlier one. */
  shown: ReviewWork
  onShow: (submit_id: number) => void
  form: Form
  onChange: ((changes: Partial<Form>) => void) | null
  files: WorkFiles
}

/** Chooses the reviewed version: the latest, or an earlier one submitted in time. */
export const MarkedVersion = ({ work, shown, form, onChange }: Omit<HeadProps, 'onShow' | 'files'>) => {
  const { review } = useTexts()
  const onTime = work.late ? work.versions.find(({ late }) => !late) : undefined
  return (
    <>
      {onChange && onTime && form.version !== onTime.version && (
        <button type="button" className={`link ${styles.choice}`} onClick={() => onChange({ version: onTime.version })}>
          {review.markEarlier(onTime.version)}
        </button>
      )}
      {form.version !== null && form.version !== work.version && (
        <p className={styles.choice}>
          {review.markingEarlier(form.version)}{' '}
          {onChange && (
            <button type="button" className="link" onClick={() => onChange({ version: null })}>
              {review.markLatest}
            </button>
          )}
        </p>
      )}
      {shown.submit_id !== work.submit_id && <p className={styles.choice}>{review.readOnlyVersion(shown.version)}</p>}
    </>
  )
}

// Up to this many versions are buttons; more become a list to choose from.
const MOST_BUTTONS = 6

const Versions = ({ work, shown, onShow }: Pick<HeadProps, 'work' | 'shown' | 'onShow'>) => {
  const { review } = useTexts()
  const value = String(shown.submit_id)
  const items = work.versions.map(({ submit_id, version }) => ({
    value: String(submit_id),
    label: review.version(version),
  }))
  const show = (id: string) => onShow(Number(id))
  if (items.length <= MOST_BUTTONS) return <Pick label={review.versions} items={items} value={value} onChange={show} />
  return (
    <SelectField label={review.versions} value={value} onChange={show}>
      {items.map((item) => (
        <option key={item.value} value={item.value}>
          {item.label}
        </option>
      ))}
    </SelectField>
  )
}

/** Chooses the view of a work: its files or its text, which version, and two side by side. */
export const WorkViews = ({
  work,
  shown,
  onShow,
  files,
  onChosen,
}: Omit<HeadProps, 'form' | 'onChange'> & { onChosen?: () => void }) => {
  const { review } = useTexts()
  const [comparing, setComparing] = useState(false)
  return (
    <>
      {shown.files.length > 0 && (
        <div className={styles.view}>
          <Segments
            label={review.view}
            items={[
              { value: 'files', label: review.filesCount(shown.files.length) },
              { value: 'text', label: review.viewText },
            ]}
            value={files.view}
            onChange={(view) => {
              files.choose(view)
              onChosen?.()
            }}
          />
        </div>
      )}
      {work.versions.length > 1 && (
        <div className={styles.versions}>
          <Versions
            work={work}
            shown={shown}
            onShow={(id) => {
              onShow(id)
              onChosen?.()
            }}
          />
          <IconButton label={review.compare} onClick={() => setComparing(true)}>
            <Columns2 size={18} aria-hidden />
          </IconButton>
        </div>
      )}
      <Suspense>{comparing && <CompareDialog work={work} onClose={() => setComparing(false)} />}</Suspense>
    </>
  )
}

/** When the work was submitted, and when it was due. */
export const WorkTimes = ({ shown }: Pick<HeadProps, 'shown'>) => {
  const { review } = useTexts()
  const language = useLanguage()
  return (
    <p className={styles.when}>
      {shown.late && (
        <b>
          <Clock size={14} aria-hidden />
          {review.late}
        </b>
      )}
      <span>{review.submittedAt(formatMoment(shown.submitted_at, language))}</span>
      {shown.due_at && <span>{review.dueAt(formatMoment(shown.due_at, language))}</span>}
    </p>
  )
}

/** The heading of a work: its student, its times, and the choice of view. */
export const WorkHead = (props: HeadProps) => {
  const { work, shown } = props
  const { review } = useTexts()
  return (
    <header className={styles.head}>
      <Avatar id={work.student.user_id} name={work.student.nickname} src={work.student.avatar} size={40} />
      <div className={styles.who}>
        <h2>{nameOf(work)}</h2>
        <p>
          {work.student.class_name && `${work.student.class_name} · `}
          <span className={styles.receipt}>{review.receipt(shown.receipt_no)}</span>
        </p>
      </div>
      <WorkViews {...props} />
      <WorkTimes shown={shown} />
      <MarkedVersion {...props} />
    </header>
  )
}
