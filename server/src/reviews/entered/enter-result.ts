import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../../db/schema.ts'
import { iso } from '../../db/time.ts'
import { tellRobotsReleased } from '../../tasks/robot-notices.ts'
import { latestEnrolment } from '../../tasks/enrolment-store.ts'
import { findEntered, putEntered, type Entered } from '../../tasks/entered-store.ts'
import type { Task } from '../../tasks/rules.ts'
import { doneElsewhere } from '../../tasks/sets/elsewhere-store.ts'
import { listStudentIds } from '../../tasks/store.ts'
import { settleAppeals } from '../overtaken-appeals.ts'
import { mustBeOnScale } from '../rules.ts'
import { nicknameOf } from '../store.ts'
import { isSame, typedOf, type Typed } from './entered-rules.ts'
import { applyEntered, releaseEntered } from './release-entered.ts'

type Given = {
  user_id: number
  /** The version that was seen; 0 where there was nothing. */
  base_version: number
  score: number | null
  /** The full marks the score was typed for; omitted where unknown. */
  max_score?: number | undefined
  word?: 'missing' | 'excused' | undefined
  text?: string | undefined
  reason?: string | undefined
}
type Judge = { user_id: number; role: 'assistant' | 'teacher' | 'admin'; now: number; zone: string }

/** The entry for a student, as staff read it; a missing entry is blank with version 0. */
export const enteredCell = (entered: Entered | undefined) => ({
  version: entered?.version ?? 0,
  word: entered?.word ?? ('blank' as const),
  score: entered?.score ?? null,
  text: entered?.text ?? '',
  held: entered !== undefined && entered.released_at === null && entered.word !== 'blank',
  released_at: iso(entered?.released_at ?? null),
})

/** The conflict with an entry that somebody else saved first: its content, who typed it and when. */
const conflict = async (db: Db, theirs: Entered | undefined) =>
  fail('CONFLICT', {
    theirs: {
      ...enteredCell(theirs),
      by: theirs ? await nicknameOf(db, theirs.entered_by) : '',
      at: iso(theirs?.entered_at ?? null),
    },
  })

/**
 * T13: saves what staff type for a student of an offline task, in a transaction that locks the task. It is released at
 * once unless the task holds results; a released entry changes only with a reason, as a correction. A retry of the same
 * request after a lost response changes nothing.
 */
export const enterResult = async (db: Db, task: Task, given: Given, judge: Judge): Promise<Entered | undefined> => {
  const before = await findEntered(db, task.id, given.user_id)
  if (!before && (await listStudentIds(db, task.guild_id, [given.user_id])).length === 0) throw fail('NOT_FOUND')
  if (given.word === undefined) mustBeOnScale(task, given)
  const typed = typedOf(task, given, before)
  if (typed.word !== 'blank' && (await doneElsewhere(db, task, [given.user_id])).size > 0) throw fail('DONE_ELSEWHERE')
  const isAgain = before !== undefined && before.entered_by === judge.user_id && isSame(typed, before)
  if ((before?.version ?? 0) !== given.base_version && !isAgain) throw await conflict(db, before)
  if (before ? isSame(typed, before) : typed.word === 'blank') return before
  if (before && before.released_at !== null) return changeReleased(db, task, before, { typed, given, judge })
  const kept = await put(db, task, typed, { given, judge, released_at: null })
  if (!task.hold && typed.word !== 'blank') {
    const act = { actor_id: judge.user_id, now: judge.now, zone: judge.zone }
    const isReleased = await releaseEntered(db, task, kept, act)
    if (isReleased && kept.word !== 'excused') await tellRobotsReleased(db, task, 1, judge.now)
  }
  return findEntered(db, task.id, given.user_id)
}

const put = async (
  db: Db,
  task: Task,
  typed: Typed,
  { given, judge, released_at }: { given: Given; judge: Judge; released_at: number | null },
): Promise<Entered> => {
  const { user_id: entered_by, role: entered_role, now: entered_at } = judge
  const [kept] = await putEntered(db, [
    {
      task_id: task.id,
      guild_id: task.guild_id,
      user_id: given.user_id,
      version: given.base_version + 1,
      ...typed,
      released_at,
      entered_by,
      entered_role,
      entered_at,
    },
  ])
  if (!kept) throw await conflict(db, await findEntered(db, task.id, given.user_id))
  return kept
}

const changeReleased = async (
  db: Db,
  task: Task,
  before: Entered,
  { typed, given, judge }: { typed: Typed; given: Given; judge: Judge },
): Promise<Entered> => {
  const { reason } = given
  // A result that a student has read can be corrected but not removed.
  if (typed.word === 'blank') throw fail('STATE', { state: 'released' })
  if (reason === undefined) throw fail('RELEASED')
  const { user_id: actor_id, now, zone } = judge
  const kept = await put(db, task, typed, { given, judge, released_at: before.released_at })
  await applyEntered(db, task, kept, { actor_id, now, zone, reason })
  const row = await latestEnrolment(db, task.id, given.user_id)
  if (row) await settleAppeals(db, { enrolment_ids: [row.id], actor_id }, now)
  return kept
}
