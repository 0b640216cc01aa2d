import { useLanguage } from '@tongchuang/ui/language.ts'
import { StateIcon } from '@tongchuang/ui/state-icon.tsx'
import type { StateName } from '@tongchuang/ui/state-icon.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import styles from './status-notes.module.css'

const Note = ({ state, title, children }: { state: StateName; title: string; children?: ReactNode }) => (
  <li>
    <StateIcon state={state} size={20} />
    <div>
      <b className="num">{title}</b>
      {children}
    </div>
  </li>
)

/** A request to staff and its reply: the student's text and what staff answered. */
const Exchange = ({ words, answer }: { words: string; answer: string }) => {
  const { taskDetail: texts } = useTexts()
  return (
    <dl>
      <dt>{texts.yourWords}</dt>
      <dd>{words}</dd>
      {answer && (
        <>
          <dt>{texts.answer}</dt>
          <dd>{answer}</dd>
        </>
      )}
    </dl>
  )
}

const appealShapes = { open: 'submitted', kept: 'passed', changed: 'passed', reopened: 'returned' } as const
const requestShapes = { open: 'submitted', granted: 'passed', refused: 'failed' } as const

/** What the student should know besides the result: excused, expired, or a pending appeal or request. */
export const StatusNotes = ({ page }: { page: StudentTask }) => {
  const { taskDetail: texts } = useTexts()
  const language = useLanguage()
  const { task, enrolment, draft, appeal, extension, can } = page
  const until = extension?.until ?? extension?.wanted_until
  const isExpired = task.state === 'expired' && enrolment !== null
  const isOffline = task.channel === 'offline'
  // In an archived guild no extension can be requested.
  const missed = can.ask_extension ? (draft ? texts.expiredDraft : texts.expiredHint) : draft && texts.expiredKept
  const hint = isOffline ? texts.offlineMissingHint : missed
  if (!appeal && !extension && !isExpired && task.state !== 'excused') return null
  return (
    <ul className={styles.notes}>
      {task.state === 'excused' && (
        <Note state="excused" title={texts.excused}>
          {enrolment?.excuse_reason && <p>{enrolment.excuse_reason}</p>}
        </Note>
      )}
      {isExpired && !extension && (
        <Note state="expired" title={isOffline ? texts.offlineMissing : texts.expired}>
          {hint && <p>{hint}</p>}
        </Note>
      )}
      {appeal && (
        <Note state={appealShapes[appeal.status]} title={texts.appealStates[appeal.status]}>
          <Exchange words={appeal.text} answer={appeal.answer} />
        </Note>
      )}
      {extension && (
        <Note
          state={requestShapes[extension.status]}
          title={texts.extendStates[extension.status](until ? formatMoment(until, language) : '')}
        >
          <Exchange words={extension.reason} answer={extension.answer} />
        </Note>
      )}
    </ul>
  )
}
