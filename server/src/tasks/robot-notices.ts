import type { Db } from '../db/schema.ts'
import { dropAbout } from '../guilds/robots/delivery-store.ts'
import { tellDueSoon, tellReleased, tellRobots } from '../guilds/robots/tell-robots.ts'
import { listDueForRobots, listUndueForRobots } from './clock/robot-store.ts'
import { taskLink } from './enrolment/outcome.ts'
import type { Task } from './rules.ts'

type Named = Pick<Task, 'id' | 'guild_id' | 'title'>

const atOnce = 200
const oneDay = 24 * 3_600_000

/** The key of the notices about a task. */
export const aboutTask = (id: number): string => `task:${id}`

const told = (task: Named) => ({
  guild_id: task.guild_id,
  about: aboutTask(task.id),
  said: { title: task.title, link: taskLink(task) },
})

/** Queues a delivery to the guild's robots that a task has opened, in the caller's transaction. */
export const tellRobotsOpened = (db: Db, task: Named, now: number): Promise<void> =>
  tellRobots(db, { ...told(task), event: 'task_open', key: String(now), now })

/** Queues a delivery about released results: only their number, never names or results. */
export const tellRobotsReleased = (db: Db, task: Named, count: number, now: number): Promise<void> =>
  tellReleased(db, { ...told(task), count, now })

/**
 * Queues deliveries about tasks due within a day, with the number of students who have submitted nothing: each is sent
 * once, with the count refreshed until then.
 */
export const tellRobotsDue = async (db: Db, now: number): Promise<void> => {
  for (const about of await listUndueForRobots(db, atOnce)) await dropAbout(db, about, now, 'due_soon')
  for (const { expected, missing, due_at, ...task } of await listDueForRobots(db, now, now + oneDay, atOnce)) {
    const { guild_id, about, said } = told(task)
    await tellDueSoon(db, { guild_id, about, said: { ...said, due_at, expected, missing }, now })
  }
}
