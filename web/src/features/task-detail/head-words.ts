import type { Language } from '@tongchuang/ui/language.ts'
import { formatMoment, formatRemaining } from '@tongchuang/ui/time.ts'
import { uiTexts } from '@tongchuang/ui/ui-texts.ts'
import { overdueWords } from '../../locales/due-words.ts'
import type { Texts } from '../../locales/texts.ts'
import { plain } from './numbers.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import { newestOf } from './open-dialog-state.ts'

/** The texts of the head: a main line, a few phrases below it, and the day on the calendar leaf. */
export type HeadWords = { main: string; more: string[]; leafAt: string | null; isLate?: boolean }
type Words = Pick<Texts, 'taskDetail' | 'tasks'>

/** The experience for passing: 10 for each level of difficulty (docs/rules.md). */
const experience = ({ difficulty }: StudentTask['task']): number => 10 * difficulty

const resultWords = (page: StudentTask, texts: Texts['taskDetail'], language: Language, now: number): HeadWords => {
  const { task, feedback } = page
  const result = feedback[0]
  const isFeatured = newestOf(page)?.featured ?? false
  const score = task.score === null ? null : texts.scoreOf(plain(task.score))
  const outcome = task.state === 'passed' ? texts.passed : texts.failedResult
  const main = isFeatured ? texts.featured : outcome
  return {
    main: score === null ? main : texts.withOutcome(score, main),
    more: [
      ...(result ? [texts.resultAt(formatMoment(result.released_at, language, now))] : []),
      ...(task.state === 'passed' ? [texts.earned(experience(task))] : []),
    ],
    leafAt: result?.released_at ?? task.due_at,
  }
}

/** An offline task before its result is released, or whose student was absent. */
const offlineWords = (
  { task }: StudentTask,
  texts: Texts['taskDetail'],
  language: Language,
  now: number,
): HeadWords => {
  const { state, due_at } = task
  if (state === 'expired') return { main: texts.offlineMissing, more: [], leafAt: due_at }
  const isAhead = due_at !== null && Date.parse(due_at) > now
  return {
    main: isAhead ? texts.offlineOn(formatMoment(due_at, language, now)) : texts.offlineWaiting,
    more: [...(isAhead ? [formatRemaining(due_at, language, now)] : []), texts.earns(experience(task))],
    leafAt: due_at,
  }
}

/** The texts of the head, for each state of the task. */
export const headWords = (
  page: StudentTask,
  { taskDetail: texts, tasks }: Words,
  language: Language,
  now: number,
): HeadWords => {
  const { task, enrolment, can } = page
  const { state, due_at, last_at } = task
  const dueLine = due_at === null ? uiTexts(language).noDue : texts.due(formatMoment(due_at, language, now))
  if (state === 'passed' || state === 'failed') return resultWords(page, texts, language, now)
  if (state === 'excused')
    return { main: texts.excused, more: enrolment?.excuse_reason ? [enrolment.excuse_reason] : [], leafAt: null }
  if (task.channel === 'offline' && state !== 'locked') return offlineWords(page, texts, language, now)
  if (state === 'submitted')
    return { main: enrolment?.in_review ? texts.inReview : texts.waiting, more: [dueLine], leafAt: due_at }
  const isOver = last_at !== null && Date.parse(last_at) <= now
  const late = overdueWords(task, tasks, now)
  if (late) {
    const until = last_at === null ? [] : [texts.until(formatMoment(last_at, language, now))]
    return { main: late, more: [dueLine, ...until], leafAt: due_at, isLate: true }
  }
  if (isOver || state === 'expired') return { main: texts.closed, more: [dueLine], leafAt: due_at ?? last_at }
  const places =
    task.capacity === null || !(can.accept || state === 'locked')
      ? []
      : [texts.places(Math.max(0, task.capacity - task.accepted_count))]
  return {
    main: dueLine,
    more: [
      ...(due_at === null ? [] : [formatRemaining(due_at, language, now)]),
      texts.earns(experience(task)),
      ...places,
    ],
    leafAt: due_at,
  }
}
