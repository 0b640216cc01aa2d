import { paths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { StateMark } from '@tongchuang/ui/state-icon.tsx'
import type { StateName } from '@tongchuang/ui/state-icon.tsx'
import { formatMoment, formatRelative } from '@tongchuang/ui/time.ts'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { plain } from './numbers.ts'
import type { TypeName } from './queries.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import { standing, type OpenTaskDialog } from './open-dialog-state.ts'
import styles from './version-list.module.css'

type Version = StudentTask['versions'][number]

const shapes = { pass: 'passed', return: 'returned', fail: 'failed' } as const

/** The outcome of a version: from its own feedback, never from the current state of the task. */
const useOutcome = (page: StudentTask) => {
  const { taskDetail: texts } = useTexts()
  return ({ id, status }: Version): { state: StateName; words: string } => {
    const answer = page.feedback.find(({ submit_id }) => submit_id === id)
    // The student was excused while the version was waiting.
    if (!answer && status === 'released' && page.task.state === 'excused')
      return { state: 'excused', words: texts.notReviewed }
    if (!answer || status !== 'released')
      return { state: status === 'withdrawn' ? 'aborted' : 'submitted', words: texts.statuses[status] }
    const score = answer.score === null ? '' : plain(answer.score)
    const words = texts.decisions[answer.decision]
    if (score === '') return { state: shapes[answer.decision], words }
    // After its time has passed, the current return is the result.
    const isResult = answer === page.feedback[0] && page.task.score !== null && page.task.state !== 'returned'
    const isProvisional = answer.decision === 'return' && !isResult
    return {
      state: shapes[answer.decision],
      words: `${words} · ${isProvisional ? texts.provisional(score) : texts.scoreOf(score)}`,
    }
  }
}

/** The draft and everything handed in, newest first. */
export const VersionList = ({ page, type, open }: { page: StudentTask; type: TypeName; open: OpenTaskDialog }) => {
  const { taskDetail: texts } = useTexts()
  const language = useLanguage()
  const outcome = useOutcome(page)
  const { task, versions, draft, can } = page
  return (
    <>
      <ul className={styles.versions}>
        {draft && (
          <li>
            <b>{texts.draft}</b>
            <span>
              {texts.draftText((versions[0]?.version ?? 0) + 1)}
              <small>{texts.draftSaved(formatRelative(draft.saved_at, language))}</small>
            </span>
            <Link className={buttonClass('text')} to={paths.submit({ guild: task.guild_id, task: task.id, type })}>
              {can.submit ? texts.goOn : texts.view}
            </Link>
          </li>
        )}
        {versions.map((version) => {
          const { state, words } = outcome(version)
          return (
            <li key={version.id}>
              <b className="num">{texts.version(version.version)}</b>
              <span>
                <StateMark state={state}>{words}</StateMark>
                <small className="num">
                  {texts.handedIn(formatMoment(version.submitted_at, language))} ·{' '}
                  {version.late ? texts.late : texts.onTime}
                </small>
              </span>
              <Button
                tone="text"
                aria-label={texts.viewVersion(version.version)}
                onClick={() => open({ kind: 'version', id: version.id })}
              >
                {texts.view}
              </Button>
            </li>
          )
        })}
      </ul>
      {standing(page).length > 1 && (
        <Button size="small" onClick={() => open({ kind: 'compare' })}>
          {texts.compare}
        </Button>
      )}
    </>
  )
}
