import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { storedValue } from '../db/stored-json.ts'
import { aMember } from '../guilds/factory.ts'
import { aboutQueue } from '../submissions/waiting/staff-notices.ts'
import { anEnrolment } from '../tasks/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())
const { waiting } = reviewing(() => ({ school }))

type Fixture = Awaited<ReturnType<typeof waiting>>

const excuse = async ({ review, task, student }: Fixture): Promise<void> => {
  await review(tasksAdmin.excuse, { task_id: task.id, user_ids: [student.id], reason: '住院，这次不用交' })
  await school.app.events.drain()
}

const todos = async (task_id: number) =>
  (
    await school.app.db
      .selectFrom('messages')
      .select('data')
      .where('about', '=', aboutQueue(task_id))
      .where('type', '=', 'todo')
      .execute()
  ).map(({ data }) => storedValue(data).count)

test('the work of a student who is excused waits for nobody any more: not in the queue, the counts or a to-do', async () => {
  const fixture = await waiting()
  const { review, task, submit_id } = fixture
  await school.app.events.drain()
  expect(await todos(task.id)).toEqual([1])
  await excuse(fixture)
  expect((await review(reviewsAdmin.queue, {})).list).toEqual([])
  expect(await review(reviewToolsAdmin.summary)).toMatchObject({ waiting: 0, held: 0, tasks: [] })
  expect(await todos(task.id)).toEqual([])
  // What was handed in can still be read.
  expect(await review(reviewsAdmin.open, { submit_id })).toMatchObject({ submit_id, locked_until: null, result: null })
})

test('of two whose works wait the one who is not excused stays in the queue', async () => {
  const { db } = school.app
  const fixture = await waiting()
  const { review, task } = fixture
  const other = await aUser(db)
  await aMember(db, { guild_id: task.guild_id, user_id: other.id })
  const { id } = await aSubmission(db, await anEnrolment(db, task, { user_id: other.id, state: 'submitted' }))
  await excuse(fixture)
  expect((await review(reviewsAdmin.queue, {})).list).toMatchObject([{ submit_id: id }])
  expect(await todos(task.id)).toEqual([1])
})

test('a reviewer who has the work open when its student is excused decides nothing, and the student reads nothing of it', async () => {
  const fixture = await waiting()
  const { review, send, task, student, submit_id } = fixture
  await review(reviewsAdmin.open, { submit_id })
  // Before any event has been handled.
  await review(tasksAdmin.excuse, { task_id: task.id, user_ids: [student.id], reason: '住院，这次不用交' })
  const decide = () => refusal(review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90 }))
  expect(await decide()).toMatchObject({ reason: 'STATE', data: { state: 'excused' } })
  await school.app.events.drain()
  expect(await decide()).toMatchObject({ reason: 'STATE', data: { state: 'excused' } })
  const { feedback, task: card, enrolment } = await send(studentTask.detail, { id: task.id })
  expect({ feedback, state: card.state, in_review: enrolment?.in_review }).toEqual({
    feedback: [],
    state: 'excused',
    in_review: false,
  })
  expect(await reasonOf(send(submissions.withdraw, { submit_id }))).toBe('STATE')
})

test('a result that was held when its student was excused is counted nowhere, and the others of the class are released', async () => {
  const { db } = school.app
  const fixture = await waiting({ hold: true })
  const { review, task, submit_id } = fixture
  const other = await aUser(db)
  await aMember(db, { guild_id: task.guild_id, user_id: other.id })
  const { id } = await aSubmission(db, await anEnrolment(db, task, { user_id: other.id, state: 'submitted' }))
  for (const one of [submit_id, id]) {
    await review(reviewsAdmin.open, { submit_id: one })
    await review(reviewsAdmin.decide, { submit_id: one, decision: 'pass', score: 90 })
  }
  await excuse(fixture)
  expect(await review(reviewToolsAdmin.summary)).toMatchObject({ held: 1 })
  const release = { task_id: task.id }
  expect(await review(reviewsAdmin.release, { ...release, preview: true })).toMatchObject({ people: 1 })
  expect(await review(reviewsAdmin.release, { ...release, submit_ids: [submit_id] })).toEqual({
    released: 0,
    people: 0,
  })
  expect(await review(reviewsAdmin.release, release)).toEqual({ released: 1, people: 1 })
  expect(await review(reviewToolsAdmin.summary)).toMatchObject({ held: 0 })
  const told = await db.selectFrom('results').select(['submission_id', 'status']).orderBy('submission_id').execute()
  expect(told).toEqual([
    { submission_id: submit_id, status: 'held' },
    { submission_id: id, status: 'released' },
  ])
})

test('a result that is released at the moment its student is excused is told to nobody and stays as it was', async () => {
  const fixture = await waiting({ hold: true })
  const { review, task, student, send, submit_id } = fixture
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'fail', score: 20, text: '没有写完' })
  await review(tasksAdmin.excuse, { task_id: task.id, user_ids: [student.id], reason: '住院，这次不用交' })
  expect(await review(reviewsAdmin.release, { task_id: task.id })).toMatchObject({ released: 0 })
  await school.app.events.drain()
  expect((await send(studentTask.detail, { id: task.id })).feedback).toEqual([])
})

test('excusing is the end: a student who was excused while the work waited is not reopened', async () => {
  const fixture = await waiting()
  const { review, task, student } = fixture
  await excuse(fixture)
  const due_at = new Date(school.clock.now() + 86_400_000).toISOString()
  const again = { task_id: task.id, user_ids: [student.id], reason: '出院了', due_at }
  expect(await refusal(review(tasksAdmin.reopen, again))).toMatchObject({ reason: 'STATE', data: { state: 'excused' } })
})

test('a student who appealed and is excused then waits for no answer, and staff are asked for none', async () => {
  const fixture = await waiting()
  const { review, task, submit_id, send, teacher } = fixture
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'fail', score: 40, text: '数据不全' })
  await send(reviews.appeal, { submit_id, text: '数据来源在附件的第二页，请老师再看一眼，谢谢。' })
  const asked = async () => [
    (await review(reviewsAdmin.appeals, { status: 'open' })).list.length,
    (await school.as(teacher, { audience: 'admin', role: 'teacher' })(messagesAdmin.unread)).unread,
  ]
  expect(await asked()).toEqual([1, 1])
  await excuse(fixture)
  expect(await asked()).toEqual([0, 0])
  const page = await send(studentTask.detail, { id: task.id })
  expect([page.task.state, page.appeal]).toEqual(['excused', null])
  const told = await school.app.db.selectFrom('messages').select('kind').where('kind', '=', 'appeal.answered').execute()
  expect(told).toEqual([])
})
