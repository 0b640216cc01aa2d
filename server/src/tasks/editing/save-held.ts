import { keptLevelWords } from '@tongchuang/contract/rules/level-words.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { Updateable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { Events } from '../../events.ts'
import { lockGuild } from '../../guilds/lock-store.ts'
import {
  besideSent,
  changeOf,
  circleOf,
  isShown,
  lacks,
  mustAllow,
  mustBeFair,
  mustFit,
  mustKeepEntered,
  type Criterion,
  type Form,
} from './editing-rules.ts'
import {
  isChapterOf,
  needsIn,
  putCriteria,
  putFiles,
  putPrerequisites,
  recordTask,
  saveTask,
  titlesIn,
  wasAccepted,
} from './editing-store.ts'
import { formOf } from './form.ts'
import { putKeys } from '../questions/key-store.ts'
import { questionsOf, type QuestionKey } from '../questions/question-rules.ts'
import { wasEntered } from '../entered-store.ts'
import { statusAt, type Task } from '../rules.ts'
import { rescaleEnrolments } from '../scale-store.ts'
import type { TaskTable } from '../tables.ts'
import { besideDates } from './status-rules.ts'
import { tellHolders } from './tell-holders.ts'

/** The changes of a save: the sent fields and their columns. */
export type Changes = {
  columns: Updateable<TaskTable>
  criteria?: readonly Criterion[] | undefined
  keys?: readonly QuestionKey[] | undefined
  prerequisites?: readonly number[] | undefined
  files?: readonly number[] | undefined
}

/**
 * Prerequisites are tasks of the same guild without a cycle; of two concurrent saves the second sees the prerequisites
 * of the first.
 */
const requirePrerequisites = async (db: Db, task: Task, required: readonly number[]): Promise<void> => {
  // Saving prerequisites already locks the guild before any task; a class added to the set meanwhile is locked here.
  await lockGuild(db, task.guild_id)
  const titles = new Map(
    (await titlesIn(db, task.guild_id, [...required, task.id])).map(({ id, title }) => [id, title]),
  )
  if (required.some((id) => !titles.has(id))) throw fail('NOT_FOUND')
  const circle = circleOf(task.id, required, await needsIn(db, task.guild_id))
  if (!circle) return
  const named = new Map((await titlesIn(db, task.guild_id, circle)).map(({ id, title }) => [id, title]))
  throw fail('CYCLE', { titles: circle.map((id) => named.get(id) ?? '') })
}

const asStored = (sent: readonly Criterion[]): Criterion[] =>
  sent.map(({ id, label, description, weight, level_words }) => ({
    ...(id !== undefined && { id }),
    label,
    description,
    weight,
    level_words: keptLevelWords(level_words),
  }))

/** The task as it would be after a save. */
const after = (before: Form, { columns, criteria, keys }: Changes): Form => {
  const sent = { ...before, ...(columns as Partial<Task>) }
  const asStays = { ...sent, ...besideSent(sent) }
  const asked = asStays.questions === before.questions ? before.asked : questionsOf(asStays.questions)
  return {
    ...asStays,
    keys: keysFor(asked, before.keys, keys),
    criteria: criteria === undefined ? before.criteria : asStored(criteria),
    asked,
  }
}

/** The keys after a save: those sent, else the existing ones, without keys of removed questions. */
const keysFor = (
  asked: Form['asked'],
  before: readonly QuestionKey[],
  sent: readonly QuestionKey[] | undefined,
): readonly QuestionKey[] =>
  asked.length === 0 ? [] : (sent ?? before.filter(({ question_id }) => asked.some(({ id }) => id === question_id)))

/** A task before and after a save. */
export const compareWith = async (db: Db, held: Task, changes: Changes): Promise<{ before: Form; wanted: Form }> => {
  const before = await formOf(db, held)
  return { before, wanted: after(before, changes) }
}

/** Who saves and when, whether holders are told, and the events that inform other features. */
export type SavedBy = { user_id: number; now: number; notify: boolean; events: Pick<Events, 'publish'> }

/**
 * Saves changes of a task that the caller has locked. All checks come before the first write. Returns false where
 * somebody else saved meanwhile.
 */
export const saveHeld = async (
  db: Db,
  held: Task,
  changes: Changes,
  { user_id, now, notify: tells, events }: SavedBy,
): Promise<boolean> => {
  const { id } = held
  const { columns, criteria, prerequisites, files } = changes
  mustAllow('edit', statusAt(held, now))
  const { before, wanted } = await compareWith(db, held, changes)
  mustFit(wanted)
  const was_accepted = await wasAccepted(db, id)
  mustBeFair(before, wanted, { was_accepted, notify: tells })
  mustKeepEntered(before, wanted, { was_accepted, was_entered: await wasEntered(db, id) })
  if (isShown(held.status)) mustStayWhole(wanted, now, before)
  if (typeof columns.chapter_id === 'number' && !(await isChapterOf(db, held.guild_id, columns.chapter_id)))
    throw fail('NOT_FOUND')
  if (prerequisites) await requirePrerequisites(db, held, prerequisites)
  const set = { ...columns, ...besideSent(wanted), ...besideDates(held, wanted, now) }
  const stored = await saveTask(db, id, held.edit_version, set, now)
  if (!stored) return false
  if (criteria) await putCriteria(db, id, asStored(criteria))
  if (JSON.stringify(before.keys) !== JSON.stringify(wanted.keys)) await putKeys(db, id, wanted.keys)
  if (prerequisites) await putPrerequisites(db, id, [...new Set(prerequisites)])
  if (files) await putFiles(db, id, files)
  if (stored.max_score !== held.max_score) {
    await rescaleEnrolments(db, stored, now)
    await events.publish(db, 'task.rescaled', { task_id: id })
  }
  if (stored.title !== held.title && isShown(held.status)) await events.publish(db, 'task.renamed', { task_id: id })
  if (stored.points !== held.points) await events.publish(db, 'task.repriced', { task_id: id, after_user_id: 0 })
  if (isShown(held.status)) {
    const change = changeOf(before, wanted)
    if (change.fields.length > 0)
      await recordTask(db, { task_id: id, action: 'edit', actor_id: user_id, changed: change.fields, now })
    await tellHolders(db, stored, change, now)
  }
  return true
}

/** A published task must stay complete; dates that have passed and are unchanged are accepted. */
const mustStayWhole = (wanted: Form, now: number, before: Form): void => {
  const dates = {
    due_at: wanted.due_at === before.due_at ? null : wanted.due_at,
    close_at: wanted.close_at === before.close_at ? null : wanted.close_at,
  }
  const parts = lacks({ ...wanted, ...dates }, now)
  if (parts.length > 0) throw fail('INCOMPLETE', { parts })
}
