import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { Clock, Columns2, Highlighter } from 'lucide-react'
import { Suspense, useState, type RefObject } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { DrawnStage } from './drawn-stage.tsx'
import type { Form } from './form.ts'
import { MarkList, usePaintedMarks } from './marks.tsx'
import { QuestionList } from './question-list.tsx'
import type { Drawing } from './use-drawing.ts'
import type { WorkFiles } from './use-work-files.ts'
import { nameOf } from './work-list.tsx'
import styles from './work-pane.module.css'

// Not before somebody asks for it.
const CompareDialog = lazyPart(() => import('./compare-dialog.tsx').then((module) => module.CompareDialog))

type Props = {
  /** The version under review. */
  work: ReviewWork
  /** The version that is looked at: the same, or an earlier one. */
  shown: ReviewWork
  onShow: (submit_id: number) => void
  form: Form
  onChange: ((changes: Partial<Form>) => void) | null
  text: RefObject<HTMLDivElement | null>
  onMark: () => void
  files: WorkFiles
  drawing: Drawing
}

const Links = ({ links }: { links: readonly string[] }) => {
  const { review } = useTexts()
  if (links.length === 0) return null
  return (
    <section className={styles.part}>
      <h3>{review.links}</h3>
      <ul>
        {links.map((link) => (
          <li key={link}>
            <a className="link" href={link} target="_blank" rel="noreferrer noopener">
              {link}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const History = ({ work }: { work: ReviewWork }) => {
  const { review } = useTexts()
  const language = useLanguage()
  return (
    <details className={styles.part}>
      <summary>{review.history}</summary>
      <ul className={styles.history}>
        {work.history.map(({ action, actor, reason, at }) => (
          <li key={`${at}${action}`}>
            <span>{review.historyOf(actor, review.actions[action] ?? action)}</span>
            {reason && <q>{reason}</q>}
            <time dateTime={at}>{formatMoment(at, language)}</time>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Which version is marked: the latest, or an earlier one that came in time. */
const MarkedVersion = ({ work, form, onChange }: Pick<Props, 'work' | 'form' | 'onChange'>) => {
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
    </>
  )
}

const WorkHead = ({
  work,
  shown,
  onShow,
  form,
  onChange,
  onCompare,
  files,
}: Omit<Props, 'text' | 'onMark'> & { onCompare: () => void }) => {
  const { review } = useTexts()
  const language = useLanguage()
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
      {shown.files.length > 0 && (
        <div className={styles.view}>
          <Segments
            label={review.view}
            items={[
              { value: 'files', label: review.filesCount(shown.files.length) },
              { value: 'text', label: review.viewText },
            ]}
            value={files.view}
            onChange={files.choose}
          />
        </div>
      )}
      {work.versions.length > 1 && (
        <div className={styles.versions}>
          <Pick
            label={review.versions}
            items={work.versions
              .slice(0, 6)
              .map(({ submit_id, version }) => ({ value: String(submit_id), label: review.version(version) }))}
            value={String(shown.submit_id)}
            onChange={(id) => onShow(Number(id))}
          />
          <IconButton label={review.compare} onClick={onCompare}>
            <Columns2 size={18} aria-hidden />
          </IconButton>
        </div>
      )}
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
      <MarkedVersion work={work} form={form} onChange={onChange} />
      {shown.submit_id !== work.submit_id && <p className={styles.choice}>{review.readOnlyVersion(shown.version)}</p>}
    </header>
  )
}

const Similar = ({ work }: { work: ReviewWork }) => {
  const { review } = useTexts()
  return (
    <aside className={styles.similar}>
      <p>{review.similar}</p>
      <ul>
        {work.similar.map(({ submit_id, student, percent }) => (
          <li key={submit_id}>
            <a className="link" href={`?state=all&work=${submit_id}`} target="_blank" rel="noreferrer">
              {review.similarWith(student.real_name || student.nickname, percent)}
            </a>
          </li>
        ))}
      </ul>
    </aside>
  )
}

/** The text with its marks, and what belongs to it. */
const TextView = ({ work, shown, form, onChange, text, onMark }: Props) => {
  const { review } = useTexts()
  const marks = form.marks.filter(({ version }) => version === shown.version)
  usePaintedMarks(text, marks, shown.content_html)
  return (
    <div className={styles.body}>
      {work.similar.length > 0 && <Similar work={work} />}
      <div ref={text} className={styles.text}>
        {shown.content_html === '' ? (
          <p className={styles.none}>{review.noText}</p>
        ) : (
          <StoredHtml html={shown.content_html} />
        )}
      </div>
      {onChange && (
        <Button size="small" onClick={onMark}>
          <Highlighter size={16} aria-hidden />
          {review.addMark}
        </Button>
      )}
      <MarkList
        marks={marks}
        onRemove={onChange && ((index) => onChange({ marks: form.marks.filter((mark) => mark !== marks[index]) }))}
      />
      <Links links={shown.links} />
      <QuestionList work={shown} form={form} onChange={shown.submit_id === work.submit_id ? onChange : null} />
      <History work={work} />
    </div>
  )
}

/** A work as its reviewer reads it: whose it is, when it came, and either its files or its text. */
export const WorkPane = (props: Props) => {
  const { work, files, drawing } = props
  const [comparing, setComparing] = useState(false)
  return (
    <div className={styles.pane} data-view={files.view}>
      <WorkHead {...props} onCompare={() => setComparing(true)} />
      {files.view === 'files' ? (
        <div className={styles.stage}>
          <DrawnStage files={files} drawing={drawing} />
        </div>
      ) : (
        <TextView {...props} />
      )}
      <Suspense>{comparing && <CompareDialog work={work} onClose={() => setComparing(false)} />}</Suspense>
    </div>
  )
}
