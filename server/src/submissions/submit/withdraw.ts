import { fail, type Refusal } from '@tongchuang/contract/errors.ts'
import type { TaskState } from '@tongchuang/contract/tasks.ts'
import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { orNotFound } from '../../db/or-not-found.ts'
import { iso } from '../../db/time.ts'
import { leaveEvent } from '../../events.ts'
import { isArchived } from '../../guilds/status-store.ts'
import { isActiveStudent } from '../../guilds/store.ts'
import type { Person } from '../../http/session.ts'
import { keepPace } from '../../http/writing-pace.ts'
import { reverse } from '../../ledger/store.ts'
import { bringTodosBack } from '../../messages/away-store.ts'
import { reword } from '../../messages/quotes-store.ts'
import { datesFor, earlierOf, isOver, mayDo, transitions, type Enrolment, type Task } from '../../tasks/rules.ts'
import { asideOf } from '../../tasks/enrolment/membership.ts'
import { aboutReminder } from '../../tasks/enrolment/reminder.ts'
import { askToMend } from '../../tasks/enrolment/to-mend.ts'
import { findEnrolment, moveEnrolment, noteDraft } from '../../tasks/enrolment-store.ts'
import { findTask } from '../../tasks/store.ts'
import { tellStaff } from '../waiting/staff-notices.ts'
import { putDraft } from './submit-store.ts'
import { draftFrom } from '../draft/stored-draft.ts'
import { deviceOf, shownStatus, workOf } from '../rules.ts'
import {
  currentDraft,
  findVersion,
  holdVersion,
  standingVersions,
  stateBefore,
  withdrawVersion,
  type Version,
} from '../store.ts'

/**
 * T5: withdraws the waiting version; its content becomes the draft. A repeated withdrawal changes nothing. Refused once
 * the student's time is over: the work could not be submitted again, and an automatic submission was written before the
 * end. For a student who has left the guild the row is put aside, which frees the place.
 */
export const withdraw = async (
  app: App,
  submit_id: number,
  caller: Person,
): Promise<{ submit_id: number; state: TaskState }> => {
  const { timezone: zone } = await app.settings()
  return app.db.transaction().execute(async (db) => {
    const found = await findVersion(db, submit_id)
    if (!found || found.user_id !== caller.user_id) throw fail('NOT_FOUND')
    // Writes the version and then the row, in the order a review does, so that a submission, a review and this wait for
    // each other; the state is decided only after that.
    const version = await holdVersion(db, submit_id)
    await noteDraft(db, found.enrolment_id, app.clock())
    const now = app.clock()
    const row = orNotFound(await findEnrolment(db, found.enrolment_id))
    if (version.status === 'withdrawn') {
      await noteDraft(db, row.id, (await currentDraft(db, row.id))?.saved_at ?? null)
      return { submit_id, state: row.state }
    }
    if (await isArchived(db, version.guild_id)) throw fail('ARCHIVED')
    const task = orNotFound(await findTask(db, version.task_id))
    if (mayDo('withdraw', row.state) && isOver(task, row, now)) throw fail('WITHDRAW_OVER')
    // Limited, because each withdrawal leaves a version, a row of history and a receipt. A refusal loses nothing: the
    // work stays submitted.
    await keepPace({ limits: app.limits, db }, 'withdraw', { user_id: caller.user_id, now })
    if (!(await withdrawVersion(db, submit_id, now))) throw await whyNot(db, submit_id, row.state)
    const before = (await stateBefore(db, row.id)) ?? (row.return_due_at === null ? 'doing' : 'returned')
    // T11: a student who has left the guild has nothing under way there.
    const isHere = await isActiveStudent(db, version.guild_id, caller.user_id)
    const { to, set } = isHere ? { to: before } : asideOf(row, before)
    const back = await moveEnrolment(db, {
      id: row.id,
      from: transitions.withdraw,
      to,
      set: { ...set, attempts: row.attempts - 1, late: await wasLate(db, row.id), draft_saved_at: now },
      action: 'withdraw',
      actor_id: caller.user_id,
      now,
    })
    if (!isHere && earlierOf(row)) await leaveEvent(db, 'result.back', { enrolment_id: row.id }, now)
    if (isHere) await askAgain(db, task, { version, row: back, now })
    await restoreDraft(db, version, deviceOf(caller.user_agent), now)
    if (back.attempts === 0) await takeBack(db, version, zone, now)
    await tellStaff(db, task, { isNews: false, now })
    return { submit_id, state: back.state }
  })
}

/**
 * Restores the messages that had asked for the version, with the date that applies now; the clock reminds of dates that
 * are near.
 */
const askAgain = async (
  db: Db,
  task: Task,
  { version, row, now }: { version: Version; row: Enrolment; now: number },
): Promise<void> => {
  if (task.status === 'trashed') return
  await askToMend(db, { task, enrolment_id: row.id, isKnown: true, now })
  const about = [aboutReminder(task.id)]
  await bringTodosBack(db, about, row.user_id, version.submitted_at)
  const due_at = iso(datesFor(task, row).due_at)
  await reword(db, 'task.reminded', about, (data) => ({ ...data, due_at }), row.user_id)
}

/**
 * The refusal after a failed withdrawal. A review opens without waiting for this transaction, so the status of the
 * version is read again.
 */
const whyNot = async (db: Db, submit_id: number, state: TaskState): Promise<Refusal> => {
  const version = await findVersion(db, submit_id)
  return fail(version && shownStatus(version.status) === 'in_review' ? 'IN_REVIEW' : 'STATE', { state })
}

/** Whether the last version that still counts came after due. */
const wasLate = async (db: Db, enrolment_id: number): Promise<boolean> => {
  const [last] = await standingVersions(db, enrolment_id)
  return last?.late ?? false
}

const restoreDraft = async (db: Db, version: Version, device: string, now: number): Promise<void> => {
  const draft = await draftFrom(db, version, { device, saved_at: now })
  const { files } = workOf(draft)
  await putDraft(db, draft, { now: files, before: files })
}

/** Nothing remains submitted: takes back what submitting had earned. */
const takeBack = async (
  db: Db,
  { user_id, enrolment_id, guild_id }: Version,
  zone: string,
  now: number,
): Promise<void> => {
  const source = { user_id, source_type: 'enrolment', source_id: enrolment_id, guild_id, now, zone }
  await reverse(db, { ...source, kind: 'submit_first' })
  await reverse(db, { ...source, kind: 'submit_early' })
}
