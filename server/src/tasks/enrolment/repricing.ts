import type { App } from '../../app-services.ts'
import { readSettings } from '../../settings.ts'
import { listWithResults } from '../enrolment-store.ts'
import { lockTask } from '../store.ts'
import { settleTask } from './outcome.ts'

const peopleAtOnce = 100

/**
 * Settles students' earned score after a task's points changed, so that equal results stay worth the same. Runs in
 * batches by user id, one per transaction, because a whole school may have the task. Uses the points at that moment, so
 * repeating it is harmless.
 */
export const registerRepricing = (app: App): void =>
  app.events.onAny('task.repriced', async (db, { task_id, after_user_id }, now) => {
    const { timezone: zone } = await readSettings(db)
    // Locked, so that nobody releases or corrects by the old points. The task may be deleted by now.
    const task = await lockTask(db, task_id)
    if (!task) return
    const people = await listWithResults(db, task_id, after_user_id, peopleAtOnce)
    for (const user_id of people) await settleTask(db, { task, user_id, isFirst: false, now, zone })
    const last = people.at(-1)
    if (last !== undefined && people.length === peopleAtOnce)
      await app.events.publish(db, 'task.repriced', { task_id, after_user_id: last })
  })
