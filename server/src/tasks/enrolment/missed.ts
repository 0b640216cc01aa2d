import type { Db } from '../../db/schema.ts'
import { closeAbout, notify } from '../../messages/store.ts'
import { moveEnrolment } from '../enrolment-store.ts'
import { type Enrolment, type Task } from '../rules.ts'
import { aboutEnrolment, settleTask, taskLink } from './outcome.ts'

/**
 * 缺: staff record that a student was missing from an offline task. Nothing is earned, score earned by an earlier result
 * is taken back, and a main task counts 0.
 */
export const missEnrolment = async (
  db: Db,
  task: Task,
  row: Enrolment,
  { actor_id, reason, now, zone }: { actor_id: number; reason?: string; now: number; zone: string },
): Promise<void> => {
  const missed = await moveEnrolment(db, {
    id: row.id,
    from: [row.state],
    to: 'expired',
    set: { score: null, percent_final: null, released_at: null, excuse_reason: '' },
    action: reason === undefined ? 'enter' : 'correct',
    actor_id,
    ...(reason !== undefined && { reason }),
    now,
  })
  if (row.released_at !== null) await settleTask(db, { task, user_id: row.user_id, isFirst: false, now, zone })
  await closeAbout(db, aboutEnrolment(row.id), row.user_id)
  await notify(db, {
    user_id: missed.user_id,
    type: 'notice',
    kind: 'result.entered',
    data: { task: task.title, decision: 'missing', score: null, max: task.max_score },
    link: taskLink(task),
    about: aboutEnrolment(row.id),
    now,
  })
}
