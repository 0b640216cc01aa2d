import { answersInWords } from '@tongchuang/contract/rules/answer-words.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { FilesInPlace } from '@tongchuang/ui/files-in-place.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useQuestionTexts } from '../../locales/use-question-texts.ts'
import { findText } from './find-text.ts'
import { submissionQuery } from '../../queries/student-task.ts'
import type { StudentTask, Submission } from '../../queries/student-task.ts'
import type { OpenTaskDialog } from './open-dialog-state.ts'
import styles from './version-dialog.module.css'

/** Highlights the places the teacher marked, and scrolls to the requested one. */
const useMarks = (quotes: readonly string[], wanted: string | undefined) => {
  const root = useRef<HTMLDivElement>(null)
  const all = quotes.join('\n')
  useEffect(() => {
    const element = root.current
    if (!element) return
    const ranges = all
      .split('\n')
      .map((quote) => findText(element, quote))
      .filter((range) => range !== null)
    if ('highlights' in CSS) CSS.highlights.set('teacher-mark', new Highlight(...ranges))
    if (wanted) findText(element, wanted)?.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    return () => {
      if ('highlights' in CSS) CSS.highlights.delete('teacher-mark')
    }
  }, [all, wanted])
  return root
}

const Answers = ({ answers, page }: { answers: NonNullable<Submission['answers']>; page: StudentTask }) => {
  const { taskDetail: texts } = useTexts()
  const { words } = useQuestionTexts()
  const given = answersInWords(page.task.questions, answers, words)
  if (given.length === 0) return null
  return (
    <>
      <h3>{texts.answers}</h3>
      <dl className={styles.answers}>
        {given.map(({ id, label, words: answer }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const Work = ({ work, page, quote }: { work: Submission; page: StudentTask; quote: string | undefined }) => {
  const { taskDetail: texts } = useTexts()
  const language = useLanguage()
  const { nickname } = useProfile()
  const feedback = page.feedback.find(({ submit_id }) => submit_id === work.id)
  const marks = feedback?.marks ?? []
  const root = useMarks(
    marks.map((mark) => mark.quote),
    quote,
  )
  return (
    <>
      <p className={styles.author}>
        {nickname} · {work.guild_name}
      </p>
      <p className={`${styles.meta} num`}>
        {texts.handedIn(formatMoment(work.submitted_at, language))} · {work.late ? texts.late : texts.onTime}
      </p>
      <h3>{work.title || work.task_title}</h3>
      <div ref={root} className={styles.text}>
        {work.content_html ? <StoredHtml html={work.content_html} /> : <p>{texts.noText}</p>}
      </div>
      {feedback?.text && (
        <blockquote className={styles.said}>
          {feedback.text}
          <cite className="num">
            {feedback.reviewer.nickname} · {formatMoment(feedback.released_at, language)}
          </cite>
        </blockquote>
      )}
      {marks.length > 0 && (
        <ol className={styles.marks}>
          {marks.map((mark, index) => (
            <li key={index}>
              <q>{mark.quote}</q>
              {mark.text}
            </li>
          ))}
        </ol>
      )}
      {work.answers && <Answers answers={work.answers} page={page} />}
      {work.files.length > 0 && (
        <>
          <h3>{texts.files}</h3>
          <FilesInPlace files={work.files} />
        </>
      )}
      {work.links.length > 0 && (
        <>
          <h3>{texts.links}</h3>
          <ul>
            {work.links.map((link) => (
              <li key={link}>
                <a className={`link ${styles.address}`} href={link} target="_blank" rel="noreferrer nofollow">
                  {link}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {work.receipt && (
        <details className={styles.receipt}>
          <summary className="num">
            {texts.receipt} {work.receipt.no}
          </summary>
          <p>{texts.hashes}</p>
          {work.receipt.sha256.map((hash) => (
            <code key={hash}>{hash}</code>
          ))}
        </details>
      )}
    </>
  )
}

/** One version as it was handed in, with the marks in its text. */
export const VersionDialog = ({
  page,
  id,
  quote,
  open,
  onClose,
}: {
  page: StudentTask
  id: number
  quote?: string | undefined
  open: OpenTaskDialog
  onClose: () => void
}) => {
  const { taskDetail: texts } = useTexts()
  const { data: work, error, refetch } = useQuery(submissionQuery(id))
  const version = page.versions.find((one) => one.id === id)
  const mayWithdraw = page.can.withdraw && version?.status === 'sealed'
  return (
    <Dialog
      title={texts.version(version?.version ?? work?.version ?? 1)}
      wide
      onClose={onClose}
      actions={mayWithdraw && <Button onClick={() => open({ kind: 'withdraw' })}>{texts.withdraw}</Button>}
    >
      {work ? (
        <Work work={work} page={page} quote={quote} />
      ) : error ? (
        <RegionError error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList count={3} height={64} />
      )}
    </Dialog>
  )
}
