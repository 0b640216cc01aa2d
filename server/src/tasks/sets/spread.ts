import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { setLimits, type ClassOutcome } from '@tongchuang/contract/task-set-members.admin.ts'
import type { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { ms } from '../../db/time.ts'
import { leaveEvent } from '../../events.ts'
import { lockGuilds } from '../../guilds/lock-store.ts'
import { mayLead } from '../../guilds/rules.ts'
import { staffOf } from '../../guilds/scope-store.ts'
import { findGuildDetail } from '../../guilds/settings-store.ts'
import { invalid } from '../../http/problem.ts'
import type { Person } from '../../http/session.ts'
import { copyParts, insertCopy } from '../editing/copy-store.ts'
import { mustAllow, mustFit } from '../editing/editing-rules.ts'
import { neededFor, putPrerequisites, recordTask } from '../editing/editing-store.ts'
import { formOf, lockForLead, requireLead } from '../editing/form.ts'
import { trashTask } from '../editing/lifecycle.ts'
import { statusAt, type Task } from '../rules.ts'
import { findTask } from '../store.ts'
import { inClass } from './each-class.ts'
import {
  chaptersTitled,
  chapterTitle,
  countMembers,
  findMember,
  lockSet,
  makeSet,
  putIntoSet,
  standIns,
} from './set-store.ts'

type Sent = Input<typeof taskSetsAdmin.spread>
type Dates = Pick<Task, 'open_at' | 'due_at' | 'close_at'>

const moment = (sent: string | null | undefined, own: number | null): number | null =>
  sent === undefined ? own : sent === null ? null : ms(sent)

const datesFor = (task: Task, guild_id: number, dates: NonNullable<Sent['dates']>): Dates => {
  const given = dates.find((one) => one.guild_id === guild_id)
  return {
    open_at: moment(given?.open_at, task.open_at),
    due_at: moment(given?.due_at, task.due_at),
    close_at: moment(given?.close_at, task.close_at),
  }
}

/** Takes a task out of its set and leaves an event about it. */
const leaveSet = async (db: Db, task_id: number, now: number): Promise<void> => {
  await putIntoSet(db, task_id, null, now)
  await leaveEvent(db, 'task.left_set', { task_id }, now)
}

/** The set of a task, created where it has none: of two concurrent requests the second finds the set of the first. */
const setOf = (app: App, id: number, { user_id, now }: Person): Promise<number> =>
  app.db.transaction().execute(async (db) => {
    const { task } = await lockForLead(db, id, { user_id })
    if (task.set_id !== null) return task.set_id
    const made = await makeSet(db, { owner_id: user_id, title: task.title, now })
    await putIntoSet(db, id, made, now)
    return made
  })

type Source = {
  task: Task
  set_id: number
  chapters: ReadonlyMap<number, number>
  needed: readonly { id: number }[]
  others: ReadonlyMap<number, ReadonlyMap<number, number>>
}

const sourceOf = async (db: Db, id: number, set_id: number, guild_ids: readonly number[]): Promise<Source> => {
  // Keeps the chapters of these guilds from being removed meanwhile.
  await lockGuilds(db, guild_ids)
  // Locked before the task is read again: savers wait, and nobody takes the task out meanwhile.
  await lockSet(db, set_id)
  const task = await findTask(db, id)
  if (!task || task.set_id !== set_id) throw fail('STATE', { state: task?.status })
  const chapter = await chapterTitle(db, task.chapter_id)
  const needed = await neededFor(db, id)
  return {
    task,
    set_id,
    needed,
    chapters: chapter === null ? new Map() : await chaptersTitled(db, chapter, guild_ids),
    others: await standIns(
      db,
      needed.map((one) => one.id),
      guild_ids,
    ),
  }
}

const giveTo = async (
  db: Db,
  { task, set_id, chapters, needed, others }: Source,
  guild_id: number,
  dates: Dates,
  by: { user_id: number; now: number },
): Promise<{ task_id: number; made: boolean }> => {
  const found = await findMember(db, set_id, guild_id)
  if (found && found.status !== 'trashed') return { task_id: found.id, made: false }
  mustFit({ ...(await formOf(db, task)), ...dates })
  // A task in the bin leaves the set; if it is ever restored, it stands alone.
  if (found) await leaveSet(db, found.id, by.now)
  if ((await countMembers(db, set_id)) >= setLimits.classes)
    throw invalid('guild_ids', `一个任务最多发给${setLimits.classes}个班`, `At most ${setLimits.classes} classes`)
  const { title, sort_order } = task
  const chapter_id = chapters.get(guild_id) ?? null
  const made = await insertCopy(db, task, { guild_id, set_id, title, sort_order, chapter_id, ...dates }, by)
  await copyParts(db, new Map([[task.id, made]]), false)
  await putPrerequisites(
    db,
    made,
    needed.flatMap(({ id }) => others.get(guild_id)?.get(id) ?? []),
  )
  await recordTask(db, { task_id: made, action: 'copy', actor_id: by.user_id, now: by.now })
  return { task_id: made, made: true }
}

/**
 * Gives a task to several classes: creates a draft in each guild the caller leads, or keeps the existing task where it
 * was given before.
 */
export const spreadTask = async (
  app: App,
  { id, guild_ids, dates = [] }: Sent,
  caller: Person,
): Promise<ClassOutcome[]> => {
  const { task: seen } = await requireLead(app.db, id, caller)
  mustAllow('edit', statusAt(seen, caller.now))
  const wanted = [...new Set(guild_ids)]
  if (dates.some(({ guild_id }) => !wanted.includes(guild_id)))
    throw invalid('dates', '时间写给了没有选的班', 'These are dates of a class that was not chosen')
  const set_id = seen.set_id ?? (await setOf(app, id, caller))
  return app.db.transaction().execute(async (db) => {
    const source = await sourceOf(db, id, set_id, wanted)
    const outcomes: ClassOutcome[] = []
    for (const guild_id of wanted) {
      const staff = await staffOf(db, caller.user_id, guild_id)
      const guild = staff ? await findGuildDetail(db, guild_id) : undefined
      const where = { task_id: null, guild_id, guild_name: guild?.name ?? '' }
      outcomes.push(
        await inClass(where, caller.language, async () => {
          if (!staff || !guild) throw fail('NOT_FOUND')
          if (!mayLead(staff)) throw fail('ROLE')
          if (guild.status === 'archived') throw fail('ARCHIVED')
          return giveTo(db, source, guild_id, datesFor(source.task, guild_id, dates), caller)
        }),
      )
    }
    return outcomes
  })
}

/**
 * Takes a class out of its set: a draft goes to the bin, a task students know of stays on its own. A repeated call
 * changes nothing.
 */
export const takeOut = async (app: App, id: number, caller: Person): Promise<void> => {
  const { set_id } = (await requireLead(app.db, id, caller)).task
  if (set_id === null) return
  await app.db.transaction().execute(async (db) => {
    await lockSet(db, set_id)
    const { task } = await lockForLead(db, id, caller)
    if (task.set_id === null) return
    await leaveSet(db, id, caller.now)
    if (task.status === 'draft') await trashTask(db, id, caller)
  })
}
