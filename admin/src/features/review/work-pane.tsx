import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { usePrinting } from '@tongchuang/ui/use-printing.ts'
import { Highlighter } from 'lucide-react'
import type { RefObject } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { DrawnStage } from './drawn-stage.tsx'
import { MarkList, usePaintedMarks } from './marks.tsx'
import { QuestionList } from './question-list.tsx'
import type { Drawing } from './use-drawing.ts'
import { MarkedVersion, WorkHead, type HeadProps } from './work-head.tsx'
import styles from './work-pane.module.css'

type Props = HeadProps & {
  text: RefObject<HTMLDivElement | null>
  onMark: () => void
  drawing: Drawing
  isPhone: boolean
  /** A mark on a page was pressed. */
  onMarkPressed: () => void
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

/** The text of a work with its marks, and everything that belongs to it. */
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

/** On paper: the names of all files, of which the one that is open is printed. */
const FileNames = ({ files }: Pick<ReviewWork, 'files'>) => {
  const { review } = useTexts()
  return (
    <section className={`${styles.part} ${styles.paper}`}>
      <h3>{review.filesCount(files.length)}</h3>
      <ul>
        {files.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      {files.length > 1 && <p className={styles.none}>{review.filesOnPaper}</p>}
    </section>
  )
}

/** A work as its reviewer reads it: the student, the times, and either its files or its text; on paper both. */
export const WorkPane = (props: Props) => {
  const { files, drawing, isPhone, onMarkPressed, shown } = props
  const isPrinting = usePrinting()
  return (
    <div className={styles.pane} data-view={files.view}>
      {/* On a phone the heading of the page names the student. */}
      {isPhone ? <MarkedVersion {...props} /> : <WorkHead {...props} />}
      {files.view === 'files' && (
        <div className={styles.stage}>
          <DrawnStage files={files} drawing={drawing} onMarkPressed={onMarkPressed} />
        </div>
      )}
      {(files.view === 'text' || isPrinting) && <TextView {...props} />}
      {isPrinting && shown.files.length > 0 && <FileNames files={shown.files} />}
    </div>
  )
}
