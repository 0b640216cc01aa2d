import { fail } from '@tongchuang/contract/errors.ts'
import { closeOf, type Task, type TaskStatus } from '../rules.ts'

type Dates = Pick<Task, 'open_at' | 'due_at' | 'close_at' | 'closed_at'>

/** What opening a task by hand changes, from where, and whether students hear of it for the first time. */
export type Opening = { from: TaskStatus; isNew: boolean; set: Dates }

/**
 * Opens a task now. A close that has passed goes, unless another is given; where lateness is refused, a due date that has
 * passed gives way too, else the task would close at once.
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

/** Closes a task now, by a moment beside its dates, so that opening it again finds them; null where it is closed already. */
export const closingOf = (
  task: Pick<Task, 'status' | 'closed_at'> & Partial<Pick<Task, 'channel'>>,
  now: number,
): Pick<Task, 'closed_at'> | null => {
  if (task.status === 'closed') return null
  if (task.status !== 'open') throw fail('STATE', { state: task.status })
  // Nobody is late for an offline task: who was missing staff say themselves.
  return { closed_at: task.channel === 'offline' ? null : now }
}

type Moved = Dates & Pick<Task, 'late_rule'>

/**
 * What a save of other dates changes beside them: a task that the clock has closed, and only the clock, is open again where it
 * ends later now or never; one that was to open at a time which is taken away opens now.
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
