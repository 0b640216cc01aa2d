import type { Output } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { orNotFound } from '../../db/or-not-found.ts'
import { iso } from '../../db/time.ts'
import { fileCards, linkTo } from '../../files/cards.ts'
import type { FileRow } from '../../files/store.ts'
import { mayLead, type Staff } from '../../guilds/rules.ts'
import { findGuildDetail, type GuildDetail } from '../../guilds/settings-store.ts'
import { staffOf } from '../../guilds/scope-store.ts'
import type { Person } from '../../http/session.ts'
import type { Form } from './editing-rules.ts'
import { attachedTo, criteriaFor, neededFor, wasAccepted, type StoredCriterion } from './editing-store.ts'
import { keysOf } from '../questions/key-store.ts'
import { questionsOf, type QuestionKey } from '../questions/question-rules.ts'
import { statusAt, type Task } from '../rules.ts'
import { showSet } from '../sets/show-set.ts'
import { findTask, lockTask } from '../store.ts'

export type TaskForm = Output<typeof taskEditing.form>

/** A task with its guild and the caller's rights there. */
export type StaffTask = { task: Task; guild: GuildDetail; staff: Staff }

/** A task for the staff of its guild; for anybody else it does not exist. */
export const requireStaffOfTask = async (
  db: Db,
  id: number,
  { user_id }: Pick<Person, 'user_id'>,
): Promise<StaffTask> => {
  const task = await findTask(db, id)
  const staff = task && (await staffOf(db, user_id, task.guild_id))
  const guild = task && (await findGuildDetail(db, task.guild_id))
  if (!task || !staff || !guild) throw fail('NOT_FOUND')
  return { task, staff, guild }
}

/** Refuses to change anything in an archived guild. */
export const mustBeActive = ({ guild }: Pick<StaffTask, 'guild'>): void => {
  if (guild.status === 'archived') throw fail('ARCHIVED')
}

/** A task the caller may change: leaders of the guild any task, an assistant only a draft. */
export const requireEditor = async (db: Db, id: number, caller: Pick<Person, 'user_id'>): Promise<StaffTask> => {
  const found = await requireStaffOfTask(db, id, caller)
  if (!mayLead(found.staff) && found.task.status !== 'draft') throw fail('ROLE')
  mustBeActive(found)
  return found
}

/** A task for those who lead its guild; refuses in an archived guild. */
export const requireLead = async (db: Db, id: number, caller: Pick<Person, 'user_id'>): Promise<StaffTask> => {
  const found = await requireStaffOfTask(db, id, caller)
  if (!mayLead(found.staff)) throw fail('ROLE')
  mustBeActive(found)
  return found
}

/**
 * The same, and locks the task until the transaction ends. Asked behind the lock: a release of a whole class may hold a
 * task for a minute, and whoever leads its guild no more by then changes nothing.
 */
export const lockForLead = async (db: Db, id: number, caller: Pick<Person, 'user_id'>): Promise<StaffTask> => {
  orNotFound(await lockTask(db, id))
  return requireLead(db, id, caller)
}

/** A task with its criteria and questions, as the rules need it. */
export const formOf = async (db: Db, task: Task): Promise<Form> => ({
  ...task,
  criteria: await criteriaFor(db, task.id),
  asked: questionsOf(task.questions),
  keys: await keysOf(db, task.id),
})

type Parts = {
  criteria: readonly StoredCriterion[]
  keys: QuestionKey[]
  files: readonly FileRow[]
  needed: readonly { id: number; title: string; status: Task['status'] }[]
  was_accepted: boolean
}

const partsOf = async (db: Db, id: number): Promise<Parts> => ({
  criteria: await criteriaFor(db, id),
  keys: await keysOf(db, id),
  files: await attachedTo(db, id),
  needed: await neededFor(db, id),
  was_accepted: await wasAccepted(db, id),
})

/** Everything about a task for its editor, as it is now. */
export const showForm = async (app: App, id: number, caller: Pick<Person, 'user_id' | 'now'>): Promise<TaskForm> => {
  const { task, guild, staff } = await requireStaffOfTask(app.db, id, caller)
  const { criteria, keys, files, needed, was_accepted } = await partsOf(app.db, id)
  const { user_id, now } = caller
  return {
    // Only the columns that the call declares are sent.
    ...task,
    guild_id: guild.id,
    guild_name: guild.name,
    hue: guild.hue,
    glyph: guild.glyph,
    flag: guild.flag,
    guild_subject: guild.subject,
    status: statusAt(task, now),
    base_version: task.edit_version,
    open_at: iso(task.open_at),
    due_at: iso(task.due_at),
    close_at: iso(task.close_at),
    criteria: [...criteria],
    questions: questionsOf(task.questions),
    keys,
    prerequisites: needed.map(({ id: needed_id, title, status }) => ({ id: needed_id, title, status })),
    files: fileCards(app, files, user_id),
    cover_file_id: task.cover_file_id,
    cover: task.cover_file_id === null ? '' : linkTo(app, task.cover_file_id, 'public', user_id),
    was_accepted,
    accepted_count: task.accepted_count,
    member_count: guild.member_count,
    may_lead: mayLead(staff),
    read_only: guild.status === 'archived',
    saved_at: iso(task.updated_at),
    trashed_at: iso(task.trashed_at),
    set: await showSet(app.db, task, needed, caller),
  }
}
