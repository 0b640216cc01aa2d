import type { App } from '../app-services.ts'
import { rescaleVersions } from '../submissions/store.ts'
import { rescaleEnrolments } from '../tasks/scale-store.ts'
import { lockTask } from '../tasks/store.ts'
import { rescaleResults } from './store.ts'

/**
 * Brings everything that is stored on a task's scale to its current full marks, in three statements. The scores are
 * computed from percents, so the operation is idempotent. The students' enrolments are included although they were
 * rescaled with the task: a held result may have been released between the two.
 */
export const registerRescaling = (app: App): void =>
  app.events.onAny('task.rescaled', async (db, { task_id }, now) => {
    // Locked, so that nobody reviews, releases or corrects on the old scale. The task may have been deleted since.
    const task = await lockTask(db, task_id)
    if (!task) return
    await rescaleResults(db, task)
    await rescaleVersions(db, task)
    await rescaleEnrolments(db, task, now)
  })
