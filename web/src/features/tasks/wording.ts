import type { TaskCard, TaskState } from '@tongchuang/contract/tasks.ts'
import type { Language } from '@tongchuang/contract/errors.ts'
import { formatDay, formatMoment, formatRemaining, formatTime, leafOf, withTime } from '@tongchuang/ui/time.ts'
import type { Leaf } from '@tongchuang/ui/time.ts'
import { dueLeaf, overdueWords } from '../../locales/due-words.ts'
import { lockWords } from '../../locales/lock-words.ts'
import type { Texts } from '../../locales/texts.ts'

const day = 24 * 3_600_000

/** Groups states for a list: to be done next, possible to start, finished, or closed. */
export const groupOf = (state: TaskState): 'todo' | 'open' | 'done' | 'shut' => {
  if (state === 'returned' || state === 'doing') return 'todo'
  if (state === 'available' || state === 'aborted') return 'open'
  return state === 'locked' || state === 'expired' ? 'shut' : 'done'
}

type Words = { texts: Texts['square']; tasks: Texts['tasks']; language: Language; now: number }

/** The calendar leaf of a task: the day, and a colour for a near deadline, a returned task and a finished one. */
export const leafOfTask = (task: TaskCard, { texts, language, now }: Words): Leaf => {
  const { card } = texts
  const quiet = groupOf(task.state) === 'done' || groupOf(task.state) === 'shut'
  if (!task.due_at) {
    if (task.type === 'daily') return { top: card.leafDaily, main: card.leafOnce, tone: quiet ? 'closed' : 'open' }
    return { top: card.leafFree, main: card.leafFreeMain, tone: quiet ? 'closed' : 'open' }
  }
  if (quiet || task.state === 'aborted') return { ...leafOf(task.due_at, language, now), tone: 'closed' }
  return dueLeaf({ ...task, due_at: task.due_at }, language, now)
}

/** Whether a deadline is within a day and the task is still to be handed in. */
export const presses = (task: TaskCard, now: number): boolean =>
  task.due_at !== null &&
  groupOf(task.state) === 'todo' &&
  task.channel === 'online' &&
  Date.parse(task.due_at) > now &&
  Date.parse(task.due_at) - now < day

/** The deadline of a task: 11月26日 周四 22:00 截止 */
export const whenOf = (task: TaskCard, { texts, language, now }: Words): string => {
  if (!task.due_at) return task.type === 'daily' ? texts.card.daily : texts.card.noDue
  return texts.card.due(formatMoment(task.due_at, language, now))
}

/** 已截止，现在交扣 30 %: the most important information about overdue work. */
export const lateOf = (task: TaskCard, { tasks, now }: Words): string | null => overdueWords(task, tasks, now)

/** 还剩 5 小时, while there is something to do and time for it. */
export const leftOf = (task: TaskCard, { language, now }: Words): string | null =>
  task.due_at && groupOf(task.state) === 'todo' && Date.parse(task.due_at) > now
    ? formatRemaining(task.due_at, language, now)
    : null

/** A shorter form of `whenOf` for small spaces: without the weekday. */
export const shortWhenOf = (task: TaskCard, words: Words): string => {
  if (!task.due_at) return whenOf(task, words)
  const { texts, language, now } = words
  return texts.card.due(withTime(formatDay(task.due_at, language, now), task.due_at, language))
}

/** One sentence about the student’s progress in a task. */
export const standingOf = (task: TaskCard, { texts, tasks, language, now }: Words): string => {
  const { card } = texts
  switch (task.state) {
    case 'returned':
      return task.mark_count > 0 ? card.marked(task.mark_count) : card.toRevise
    case 'doing':
      if (task.channel === 'offline') return card.offline
      return task.draft_saved_at ? card.draft(formatTime(task.draft_saved_at, language)) : card.notStarted
    case 'submitted':
      // Until the close at most: afterwards a withdrawal is refused.
      return task.close_at !== null && Date.parse(task.close_at) <= now ? card.waitingOnly : card.waiting
    case 'passed':
    case 'failed':
      if (task.score !== null) return card.score(task.score, task.max_score)
      return task.state === 'passed' ? card.passedHint : card.ungraded
    case 'locked':
    case 'elsewhere':
      return card.join(task.lock.map((lock) => lockWords(lock, tasks.locks, language, now)))
    case 'expired':
      return task.channel === 'offline' ? card.offlineMissing : card.expired
    case 'excused':
      return card.excused
    case 'aborted':
      return task.draft_saved_at ? card.abortedDraft : card.aborted
    default:
      return task.capacity === null
        ? task.summary
        : card.join([card.seats(task.capacity, task.accepted_count), task.summary])
  }
}
