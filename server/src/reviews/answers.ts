import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { iso, ms } from '../db/time.ts'
import { invalid } from '../http/problem.ts'
import { closeAbout, notify } from '../messages/store.ts'
import { followTime } from '../tasks/enrolment/follow-reminders.ts'
import { extendStudents, reopenStudents } from '../tasks/enrolment/staff-changes.ts'
import { taskLink } from '../tasks/enrolment/outcome.ts'
import { findEnrolment, lastAct, latestEnrolment } from '../tasks/enrolment-store.ts'
import { mustBeThere } from '../tasks/rules.ts'
import { findTask } from '../tasks/store.ts'
import { readSetting } from '../settings.ts'
import { correct, type Judge } from './correct.ts'
import { aboutAppeal, aboutExtension } from './inbox.ts'
import { settleAppeals } from './overtaken-appeals.ts'
import type { AppealItem, ExtensionItem } from './queue-store.ts'
import { answerAppeal, answerRequest } from './requests-store.ts'
import { findResult, releasedEntered, releasedResult } from './store.ts'
import { standingWork } from './tries-store.ts'

type Answerer = { user_id: number; now: number }

/** T12: keeps the result or replaces it, in the caller's transaction; the student is notified either way. */
export const answerAppealOf = async (
  db: Db,
  item: AppealItem,
  given: Input<typeof reviewsAdmin.answerAppeal>,
  judge: Judge,
): Promise<void> => {
  const row = orNotFound(await findEnrolment(db, item.enrolment_id))
  const task = orNotFound(await findTask(db, row.task_id))
  mustBeThere(task)
  const changed = given.outcome === 'change'
  const closed = {
    status: changed ? ('changed' as const) : ('kept' as const),
    answer: given.answer,
    answered_by: judge.user_id,
    answered_at: judge.now,
  }
  if (!(await answerAppeal(db, item.id, closed))) throw fail('STATE', { state: item.status })
  const earlier = orNotFound(await findResult(db, item.result_id))
  if (changed) {
    // A correction may have replaced the appealed result in the meantime; the result of a later try is another one.
    const { submission_id, enrolment_id } = item
    if (submission_id !== null && ((await standingWork(db, enrolment_id)) ?? submission_id) > submission_id)
      throw fail('STATE', { state: row.state })
    const current =
      (await (submission_id === null ? releasedEntered(db, enrolment_id) : releasedResult(db, submission_id))) ??
      earlier
    await correct(
      db,
      current,
      {
        ...{ decision: given.decision, score: given.score, max_score: given.max_score },
        ...{ text: given.answer, reason: given.answer.slice(0, 500) },
      },
      judge,
    )
  }
  await closeAbout(db, aboutAppeal(item.id))
  const data = { task: task.title, changed, answer: given.answer }
  await notify(db, {
    user_id: item.user_id,
    type: 'notice',
    kind: 'appeal.answered',
    data,
    link: taskLink(task),
    about: aboutAppeal(item.id),
    now: judge.now,
  })
}

/**
 * Whether the clock ended a returned or reopened work, corrected since or not; more time then means that the student
 * may submit again. A result that staff have just released is another answer: it settles the request.
 */
const wasEndedByClock = async (db: Db, { task_id, user_id }: ExtensionItem): Promise<boolean> => {
  const row = await latestEnrolment(db, task_id, user_id)
  if (!row || (row.state !== 'passed' && row.state !== 'failed')) return false
  return (await lastAct(db, row.id))?.action !== 'release'
}

/** Grants more time or refuses it, in the caller's transaction; the student is notified either way. */
export const answerExtensionOf = async (
  db: Db,
  item: ExtensionItem,
  given: Input<typeof reviewsAdmin.answerExtension>,
  { user_id, now }: Answerer,
): Promise<void> => {
  const task = orNotFound(await findTask(db, item.task_id))
  mustBeThere(task)
  const wanted = given.until === undefined ? item.wanted_until : ms(given.until)
  if (given.grant && (wanted === null || wanted <= now))
    throw invalid('until', '请选一个以后的时间', 'Choose a time that is still to come')
  const until = given.grant ? wanted : null
  const closed = {
    status: given.grant ? ('granted' as const) : ('refused' as const),
    answer: given.answer ?? '',
    until,
    answered_by: user_id,
    answered_at: now,
  }
  if (!(await answerRequest(db, item.id, closed))) throw fail('STATE', { state: item.status })
  if (until !== null) {
    const wish = { user_ids: [item.user_id], reason: item.reason, actor_id: user_id, now }
    const rows = (await wasEndedByClock(db, item))
      ? await reopenStudents(db, task, { ...wish, due_at: until, zone: await readSetting(db, 'timezone') })
      : await extendStudents(db, task, { ...wish, until })
    await followTime(db, task, rows, now)
    const answered = { enrolment_ids: rows.map(({ id }) => id), actor_id: user_id, answer: given.answer ?? '' }
    await settleAppeals(db, answered, now)
  }
  await closeAbout(db, aboutExtension(item.id))
  const data = { task: task.title, granted: given.grant, until: iso(until), answer: given.answer ?? '' }
  await notify(db, {
    user_id: item.user_id,
    type: 'notice',
    kind: 'extension.answered',
    data,
    link: taskLink(task),
    about: aboutExtension(item.id),
    now,
  })
}
