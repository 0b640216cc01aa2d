import { Refusal } from '@tongchuang/contract/errors.ts'
import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { iso } from '../../db/time.ts'
import { holdActive } from '../../guilds/status-store.ts'
import { notify, notifyEach } from '../../messages/store.ts'
import { followReminders } from '../enrolment/follow-reminders.ts'
import { aboutEnrolment, endEnrolment, taskLink } from '../enrolment/outcome.ts'
import { closeDueTask, holdDueSoon, listClosing, listEnded, listOpening, studentsToTell } from './clock-store.ts'
import { findEnrolment } from '../enrolment-store.ts'
import { aboutTask, tellRobotsDue, tellRobotsOpened } from '../robot-notices.ts'
import { findTask, moveTask } from '../store.ts'
import type { Task } from '../rules.ts'

/**
 * How long after its date a row is left alone: a submission that arrived in time may still be in progress while its
 * body is read, its text is rendered, or it waits in the queue, or its process's clock may be slightly behind. It is
 * sealed all the same, because its time of arrival counts.
 */
const onTheWayMs = 60_000

// A query returns at most BATCH rows. A run repeats it at most LOOKS times and leaves the rest to the next run.
const BATCH = 200
const LOOKS = 50

/** Tells the students of a guild about a task that has just opened. A student in two classes of a set is told once. */
export const tellPublished = async (
  db: Db,
  task: Pick<Task, 'id' | 'guild_id' | 'set_id' | 'title'>,
  now: number,
): Promise<void> => {
  const { guild, user_ids } = await studentsToTell(db, task)
  const notice = { type: 'notice', link: taskLink(task), about: aboutTask(task.id), now } as const
  await notify(db, { ...notice, user_id: user_ids, kind: 'task.published', data: { task: task.title, guild } })
  await tellRobotsOpened(db, task, now)
}

/** Opens scheduled tasks whose time has come, each with its notice in one transaction. */
export const openDue = async (db: Db, now: number): Promise<void> => {
  for (const { id, guild_id } of await listOpening(db, now, BATCH)) {
    await db.transaction().execute(async (db) => {
      if (!(await holdActive(db, guild_id))) return
      const task = await moveTask(db, { id, from: ['scheduled'], to: 'open', now })
      if (task) await tellPublished(db, task, now)
    })
  }
}

/**
 * T9: closes tasks whose time has come and ends the rows under way in them, each in its own transaction. Ends rows
 * whose date was reached by `by`, and rows of tasks that staff have closed.
 */
export const expireDue = async (
  db: Db,
  { now, zone, by = now }: { now: number; zone: string; by?: number },
): Promise<void> => {
  for (const id of await listClosing(db, now)) await closeOne(db, id, now)
  let after = 0
  for (let look = 0; look < LOOKS; look += 1) {
    const ended = await listEnded(db, { now, by }, after, BATCH)
    for (const id of ended) await endOne(db, id, { now, zone })
    after = ended.at(-1) ?? after
    if (ended.length < BATCH) return
  }
}

/** Closes a task together with its reminders, which are removed for students who can no longer submit. */
const closeOne = (db: Db, id: number, now: number): Promise<void> =>
  db.transaction().execute(async (db) => {
    const task = await closeDueTask(db, id, now)
    if (task) await followReminders(db, task, now)
  })

const endOne = async (db: Db, id: number, by: { now: number; zone: string }): Promise<void> => {
  try {
    await db.transaction().execute(async (db) => {
      const row = await findEnrolment(db, id)
      const task = row && (await findTask(db, row.task_id))
      if (row && task) await endEnrolment(db, task, row, by)
    })
  } catch (error) {
    // The row was submitted, extended or given up at this very moment, so it has not ended.
    if (!(error instanceof Refusal)) throw error
  }
}

/** Reminds those who are doing a task that is due within a day: once for each date. */
export const remindDue = async (db: Db, now: number): Promise<void> => {
  for (let look = 0; look < LOOKS; look += 1) {
    const reminded = await db.transaction().execute((db) => remindSome(db, now))
    if (reminded < BATCH) return
  }
}

const remindSome = async (db: Db, now: number): Promise<number> => {
  const rows = await holdDueSoon(db, now, BATCH)
  const notices = rows.map(({ id, user_id, task_id, guild_id, title, due_at }) => ({
    user_id,
    data: { task: title, due_at: iso(due_at) },
    link: taskLink({ id: task_id, guild_id }),
    about: aboutEnrolment(id),
  }))
  await notifyEach(db, { type: 'todo', kind: 'task.due_soon', now }, notices)
  return rows.length
}

/**
 * Registers the timed jobs of tasks. Lists and calls compare dates themselves, so nothing depends on these jobs being
 * on time.
 */
export const registerTaskJobs = (app: App): void => {
  app.jobs.every('tasks.open', 20, (now) => openDue(app.db, now))
  app.jobs.every('tasks.expire', 20, async (now) => {
    const { timezone: zone } = await app.settings()
    await expireDue(app.db, { now, zone, by: now - onTheWayMs })
  })
  app.jobs.every('tasks.remind', 300, async (now) => {
    await remindDue(app.db, now)
    await tellRobotsDue(app.db, now)
  })
}
