import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import type { App } from '../../app-services.ts'
import { endHold } from '../../tasks/editing/editing-store.ts'
import { lockTask } from '../../tasks/store.ts'
import { releaseTask } from '../release-task.ts'
import { dropTimedAlone, listDueTimed, refuseTimed, takeTimed, type DueRelease } from './timed-store.ts'

const atOnce = 50

/** Releases one class at its time, in its own transaction; the user who asked for it must still review there. */
const releaseDue = (app: App, due: DueRelease, { now, zone }: { now: number; zone: string }): Promise<void> =>
  app.db.transaction().execute(async (db) => {
    // Locked until the end: a review being saved is either found here or sees that results are no longer held.
    const task = await lockTask(db, due.task_id)
    if (!task || !(await takeTimed(db, due))) return
    // The task has left its set, where the release was shown and could be stopped.
    if (task.set_id === null) return
    // A task in the bin or a draft is not released.
    if (task.status === 'trashed' || task.status === 'draft') return
    const act = { actor_id: due.asked_by, now, zone }
    await releaseTask(db, task, null, act)
    if (due.follow) await endHold(db, task, act)
  })

/**
 * Releases the results whose time has come; a failed release is kept with its reason and does not roll back the others.
 */
export const releaseTimed = async (app: App, now: number): Promise<void> => {
  const { timezone: zone } = await app.settings()
  for (const due of await listDueTimed(app.db, now, atOnce)) {
    try {
      if (Number(due.is_left) === 1) throw fail('ROLE')
      await releaseDue(app, due, { now, zone })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await refuseTimed(app.db, due, error.reason)
    }
  }
}

/** Registers timed releases; a task that leaves its set loses its timed release. */
export const registerTimedReleases = (app: App): void => {
  app.jobs.every('reviews.release', 30, (now) => releaseTimed(app, now))
  app.events.onAny('task.left_set', (db, { task_id }) => dropTimedAlone(db, task_id))
}
