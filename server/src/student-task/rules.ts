import type { TaskCard } from '@tongchuang/contract/tasks.ts'
import { mayWithdraw } from '../submissions/rules.ts'
import { isOver, mayAbort, mayDo, type Enrolment, type Task } from '../tasks/rules.ts'

type Given = {
  task: Task & { member_role: 'student' | 'assistant' | 'teacher'; guild_status: 'active' | 'archived' }
  card: Pick<TaskCard, 'state' | 'lock'>
  row: Enrolment | null
  /** The newest version that was not withdrawn. */
  newest: { status: string; review_until: number | null } | null
  /** Whether the result that counts may still be appealed. */
  mayAppeal: boolean
  hasOpenRequest: boolean
  now: number
}

export type Can = {
  accept: boolean
  abort: boolean
  abort_needs_reason: boolean
  submit: boolean
  withdraw: boolean
  share: boolean
  appeal: boolean
  ask_extension: boolean
}

/**
 * What a student may do with a task now. The page shows buttons accordingly, so that it offers nothing the calls would
 * refuse.
 */
export const canDo = ({ task, card, row, newest, mayAppeal, hasOpenRequest, now }: Given): Can => {
  const { state } = card
  const isStudent = task.member_role === 'student'
  // An archived guild is read-only, except that authors may still stop sharing a work.
  const isActive = task.guild_status === 'active'
  const isWorking = isActive && row !== null && mayDo('submit', state)
  const hasAttempts = task.max_attempts === null || (row?.attempts ?? 0) < task.max_attempts
  const isAgain = mayDo('accept', state) || (task.type === 'daily' && mayDo('next_round', state))
  return {
    accept: isStudent && card.lock.length === 0 && (state === 'available' || isAgain),
    abort: isWorking && mayAbort(row),
    abort_needs_reason: task.type === 'main',
    submit: isWorking && hasAttempts && !isOver(task, row, now),
    withdraw:
      isActive && state === 'submitted' && newest !== null && mayWithdraw(newest, now) && !isOver(task, row, now),
    share: newest !== null,
    appeal: isActive && mayAppeal && mayDo('appeal', state),
    ask_extension:
      isActive &&
      isStudent &&
      task.channel === 'online' &&
      !hasOpenRequest &&
      (state === 'doing' || state === 'returned' || state === 'expired'),
  }
}

/** The tasks before and after a task in the order of the map. */
export const neighbours = (ids: readonly number[], id: number): { prev_id: number | null; next_id: number | null } => {
  const at = ids.indexOf(id)
  return { prev_id: at > 0 ? (ids[at - 1] ?? null) : null, next_id: at === -1 ? null : (ids[at + 1] ?? null) }
}
