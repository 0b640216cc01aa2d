import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import type { App } from '../../app-services.ts'
import { endHold } from '../../tasks/editing/editing-store.ts'
import { lockTask } from '../../tasks/store.ts'
import { releaseTask } from '../release-task.ts'
import { dropTimedAlone, listDueTimed, refuseTimed, takeTimed, type DueRelease } from './timed-store.ts'

const atOnce = 50

/** Releases one class at its time, in a transaction of its own; whoever asked must review there still. */
const releaseDue = (app: App, due: DueRelease, { now, zone }: { now: number; zone: string }): Promise<void> =>
  app.db.transaction().execute(async (db) => {
    // Held until the end: a review being saved is either found here or sees that nothing waits any more.
    const task = await lockTask(db, due.task_id)
    if (!task || !(await takeTimed(db, due))) return
    // Out of the set it was a class of, where it was shown and could be stopped.
    if (task.set_id === null) return
    // In the bin, or a draft again: there is nobody to tell.
    if (task.status === 'trashed' || task.status === 'draft') return
    const act = { actor_id: due.asked_by, now, zone }
    await releaseTask(db, task, null, act)
    if (due.follow) await endHold(db, task, act)
  })

/** Lets results out whose time has come; what cannot be is kept with its reason, and takes no other back. */
export const releaseTimed = async (app: App, now: number): Promise<void> => {
  const { timezone: zone } = await app.settings()
  for (const due of await listDueTimed(app.db, now, atOnce)) {
    try {
      if (!due.reviews || due.asker !== 'normal') throw fail('ROLE')
      await releaseDue(app, due, { now, zone })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await refuseTimed(app.db, due, error.reason)
    }
  }
}

/** What is released by the clock; what left the set it was released with waits for no time. */
export const registerTimedReleases = (app: App): void => {
  app.jobs.every('reviews.release', 30, (now) => releaseTimed(app, now))
  app.events.onAny('task.left_set', (db, { task_id }) => dropTimedAlone(db, task_id))
}
