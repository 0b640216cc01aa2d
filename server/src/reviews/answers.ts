import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import type { Db } from '../db/schema.ts'
import { iso, ms } from '../db/time.ts'
import { invalid } from '../http/problem.ts'
import { closeAbout, notify } from '../messages/store.ts'
import { markReleased } from '../submissions/store.ts'
import { extendStudents } from '../tasks/dates.ts'
import { applyOutcome, taskLink } from '../tasks/outcome.ts'
import { mayDo } from '../tasks/rules.ts'
import { findEnrolment, findTask } from '../tasks/store.ts'
import { aboutAppeal, aboutExtension } from './inbox.ts'
import type { AppealItem, ExtensionItem } from './queue.ts'
import { answerAppeal, answerRequest } from './requests.ts'
import { markingOf } from './rules.ts'
import { addResult, findResult, replaceResults } from './store.ts'

type Answerer = { user_id: number; now: number }
type Judge = Answerer & { role: 'assistant' | 'teacher' | 'admin'; zone: string }

/** T12: keeps the result or gives a new one, in the caller's transaction; the student is told either way. */
export const answerAppealOf = async (db: Db, item: AppealItem, given: Input<typeof reviewsAdmin.answerAppeal>, judge: Judge): Promise<void> => {
  const changed = given.outcome === 'change'
  const closed = { status: changed ? ('changed' as const) : ('kept' as const), answer: given.answer, answered_by: judge.user_id, answered_at: judge.now }
  if (!(await answerAppeal(db, item.id, closed))) throw fail('STATE', { state: item.status })
  const earlier = await findResult(db, item.result_id)
  const row = await findEnrolment(db, item.enrolment_id)
  const task = row && (await findTask(db, row.task_id))
  if (!earlier || !row || !task) throw fail('NOT_FOUND')
  if (changed) {
    if (!mayDo('appeal', row.state)) throw fail('STATE', { state: row.state })
    // Lateness is part of the new number already: staff type what the student gets.
    const marking = markingOf(task, [], { decision: given.decision ?? (earlier.decision === 'fail' ? 'fail' : 'pass'), score: given.score }, 0)
    const decision = given.decision ?? ((marking.percent_final ?? 0) >= task.pass_line ? 'pass' : 'fail')
    await replaceResults(db, row.id)
    const result = await addResult(db, {
      submission_id: item.submission_id,
      enrolment_id: row.id,
      reviewer_id: judge.user_id,
      reviewer_role: judge.role,
      decision,
      ...marking,
      text: given.answer,
      status: 'released',
      created_at: judge.now,
      released_at: judge.now,
    })
    const { score, percent_final } = result
    await markReleased(db, { submission_id: item.submission_id, score, percent_final })
    await applyOutcome(db, {
      task,
      enrolment: row,
      decision,
      score,
      percent_final,
      actor_id: judge.user_id,
      now: judge.now,
      zone: judge.zone,
      correction: true,
    })
  }
  await closeAbout(db, aboutAppeal(item.id))
  const data = { task: task.title, changed, answer: given.answer }
  await notify(db, { user_id: item.user_id, type: 'notice', kind: 'appeal.answered', data, link: taskLink(task), about: aboutAppeal(item.id), now: judge.now })
}

/** Grants more time or refuses it, in the caller's transaction; the student is told either way. */
export const answerExtensionOf = async (
  db: Db,
  item: ExtensionItem,
  given: Input<typeof reviewsAdmin.answerExtension>,
  { user_id, now }: Answerer,
): Promise<void> => {
  const wanted = given.until === undefined ? item.wanted_until : ms(given.until)
  if (given.grant && (wanted === null || wanted <= now)) throw invalid('until', '请选一个以后的时间', 'Choose a time that is still to come')
  const until = given.grant ? wanted : null
  const closed = {
    status: given.grant ? ('granted' as const) : ('refused' as const),
    answer: given.answer ?? '',
    until,
    answered_by: user_id,
    answered_at: now,
  }
  if (!(await answerRequest(db, item.id, closed))) throw fail('STATE', { state: item.status })
  const task = await findTask(db, item.task_id)
  if (!task) throw fail('NOT_FOUND')
  if (until !== null) await extendStudents(db, task, { user_ids: [item.user_id], until, reason: item.reason, actor_id: user_id, now })
  await closeAbout(db, aboutExtension(item.id))
  const data = { task: task.title, granted: given.grant, until: iso(until), answer: given.answer ?? '' }
  await notify(db, { user_id: item.user_id, type: 'notice', kind: 'extension.answered', data, link: taskLink(task), about: aboutExtension(item.id), now })
}
