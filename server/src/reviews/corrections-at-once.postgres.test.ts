import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment } from '../tasks/factory.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { meeting } from '../testing/meeting.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

const db = () => school.app.db
const { staff, scores, waiting } = reviewing(() => ({ school }))

/** A work that got 70, and another teacher of its guild. */
const released = async () => {
  const { review, submit_id, guild, student, send } = await waiting()
  const other = await aUser(db(), { roles: ['teacher'] })
  await aMember(db(), { guild_id: guild.id, user_id: other.id, role: 'teacher' })
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70, text: '第一次的评语' })
  return { review, other: staff(other), submit_id, student, send }
}
const resultsOf = (submit_id: number) =>
  db().selectFrom('results').select(['score', 'status']).where('submission_id', '=', submit_id).orderBy('id').execute()

const holdResults = (submit_id: number) => (holder: ReturnType<typeof db>) =>
  holder.selectFrom('results').select('id').where('submission_id', '=', submit_id).forUpdate().execute()

test('of two teachers who correct a result at once one is told that it has changed, and one result stands', async () => {
  const { review, other, submit_id, student } = await released()
  const reasons = await meeting(db(), holdResults(submit_id), [
    () => review(reviewToolsAdmin.correct, { submit_id, score: 85, reason: '看漏了一页' }),
    () => other(reviewToolsAdmin.correct, { submit_id, score: 60, reason: '抄错了一行' }),
  ])
  expect(reasons).toEqual(['done', 'STATE'])
  expect(await resultsOf(submit_id)).toEqual([
    { score: 70, status: 'replaced' },
    { score: 85, status: 'released' },
  ])
  expect(await scores(student.id)).toEqual([70, 15])
})

test('of an appeal that is granted and a correction at once one result stands', async () => {
  const { review, other, submit_id, send } = await released()
  const text = '表 2 的来源写在最后一页，请老师再看一次，谢谢老师。'
  const { id } = await send(reviews.appeal, { submit_id, text })
  const reasons = await meeting(db(), holdResults(submit_id), [
    () => review(reviewToolsAdmin.correct, { submit_id, score: 85, reason: '看漏了一页' }),
    () => other(reviewsAdmin.answerAppeal, { id, outcome: 'change', answer: '重新评了。', score: 90 }),
  ])
  expect(reasons).toEqual(['done', 'STATE'])
  expect((await resultsOf(submit_id)).map(({ status }) => status)).toEqual(['replaced', 'released'])
  // The appeal is open still: whoever answers it sees the result that stands now.
  await other(reviewsAdmin.answerAppeal, { id, outcome: 'change', answer: '重新评了。', score: 90 })
  expect((await resultsOf(submit_id)).filter(({ status }) => status === 'released')).toEqual([
    { score: 90, status: 'released' },
  ])
})

test('of two rounds of a daily task whose results come out at once the better one is earned', async () => {
  const { review, submit_id, student, task } = await waiting({ type: 'daily', points: 10 })
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 60 })
  const second = await anEnrolment(db(), task, { user_id: student.id, round: 2, state: 'submitted' })
  const { id: again } = await aSubmission(db(), second, { submitted_at: school.clock.now() })
  await review(reviewsAdmin.open, { submit_id: again })
  const holdTotals = (holder: ReturnType<typeof db>) =>
    holder.selectFrom('ledger_totals').select('user_id').where('user_id', '=', student.id).forUpdate().execute()
  const reasons = await meeting(db(), holdTotals, [
    () => review(reviewToolsAdmin.correct, { submit_id, score: 90, reason: '看漏了一页' }),
    () => review(reviewsAdmin.decide, { submit_id: again, decision: 'pass', score: 70 }),
  ])
  expect(reasons).toEqual(['done', 'done'])
  expect(await scores(student.id)).toEqual([6, 3])
})
