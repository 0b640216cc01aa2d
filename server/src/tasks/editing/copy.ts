import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../../db/schema.ts'
import { orNotFound } from '../../db/or-not-found.ts'
import { addDays } from '../../db/time.ts'
import { newFlag } from '../../guilds/flag-rules.ts'
import { takenFlags } from '../../guilds/flag-store.ts'
import { inviteCodeOf, newInviteCode } from '../../guilds/invite-code.ts'
import { lockGuild } from '../../guilds/lock-store.ts'
import type { Actor } from '../../guilds/power-rules.ts'
import { mayLead } from '../../guilds/rules.ts'
import {
  copyGuildRow,
  copyMembers,
  countMembers,
  findGuildDetail,
  guildWithCode,
  setGuildStatus,
} from '../../guilds/settings-store.ts'
import { staffOf } from '../../guilds/scope-store.ts'
import type { Events } from '../../events.ts'
import {
  closeGuildTasks,
  copyChapters,
  copyParts,
  criteriaIn,
  insertCopy,
  tasksToCopy,
  underWayIn,
} from './copy-store.ts'
import { recordTask } from './editing-store.ts'
import { requireStaffOfTask } from './form.ts'
import { chaptersWithCounts } from './staff-list-store.ts'
import type { Task } from '../rules.ts'
import { findTask } from '../store.ts'

type By = { user_id: number; now: number }

const shifted = (
  { open_at, due_at, close_at }: Pick<Task, 'open_at' | 'due_at' | 'close_at'>,
  days: number,
  zone: string,
) => {
  const move = (date: number | null) => (date === null ? null : addDays(date, zone, days))
  return { open_at: move(open_at), due_at: move(due_at), close_at: move(close_at) }
}

/** Copies one task as a draft; into another guild without chapter and prerequisites. In the caller’s transaction. */
export const copyTask = async (
  db: Db,
  id: number,
  given: { guild_id?: number | undefined; title?: string | undefined },
  by: By,
): Promise<number> => {
  const { task, guild } = await requireStaffOfTask(db, id, by)
  const to =
    given.guild_id === undefined || given.guild_id === guild.id ? guild : await findGuildDetail(db, given.guild_id)
  const within = to?.id === guild.id
  // The chapter of the copy is not removed meanwhile. Asked behind the lock who leads the guild by then.
  if (within && task.chapter_id !== null) await lockGuild(db, to.id)
  const staff = to && (await staffOf(db, by.user_id, to.id))
  if (!to || !staff) throw fail('NOT_FOUND')
  if (!mayLead(staff)) throw fail('ROLE')
  if (to.status === 'archived') throw fail('ARCHIVED')
  const { open_at, due_at, close_at, sort_order } = task
  const chapter_id = within ? ((await findTask(db, id))?.chapter_id ?? null) : null
  const made = await insertCopy(
    db,
    task,
    { guild_id: to.id, title: given.title ?? task.title, chapter_id, sort_order, open_at, due_at, close_at },
    by,
  )
  await copyParts(db, new Map([[id, made]]), within)
  await recordTask(db, { task_id: made, action: 'copy', actor_id: by.user_id, now: by.now })
  return made
}

export type TermCopy = {
  guild_id: number
  name: string
  days: number
  with_members: boolean
  archive_old: boolean
  /** The same for the same request repeated, which is answered with the copy that was made. */
  invite_code: string
}

/** The invite code of a copy; with an idempotency key, the same for the same settings from the same person. */
export const codeOfCopy = (
  secret: string,
  user_id: number,
  { guild_id, name, days, with_members, archive_old }: Omit<TermCopy, 'invite_code'>,
  key: string | undefined,
): string =>
  key === undefined
    ? newInviteCode()
    : inviteCodeOf(secret, [user_id, guild_id, name, days, with_members, archive_old, key])

/** Refuses everybody except those who lead a guild, archived or not. */
export const mustLeadTerm = async (db: Db, guild_id: number, user_id: number): Promise<void> => {
  const staff = await staffOf(db, user_id, guild_id)
  if (!staff) throw fail('NOT_FOUND')
  if (!mayLead(staff)) throw fail('ROLE')
}

/**
 * Runs `work` in a transaction that holds a guild, for somebody who leads it, archived or not. Asked behind the lock:
 * whoever is removed from its staff at this moment changes nothing any more.
 */
export const asTermLeader = <T>(db: Db, guild_id: number, user_id: number, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (db) => {
    await lockGuild(db, guild_id)
    await mustLeadTerm(db, guild_id, user_id)
    return work(db)
  })

/** A flag for a guild copied from another: the same drawing, in a shape and pattern not used with it yet. */
const flagBeside = async (db: Db, guild_id: number, name: string) => {
  const { hue, subject, glyph } = orNotFound(await findGuildDetail(db, guild_id))
  return newFlag({ name, hue, subject, glyph }, await takenFlags(db))
}

/** What a copy that was made before contains. */
const copied = async (db: Db, guild_id: number) => {
  const { members, staff } = await countMembers(db, guild_id)
  const chapters = (await chaptersWithCounts(db, guild_id)).length
  return { guild_id, chapters, tasks: (await tasksToCopy(db, guild_id)).length, members, staff }
}

/** Copies a guild into its next term: all of it or nothing, in the caller’s transaction, which holds the guild. */
export const copyTerm = async (
  db: Db,
  events: Pick<Events, 'publish'>,
  { guild_id, name, days, with_members, archive_old, invite_code }: TermCopy,
  { now, zone, ...by }: Actor & { now: number; zone: string },
) => {
  const { user_id } = by
  // The caller holds the guild: of two requests at once, the second finds what the first has made.
  const earlier = await guildWithCode(db, invite_code)
  if (earlier !== undefined) return copied(db, earlier)
  const made = await copyGuildRow(db, guild_id, {
    name,
    now,
    invite_code,
    ...(!archive_old && (await flagBeside(db, guild_id, name))),
  })
  const staff = await copyMembers(db, events, { from: guild_id, to: made, who: 'staff', by, now })
  const students = with_members
    ? await copyMembers(db, events, { from: guild_id, to: made, who: 'students', by, now })
    : 0
  const chapters = await copyChapters(db, guild_id, made)
  const copies = new Map<number, number>()
  for (const task of await tasksToCopy(db, guild_id)) {
    const chapter_id = task.chapter_id === null ? null : (chapters.get(task.chapter_id) ?? null)
    const { title, sort_order } = task
    copies.set(
      task.id,
      await insertCopy(
        db,
        task,
        { guild_id: made, title, chapter_id, sort_order, ...shifted(task, days, zone) },
        { user_id, now },
      ),
    )
  }
  await copyParts(db, copies, false)
  if (archive_old) await archiveTerm(db, events, guild_id, now)
  return { guild_id: made, chapters: chapters.size, tasks: copies.size, members: students, staff }
}

/** Archives a guild: what is open in it ends. In the caller’s transaction. */
export const archiveTerm = async (
  db: Db,
  events: Pick<Events, 'publish'>,
  guild_id: number,
  now: number,
): Promise<void> => {
  await setGuildStatus(db, events, guild_id, 'archived')
  await closeGuildTasks(db, guild_id, now)
}

/** Previews a copy: the first tasks with their old and new due dates, and the numbers. */
export const previewTerm = async (db: Db, guild_id: number, days: number, zone: string) => {
  const tasks = await tasksToCopy(db, guild_id)
  const due = tasks
    .filter(({ due_at }) => due_at !== null)
    .toSorted((one, other) => (one.due_at ?? 0) - (other.due_at ?? 0))
  const first = due
    .slice(0, 10)
    .map((task) => ({ title: task.title, due_before: task.due_at, due_after: shifted(task, days, zone).due_at }))
  const chapters = (await chaptersWithCounts(db, guild_id)).length
  return {
    chapters,
    tasks: tasks.length,
    criteria: await criteriaIn(db, guild_id),
    ...(await countMembers(db, guild_id)),
    ...(await underWayIn(db, guild_id)),
    first,
  }
}
