import type { App } from '../../app-services.ts'
import { readSettings } from '../../settings.ts'
import { listWithResults } from '../enrolment-store.ts'
import { lockTask } from '../store.ts'
import { settleTask } from './outcome.ts'

const peopleAtOnce = 100

/**
 * Brings what students have earned by a task to its points, so that equal results stay worth the same: some in each
 * transaction, in the order of their ids, for a whole school may have it. By the points as they are by then, so that
 * doing it twice is doing it once.
 */
export const registerRepricing = (app: App): void =>
  app.events.onAny('task.repriced', async (db, { task_id, after_user_id }, now) => {
    const { timezone: zone } = await readSettings(db)
    // Held, so that nobody releases or corrects by the points before. It may be gone by now.
    const task = await lockTask(db, task_id)
    if (!task) return
    const people = await listWithResults(db, task_id, after_user_id, peopleAtOnce)
    for (const user_id of people) await settleTask(db, { task, user_id, isFirst: false, now, zone })
    const last = people.at(-1)
    if (last !== undefined && people.length === peopleAtOnce)
      await app.events.publish(db, 'task.repriced', { task_id, after_user_id: last })
  })
