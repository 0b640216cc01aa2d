import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useTexts } from '../../locales/texts.ts'
import { passScore, plain } from './numbers.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import styles from './task-paper.module.css'

type Row = readonly [name: string, value: string]

/** The rules of a task in words: when, how often and what, with the dates that apply to this student. */
export const TaskRules = ({ page }: { page: StudentTask }) => {
  const { taskDetail: texts } = useTexts()
  const language = useLanguage()
  const { task, enrolment } = page
  const at = (instant: string) => formatMoment(instant, language)
  const names = texts.ruleNames
  const isOffline = task.channel === 'offline'

  const dates = (): Row[] => {
    const rows: Row[] = task.open_at !== null && task.state === 'locked' ? [[names.open, at(task.open_at)]] : []
    if (isOffline) return task.due_at === null ? rows : [...rows, [names.on, at(task.due_at)]]
    if (enrolment?.return_due_at) return [...rows, [names.returned, at(enrolment.return_due_at)]]
    if (task.due_at !== null) rows.push([enrolment?.extended_until ? names.extended : names.due, at(task.due_at)])
    if (task.last_at !== null && task.last_at !== task.due_at) rows.push([names.close, at(task.last_at)])
    if (task.due_at !== null && (task.last_at !== task.due_at || task.late_rule === 'refuse')) {
      rows.push([
        names.late,
        task.late_rule === 'percent'
          ? texts.lateRules.percent(plain(task.late_percent), plain(task.late_cap))
          : texts.lateRules[task.late_rule],
      ])
    }
    return rows
  }

  const marked = task.questions.filter(({ points = 0 }) => points > 0).length
  const wanted = [
    marked > 0 && texts.hand.questions(marked),
    task.needs_text && texts.hand.text,
    task.min_files > 0 && texts.hand.files(task.min_files),
    task.statement_required && texts.hand.statement,
  ]
  const hand = isOffline
    ? texts.hand.offline
    : wanted.filter((part) => part !== false).join(texts.hand.join) || texts.hand.any
  const rows: Row[] = [
    ...dates(),
    [names.hand, hand],
    ...(task.submit_drafts && task.last_at !== null ? [[names.atTheEnd, texts.atTheEnd] as const] : []),
    ...(task.max_attempts === null
      ? []
      : [[names.attempts, texts.attempts(task.max_attempts, task.attempts_left ?? 0)] as const]),
    [names.score, task.scored ? texts.scored(plain(task.max_score), passScore(task), task.points) : texts.unscored],
    ...(task.teacher ? [[names.teacher, task.teacher] as const] : []),
  ]
  return (
    <dl className={styles.rules}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
