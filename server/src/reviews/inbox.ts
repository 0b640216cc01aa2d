import { adminPaths } from '@tongchuang/contract/paths.ts'
import type { Db } from '../db/schema.ts'
import { staffToTell } from '../guilds/scope-store.ts'
import { renewTodo } from '../messages/store.ts'
import { nicknameOf } from './store.ts'

/** The key under which notices about an appeal are grouped. */
export const aboutAppeal = (id: number): string => `appeal:${id}`

/** The key under which notices about a request for more time are grouped. */
export const aboutExtension = (id: number): string => `extension:${id}`

type Asked = { id: number; guild_id: number; user_id: number }
type Task = { title: string }

/** Notifies a guild's staff of a student's appeal. */
export const tellOfAppeal = async (db: Db, { id, guild_id, user_id }: Asked, task: Task, now: number): Promise<void> =>
  renewTodo(db, {
    user_id: await staffToTell(db, guild_id, 'can_review'),
    kind: 'appeal.opened',
    data: { task: task.title, student: await nicknameOf(db, user_id) },
    link: adminPaths.reviewRequests(),
    about: aboutAppeal(id),
    guild_id,
    now,
  })

/** Notifies a guild's staff of a student's request for more time. */
export const tellOfExtension = async (
  db: Db,
  { id, guild_id, user_id }: Asked,
  task: Task,
  now: number,
): Promise<void> =>
  renewTodo(db, {
    user_id: await staffToTell(db, guild_id, 'can_review'),
    kind: 'extension.asked',
    data: { task: task.title, student: await nicknameOf(db, user_id) },
    link: adminPaths.reviewRequests('extensions'),
    about: aboutExtension(id),
    guild_id,
    now,
  })
