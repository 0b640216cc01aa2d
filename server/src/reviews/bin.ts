import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { closeAbout } from '../messages/store.ts'
import { findTask } from '../tasks/store.ts'
import { aboutAppeal, aboutExtension, tellOfAppeal, tellOfExtension } from './inbox.ts'
import { aboutThread } from './notes/note-rules.ts'
import { threadsThatWait } from './notes/note-store.ts'
import { tellOfThread } from './notes/thread.ts'
import { openAppeals, openExtensions } from './requests.ts'

/** What staff are asked about a task: taken off their lists while it is in the bin, and told anew once it is back. */
const followBin = async (db: Db, task_id: number, now: number): Promise<void> => {
  const task = await findTask(db, task_id)
  if (!task) return
  const [appeals, extensions, threads] = [
    await openAppeals(db, task_id),
    await openExtensions(db, task_id),
    await threadsThatWait(db, task_id),
  ]
  if (task.status === 'trashed') {
    const things = [
      ...appeals.map(({ id }) => aboutAppeal(id)),
      ...extensions.map(({ id }) => aboutExtension(id)),
      ...threads.map(aboutThread),
    ]
    if (things.length > 0) await closeAbout(db, things)
    return
  }
  for (const one of appeals) await tellOfAppeal(db, one, task, now)
  for (const one of extensions) await tellOfExtension(db, one, task, now)
  for (const one of threads) await tellOfThread(db, { ...one, title: task.title, now })
}

/** Hears of tasks that go to the bin and come back. */
export const registerBin = ({ events }: App): void =>
  events.onAny('task.binned', (db, { task_id }, now) => followBin(db, task_id, now))
