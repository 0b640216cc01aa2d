import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldOf } from '../fields.ts'
import { aGuild, aPersonIn } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { meeting } from '../testing/meeting.ts'
import { whileWaitedFor } from '../testing/meanwhile.ts'
import { reviewing } from '../testing/reviewing.ts'
import { firstBell, testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

type Db = School['app']['db']
const db = () => school.app.db
const { scores, staff, waiting } = reviewing(() => ({ school }))

test('a student who takes a work back in the moment it is decided, late, hears that it is decided', async () => {
  const { review, send, submit_id } = await waiting()
  await review(reviewsAdmin.open, { submit_id })
  // The lock has expired and no other reviewer has opened it, so it can still be decided, and also withdrawn.
  school.clock.move(31 * 60_000)
  const holdVersion = (holder: Db) =>
    holder.selectFrom('submissions').select('id').where('id', '=', submit_id).forUpdate().execute()
  const reasons = await meeting(db(), holdVersion, [
    () => review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 }),
    () => send(submissions.withdraw, { submit_id }),
  ])
  expect(reasons).toEqual(['done', 'STATE'])
})

test('a reviewer whose time ran out and whose colleague opens the work in the moment they decide is told who reads it now', async () => {
  const { review, guild, submit_id } = await waiting()
  const { id: user_id } = await aPersonIn(db(), { guild_id: guild.id, role: 'teacher' })
  await db().updateTable('users').set({ nickname: '何老师' }).where('id', '=', user_id).execute()
  await review(reviewsAdmin.open, { submit_id })
  school.clock.move(31 * 60_000)
  const held = (holder: Db) =>
    holder.selectFrom('submissions').select('id').where('id', '=', submit_id).forUpdate().execute()
  const told: unknown[] = []
  const reasons = await meeting(db(), held, [
    () => staff({ id: user_id })(reviewsAdmin.open, { submit_id }),
    () =>
      review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 }).catch((error: unknown) => {
        told.push(fieldOf(fieldOf(error, 'data'), 'name'))
        throw error
      }),
  ])
  expect([reasons, told]).toEqual([['done', 'LOCKED_REVIEW'], ['何老师']])
})

test('two tasks of one class whose results are let out at once are both out', async () => {
  const guild = await aGuild(db())
  const teacher = staff(await aPersonIn(db(), { guild_id: guild.id, role: 'teacher' }))
  const one = await aPersonIn(db(), { guild_id: guild.id, role: 'student' })
  const other = await aPersonIn(db(), { guild_id: guild.id, role: 'student' })
  /** A task whose works were reviewed in this order. */
  const reviewed = async (people: readonly { id: number }[]) => {
    const task = await aTask(db(), { guild_id: guild.id, hold: true, points: 100 })
    for (const { id: user_id } of people) {
      const row = await anEnrolment(db(), task, { user_id, state: 'submitted' })
      const { id: submit_id } = await aSubmission(db(), row, { submitted_at: firstBell })
      await teacher(reviewsAdmin.open, { submit_id })
      await teacher(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 100 })
    }
    return () => teacher(reviewsAdmin.release, { task_id: task.id })
  }
  const [first, second] = [await reviewed([one, other]), await reviewed([other, one])]
  const user_ids = [one.id, other.id]
  await db()
    .insertInto('ledger_totals')
    .values(user_ids.map((user_id) => ({ user_id })))
    .execute()
  const holdTotals = (holder: Db) =>
    holder.selectFrom('ledger_totals').select('user_id').where('user_id', 'in', user_ids).forUpdate().execute()
  expect(await meeting(db(), holdTotals, [first, second])).toEqual(['done', 'done'])
  expect([await scores(one.id), await scores(other.id)]).toEqual([
    [100, 100],
    [100, 100],
  ])
})

test('a result that is typed anew in the moment typed results are let out is asked about, and what was let out stands', async () => {
  const guild = await aGuild(db())
  const teacher = staff(await aPersonIn(db(), { guild_id: guild.id, role: 'teacher' }))
  const student = await aPersonIn(db(), { guild_id: guild.id, role: 'student' })
  const { id: task_id } = await aTask(db(), { guild_id: guild.id, channel: 'offline', hold: true, points: 100 })
  const cell = { task_id, user_id: student.id }
  await teacher(enteredResultsAdmin.set, { ...cell, base_version: 0, score: 70 })
  const holdCell = (holder: Db) =>
    holder.selectFrom('entered_results').select('user_id').where('task_id', '=', task_id).forUpdate().execute()
  const reasons = await meeting(db(), holdCell, [
    () => teacher(reviewsAdmin.release, { task_id }),
    () => teacher(enteredResultsAdmin.set, { ...cell, base_version: 1, score: 80 }),
  ])
  expect(reasons).toEqual(['done', 'RELEASED'])
  expect(await scores(student.id)).toEqual([70])
})

test('a student whose result is let out in the moment the task is made worth more earns its new points', async () => {
  const { review, submit_id, student, task } = await waiting({ hold: true, points: 100 })
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 100 })
  const raised = (editor: Db) => editor.updateTable('tasks').set({ points: 200 }).where('id', '=', task.id).execute()
  await whileWaitedFor(db(), raised, () => review(reviewsAdmin.release, { task_id: task.id }))
  expect(await scores(student.id)).toEqual([200])
})
