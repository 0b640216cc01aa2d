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
 * T5: takes the waiting version back; its content becomes the draft. Taking it back again changes nothing. Once the student's
 * time is over it stays: it could not be handed in again, and what the clock hands in was written before the end. Of who
 * has left the guild it is put aside, and frees the place.
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
    // Writing version and row first, in the order a review does, lets a send, a review and this wait for each other; only
    // then the state decides.
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
    // Each leaves a version, its line of history and a receipt: what is handed in stays handed in, so nobody loses anything here.
    await keepPace({ limits: app.limits, db }, 'withdraw', { user_id: caller.user_id, now })
    if (!(await withdrawVersion(db, submit_id, now))) throw await whyNot(db, submit_id, row.state)
    const before = (await stateBefore(db, row.id)) ?? (row.return_due_at === null ? 'doing' : 'returned')
    // T11: whoever has left the guild has nothing under way there.
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

/** What asked for the version asks for it again, with the date that holds now; of a date that is near the clock tells. */
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

/** A review opens without waiting for this: what it has made of the version is asked once more. */
const whyNot = async (db: Db, submit_id: number, state: TaskState): Promise<Refusal> => {
  const status = (await findVersion(db, submit_id))?.status ?? ''
  return fail(shownStatus(status) === 'in_review' ? 'IN_REVIEW' : 'STATE', { state })
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

/** Nothing is handed in any more: what handing in earned goes back. */
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
