import { fail } from '@tongchuang/contract/errors.ts'
import { closeOf, type Task, type TaskStatus } from '../rules.ts'

type Dates = Pick<Task, 'open_at' | 'due_at' | 'close_at' | 'closed_at'>

/** The changes of opening a task by hand, its status before, and whether students hear of it for the first time. */
export type Opening = { from: TaskStatus; isNew: boolean; set: Dates }

/**
 * Opens a task now. A passed close is removed unless another is given; where lateness is refused, a passed due date is
 * replaced too, because the task would otherwise close at once.
 */
export const openingOf = (
  task: Dates & Pick<Task, 'status' | 'late_rule'>,
  closing: number | null | undefined,
  now: number,
): Opening => {
  const { status, open_at } = task
  if (status === 'archived' || status === 'trashed') throw fail('STATE', { state: status })
  const kept = task.close_at !== null && task.close_at <= now ? null : task.close_at
  const close_at = closing === undefined ? kept : closing
  const isPast = task.late_rule === 'refuse' && task.due_at !== null && task.due_at <= now
  const due_at = isPast ? close_at : task.due_at
  if (due_at !== null && close_at !== null && close_at < due_at)
    throw fail('INVALID', {
      field: 'close_at',
      problem: { zh: '停止提交时间不能早于截止时间', en: 'A task cannot close before it is due' },
    })
  const set = { open_at: open_at !== null && open_at <= now ? open_at : now, due_at, close_at, closed_at: null }
  return { from: status, isNew: status === 'draft' || status === 'scheduled', set }
}

/**
 * Closes a task now by a separate moment that leaves its dates untouched for opening it again; null where it is already
 * closed.
 */
export const closingOf = (
  task: Pick<Task, 'status' | 'closed_at'> & Partial<Pick<Task, 'channel'>>,
  now: number,
): Pick<Task, 'closed_at'> | null => {
  if (task.status === 'closed') return null
  if (task.status !== 'open') throw fail('STATE', { state: task.status })
  // Offline tasks have no lateness; staff record who was missing.
  return { closed_at: task.channel === 'offline' ? null : now }
}

type Moved = Dates & Pick<Task, 'late_rule'>

/**
 * Status changes that follow from other dates: a task closed by its dates alone opens again where it now ends later or
 * never; a scheduled task whose opening time is removed opens now.
 */
export const besideDates = (
  before: Moved & Pick<Task, 'status'>,
  after: Moved,
  now: number,
): Partial<Pick<Task, 'status' | 'open_at'>> => {
  if (before.status === 'scheduled') return after.open_at === null ? { open_at: now } : {}
  if (before.status !== 'closed' || before.closed_at !== null) return {}
  const [was, is] = [closeOf(before), closeOf(after)]
  return was !== null && was <= now && (is === null || is > now) ? { status: 'open' } : {}
}
