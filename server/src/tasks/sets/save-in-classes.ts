import { fail } from '@tongchuang/contract/errors.ts'
import type { ClassOutcome } from '@tongchuang/contract/task-set-members.admin.ts'
import { orNotFound } from '../../db/or-not-found.ts'
import type { Db } from '../../db/schema.ts'
import type { Person } from '../../http/session.ts'
import type { Form } from '../editing/editing-rules.ts'
import { attachedTo, neededFor } from '../editing/editing-store.ts'
import { formOf } from '../editing/form.ts'
import { saveHeld, type Changes, type SavedBy } from '../editing/save-held.ts'
import type { Task } from '../rules.ts'
import { lockTask } from '../store.ts'
import { inClass } from './each-class.ts'
import { columnsAlong, criteriaAlong, filesAlong, keysAlong, needsAlong } from './set-rules.ts'
import { chaptersTitled, chapterTitle, membersFor, nameSet, standIns, type SetTask } from './set-store.ts'

type Links = { needed: readonly number[]; files: readonly number[] }

/** The prerequisites and attachments of a task before a save. */
export const linksOf = async (db: Db, { id }: Pick<Task, 'id'>): Promise<Links> => ({
  needed: (await neededFor(db, id)).map((one) => one.id),
  files: (await attachedTo(db, id)).map((one) => one.id),
})

/** A task as it was and as it was saved. */
export type Saved = { before: Form; wanted: Form } & Links

type There = { chapters: ReadonlyMap<number, number>; others: ReadonlyMap<number, ReadonlyMap<number, number>> }

const changesThere = async (
  db: Db,
  held: Task,
  source: Saved,
  { columns, criteria, keys, prerequisites, files }: Changes,
  { chapters, others }: There,
): Promise<Changes> => {
  const { before, wanted } = source
  const own = await formOf(db, held)
  const links = prerequisites || files ? await linksOf(db, held) : { needed: [], files: [] }
  const movesChapter = columns.chapter_id !== undefined && before.chapter_id !== wanted.chapter_id
  return {
    columns: {
      ...columnsAlong(own, source, columns),
      ...(movesChapter && { chapter_id: chapters.get(held.guild_id) ?? null }),
    },
    criteria: criteria && criteriaAlong(own.criteria, before.criteria, wanted.criteria),
    keys: keys && keysAlong(own.keys, before.keys, wanted.keys),
    prerequisites:
      prerequisites && needsAlong(links.needed, source.needed, prerequisites, others.get(held.guild_id) ?? new Map()),
    files: files && filesAlong(links.files, source.files, files),
  }
}

const isNothing = ({ columns, ...parts }: Changes): boolean =>
  Object.keys(columns).length === 0 && Object.values(parts).every((part) => part === undefined)

/** Loads what all classes need at once, so that none queries it again. */
const thereOf = async (
  db: Db,
  { wanted, needed }: Saved,
  prerequisites: readonly number[],
  members: readonly SetTask[],
) => {
  const guild_ids = members.map(({ guild_id }) => guild_id)
  const chapter = await chapterTitle(db, wanted.chapter_id)
  return {
    chapters: chapter === null ? new Map<number, number>() : await chaptersTitled(db, chapter, guild_ids),
    others: await standIns(db, [...new Set([...needed, ...prerequisites])], guild_ids),
  }
}

/**
 * Repeats a save of one task in the other classes of its set, which is locked: each independently, where the caller is
 * staff.
 */
export const saveInClasses = async (
  db: Db,
  { source, changes, set_id }: { source: Saved; changes: Changes; set_id: number },
  by: SavedBy & Pick<Person, 'language'>,
): Promise<ClassOutcome[]> => {
  const members = (await membersFor(db, set_id, by.user_id)).filter(({ id }) => id !== source.before.id)
  const there = await thereOf(db, source, changes.prerequisites ?? [], members)
  const outcomes: ClassOutcome[] = []
  for (const { id, guild_id, guild_name, guild_status, leads, status } of members)
    outcomes.push(
      await inClass({ task_id: id, guild_id, guild_name }, by.language, async () => {
        if (guild_status === 'archived') throw fail('ARCHIVED')
        if (leads !== 1 && status !== 'draft') throw fail('ROLE')
        const held = orNotFound(await lockTask(db, id))
        const own = await changesThere(db, held, source, changes, there)
        if (!isNothing(own)) await saveHeld(db, held, own, by)
        return { task_id: id }
      }),
    )
  if (changes.columns.title !== undefined) await nameSet(db, set_id, changes.columns.title)
  return outcomes
}
