import { paths } from '@tongchuang/contract/paths.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatDay, formatMoment } from '@tongchuang/ui/time.ts'
import { Seal } from '@tongchuang/ui/seal.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { useMoment } from '../../queries/moments.ts'
import { ReachedLevels } from './criteria-table.tsx'
import { MendedCount, MendToggle } from './mend-toggle.tsx'
import { passScore, plain } from './numbers.ts'
import type { StudentTask, Feedback } from '../../queries/student-task.ts'
import wide from './note-beside.module.css'
import styles from './teacher-note.module.css'
import type { OpenTaskDialog } from './open-dialog-state.ts'

// Most feedback has no marks on pages and no voice.
const MarkedPages = lazyPart(() => import('./marked-pages.tsx').then((module) => module.MarkedPages))

const VoiceNotes = lazyPart(() => import('./voice-notes.tsx').then((module) => module.VoiceNotes))

const appealTime = 7 * 86_400_000

const Words = ({ feedback, children }: { feedback: Feedback; children: ReactNode }) => {
  const { taskDetail: texts } = useTexts()
  const { text, reviewer, areas } = feedback
  // A voice that belongs to a mark is shown at that mark.
  const voices = feedback.voices.filter(({ file }) => !areas.some(({ audio_id }) => audio_id === (file?.id ?? 0)))
  return (
    <>
      {text && <blockquote>{texts.quoted(text)}</blockquote>}
      <p className={styles.by}>
        <b>{reviewer.nickname}</b>
        <span className={styles.badge}>{texts.roles[reviewer.role]}</span>
        <span className="num">{children}</span>
      </p>
      {voices.length > 0 && (
        <Suspense>
          <VoiceNotes voices={voices} />
        </Suspense>
      )}
    </>
  )
}

/** The places the teacher marked, each with a link to it. */
const Marks = ({ feedback, open }: { feedback: Feedback; open: OpenTaskDialog }) => {
  const { taskDetail: texts } = useTexts()
  const { marks, areas, submit_id } = feedback
  const drawn = areas.length > 0 && submit_id !== null && (
    <Suspense>
      <MarkedPages
        feedback={feedback}
        submit_id={submit_id}
        toggle={(id, number) => (
          <MendToggle feedback={feedback} kind="area" place={id} number={marks.length + number} />
        )}
      />
    </Suspense>
  )
  if (marks.length === 0)
    return (
      <>
        {drawn}
        <MendedCount feedback={feedback} />
      </>
    )
  return (
    <>
      {drawn}
      <ol className={styles.marks}>
        {marks.map((mark, index) => (
          <li key={index}>
            <span className={styles.number} aria-hidden>
              {index + 1}
            </span>
            <span>
              {mark.text}
              <small>{texts.markAt(mark.version)}</small>
              <MendToggle feedback={feedback} kind="text" place={index} number={index + 1} />
            </span>
            <Button
              tone="text"
              className="no-print"
              aria-label={marks.length > 1 ? texts.lookAt(index + 1) : texts.look}
              onClick={() => submit_id !== null && open({ kind: 'version', id: submit_id, quote: mark.quote })}
            >
              {texts.look}
            </Button>
          </li>
        ))}
      </ol>
      <MendedCount feedback={feedback} />
    </>
  )
}

/** If there are marks on pages, a wide window shows the pages at the left and the feedback at the right. */
const beside = ({ areas }: Feedback): string => (areas.length > 0 ? (wide.beside ?? '') : '')

/** The changes the teacher asks for, pinned to the paper. */
export const ReturnedNote = ({
  page,
  feedback,
  open,
}: {
  page: StudentTask
  feedback: Feedback
  open: OpenTaskDialog
}) => {
  const { taskDetail: texts } = useTexts()
  const language = useLanguage()
  const title = texts.returned(feedback.marks.length + feedback.areas.length)
  return (
    <section
      className={`${styles.note} ${styles.returned} ${beside(feedback)}`}
      data-beside={feedback.areas.length > 0 || undefined}
      aria-label={title}
    >
      <div className={`${wide.head} ${wide.asking}`}>
        <h2>{title}</h2>
        <Words feedback={feedback}>
          {texts.returnedAt(formatMoment(feedback.released_at, language), feedback.version ?? 1)}
        </Words>
      </div>
      <Marks feedback={feedback} open={open} />
      {feedback.score !== null && (
        <p className={styles.score}>
          <b className="num">{texts.provisional(plain(feedback.score))}</b>
          <span className="num">{texts.provisionalHint(plain(feedback.max_score), passScore(page.task))}</span>
        </p>
      )}
    </section>
  )
}

/** The current result: the score, the teacher’s text, and what the student can still do about it. */
export const ResultNote = ({
  page,
  feedback,
  open,
}: {
  page: StudentTask
  feedback: Feedback
  open: OpenTaskDialog
}) => {
  const { taskDetail: texts, tasks } = useTexts()
  const language = useLanguage()
  const { task, can, versions, enrolment } = page
  const version = versions.find(({ id }) => id === feedback.submit_id)
  const isFeatured = version?.featured ?? false
  const moment = useMoment({ kind: 'seal', id: version?.id ?? 0 }, isFeatured)
  // A returned work whose time has passed is passed or failed according to the state of the task.
  const isPass = (feedback.decision === 'return' ? task.state : feedback.decision).startsWith('pass')
  const outcome = isFeatured ? texts.featured : isPass ? texts.passed : texts.failedResult
  const final = (feedback.decision === 'return' && enrolment?.return_due_at) || feedback.released_at
  const until = formatDay(Date.parse(final) + appealTime, language)
  return (
    <section
      className={[
        styles.note,
        styles.result,
        isFeatured && styles.sealed,
        moment === 'first' && styles.stamped,
        beside(feedback),
      ]
        .filter(Boolean)
        .join(' ')}
      data-beside={feedback.areas.length > 0 || undefined}
      aria-label={outcome}
    >
      <div className={wide.head}>
        <h2>
          {feedback.score !== null && (
            <>
              <b className="num">{plain(feedback.score)}</b>
              {texts.afterScore}
            </>
          )}
          <span className="nb">{outcome}</span>
        </h2>
        {isFeatured && <Seal moment={moment} className={styles.seal} />}
        <Words feedback={feedback}>{formatMoment(feedback.released_at, language)}</Words>
        {feedback.areas.length > 0 && <ReachedLevels criteria={task.criteria} results={feedback.criteria} />}
      </div>
      <Marks feedback={feedback} open={open} />
      <p className={`${styles.after} no-print`}>
        {feedback.late_deduction > 0 && <span>{texts.deducted(plain(feedback.late_deduction))}</span>}
        {isFeatured && version && (
          <Link className="link" to={paths.certificate(version.id)}>
            {texts.seeCertificate}
          </Link>
        )}
        {task.state === 'passed' && can.share && version && (
          <span>
            {tasks.shares[version.share]}{' '}
            <button type="button" className="link" onClick={() => open({ kind: 'share' })}>
              {texts.changeShare}
            </button>
          </span>
        )}
        {can.appeal && (
          <button type="button" className="link" onClick={() => open({ kind: 'appeal' })}>
            {texts.appealUntil(until)}
          </button>
        )}
      </p>
    </section>
  )
}

/** The feedback on earlier versions, folded. */
export const EarlierNotes = ({ list, open }: { list: readonly Feedback[]; open: OpenTaskDialog }) => {
  const { taskDetail: texts } = useTexts()
  const language = useLanguage()
  if (list.length === 0) return null
  return (
    <details className={styles.earlier}>
      <summary>{texts.earlier(list.length)}</summary>
      {list.map((feedback) => (
        <div key={feedback.id}>
          <h3 className="num">
            {feedback.version === null
              ? texts.decisions[feedback.decision]
              : texts.earlierHead(feedback.version, texts.decisions[feedback.decision])}
          </h3>
          <Words feedback={feedback}>{formatMoment(feedback.released_at, language)}</Words>
          <Marks feedback={feedback} open={open} />
        </div>
      ))}
    </details>
  )
}
