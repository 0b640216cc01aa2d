import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

const hour = 3_600_000

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A student who has asked for two more days, beside a classmate who has as well, and their teacher. */
const asked = async () => {
  const { db } = school.app
  const now = school.clock.now()
  const { student, guild, task } = await aStudentAtWork(db, {
    task: { type: 'main', due_at: now + hour, close_at: now + hour },
  })
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const classmate = await aUser(db)
  await aMember(db, { guild_id: guild.id, user_id: classmate.id })
  const wanted_until = new Date(now + 48 * hour).toISOString()
  await school.as(student)(reviews.askExtension, { task_id: task.id, reason: '生病请假两天', wanted_until })
  school.clock.move(2 * hour)
  await school.as(classmate)(reviews.askExtension, { task_id: task.id, reason: '忘了看日期', wanted_until })
  const review = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const waiting = async () => {
    await school.app.events.drain()
    const { list } = await review(reviewsAdmin.extensions, { status: 'open' })
    const { extensions } = await review(reviewToolsAdmin.summary)
    const todos = await db.selectFrom('messages').select('id').where('kind', '=', 'extension.asked').execute()
    return [list.map(({ reason }) => reason), extensions, todos.length]
  }
  const told = async () =>
    (await db.selectFrom('messages').select('kind').where('user_id', '=', student.id).execute()).map(({ kind }) => kind)
  const given = { task_id: task.id, user_ids: [student.id], reason: '病假' }
  const page = () => school.as(student)(studentTask.detail, { id: task.id })
  return {
    student,
    task,
    review,
    waiting,
    told,
    given,
    page,
    day: new Date(school.clock.now() + 24 * hour).toISOString(),
  }
}

test('a request for more time waits for staff no more once they have extended its student another way, who is told once', async () => {
  const { review, waiting, told, given, page, day } = await asked()
  expect(await waiting()).toEqual([['生病请假两天', '忘了看日期'], 2, 2])
  await review(tasksAdmin.extend, { ...given, until: day })
  expect(await waiting()).toEqual([['忘了看日期'], 1, 1])
  expect((await page()).extension).toMatchObject({ status: 'granted', until: day, answer: '' })
  expect(await told()).toEqual(['task.extended'])
})

test('a request for more time waits for staff no more once its student, whose time had run out, was let in again', async () => {
  const { review, waiting, given, page, day } = await asked()
  await review(tasksAdmin.reopen, { ...given, due_at: day })
  expect(await waiting()).toEqual([['忘了看日期'], 1, 1])
  expect((await page()).extension).toMatchObject({ status: 'granted', until: day })
})

test('a request for more time waits for staff no more once its student is excused, who reads of no new date', async () => {
  const { review, waiting, told, given, page } = await asked()
  await review(tasksAdmin.excuse, given)
  expect(await waiting()).toEqual([['忘了看日期'], 1, 1])
  expect(await told()).toContain('task.excused')
  expect(await told()).not.toContain('extension.answered')
  expect(await page()).toMatchObject({ extension: null, enrolment: { excuse_reason: '病假' } })
})

test('a request for more time waits for staff until its student has a final result, also while the work is under review or returned', async () => {
  const { student, task, review, waiting, told, given, page, day } = await asked()
  await school.app.db
    .updateTable('enrolments')
    .set({ extended_until: school.clock.now() + hour })
    .execute()
  const handIn = async (key: string) => {
    const sent = await school.as(student)(submissions.submit, { task_id: task.id, content: '还是交了', key })
    const submit_id = 'submit_id' in sent ? sent.submit_id : 0
    await review(reviewsAdmin.open, { submit_id })
    return submit_id
  }
  const both = [['生病请假两天', '忘了看日期'], 2, 2]
  const submit_id = await handIn('first-time')
  expect(await waiting()).toEqual(both)
  await review(reviewsAdmin.decide, { submit_id, decision: 'return', text: '补上结论', return_due_at: day })
  expect(await waiting()).toEqual(both)
  await review(reviewsAdmin.decide, { submit_id: await handIn('second-time'), decision: 'pass', score: 90 })
  expect(await waiting()).toEqual([['忘了看日期'], 1, 1])
  expect((await page()).extension).toBeNull()
  expect(await told()).not.toContain('extension.answered')
  expect(await refusal(review(tasksAdmin.extend, { ...given, until: day }))).toMatchObject({ reason: 'STATE' })
})

test('a request for more time waits for staff no more once its student has handed in a work that passes without a review', async () => {
  const { student, task, waiting, told, page } = await asked()
  const { db } = school.app
  await db.updateTable('tasks').set({ needs_review: false }).where('id', '=', task.id).execute()
  await db
    .updateTable('enrolments')
    .set({ extended_until: school.clock.now() + hour })
    .execute()
  await school.as(student)(submissions.submit, { task_id: task.id, content: '还是交了', key: 'first-time' })
  expect(await waiting()).toEqual([['忘了看日期'], 1, 1])
  expect([(await page()).task.state, (await page()).extension]).toEqual(['passed', null])
  expect(await told()).not.toContain('extension.answered')
})

test('a student who asked for time to mend a work gets it also where the clock has ended the work before staff answered', async () => {
  const { student, task, review, waiting, told, page, day } = await asked()
  const { db } = school.app
  await db
    .updateTable('enrolments')
    .set({ extended_until: school.clock.now() + hour })
    .execute()
  const sent = await school.as(student)(submissions.submit, {
    task_id: task.id,
    content: '写了一半',
    key: 'first-time',
  })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  await review(reviewsAdmin.open, { submit_id })
  const return_due_at = new Date(school.clock.now() + hour).toISOString()
  await review(reviewsAdmin.decide, { submit_id, decision: 'return', text: '补上结论', score: 40, return_due_at })
  school.clock.move(2 * hour)
  await school.app.jobs.run('tasks.expire')
  expect((await page()).task.state).toBe('failed')
  const { list } = await review(reviewsAdmin.extensions, { status: 'open' })
  const mine = list.find(({ reason }) => reason === '生病请假两天')
  await review(reviewsAdmin.answerExtension, { id: mine?.id ?? 0, grant: true, until: day })
  const now = await page()
  expect([now.task.state, now.task.last_at, now.can.submit, now.extension?.status]).toEqual([
    'returned',
    day,
    true,
    'granted',
  ])
  expect(await told()).toContain('extension.answered')
  expect(await waiting()).toEqual([['忘了看日期'], 1, 1])
})

/** A work that was returned for an hour, whose student asked for more time and which the clock has ended. */
const endedByClock = async () => {
  const all = await asked()
  const { student, task, review } = all
  await school.app.db
    .updateTable('enrolments')
    .set({ extended_until: school.clock.now() + hour })
    .execute()
  const sent = await school.as(student)(submissions.submit, {
    task_id: task.id,
    content: '写了一半',
    key: 'first-time',
  })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  await review(reviewsAdmin.open, { submit_id })
  const return_due_at = new Date(school.clock.now() + hour).toISOString()
  await review(reviewsAdmin.decide, { submit_id, decision: 'return', text: '补上结论', score: 70, return_due_at })
  const runOut = async () => {
    school.clock.move(2 * hour)
    await school.app.jobs.run('tasks.expire')
    await school.app.events.drain()
  }
  await runOut()
  const grant = async () => {
    const { list } = await review(reviewsAdmin.extensions, { status: 'open' })
    const mine = list.find(({ reason }) => reason === '生病请假两天')
    const until = new Date(school.clock.now() + 24 * hour).toISOString()
    await review(reviewsAdmin.answerExtension, { id: mine?.id ?? 0, grant: true, until })
    const { task: shown, can } = await all.page()
    return [shown.state, shown.last_at === until, can.submit]
  }
  return { ...all, submit_id, runOut, grant }
}

test('a student who asked for time to mend a work gets it also where a teacher has corrected its number before staff answered', async () => {
  const { review, submit_id, grant } = await endedByClock()
  await review(reviewToolsAdmin.correct, { submit_id, score: 75, reason: '看漏了一段' })
  expect(await grant()).toEqual(['returned', true, true])
})

test('a student who was let in again and asked for more time gets it also where that time has run out before staff answered', async () => {
  const { student, task, review, given, submit_id, runOut, grant } = await endedByClock()
  await review(reviewToolsAdmin.correct, { submit_id, score: 75, reason: '看漏了一段' })
  const soon = new Date(school.clock.now() + hour).toISOString()
  await review(tasksAdmin.reopen, { ...given, due_at: soon })
  await school.app.events.drain()
  const wanted_until = new Date(school.clock.now() + 48 * hour).toISOString()
  await school.as(student)(reviews.askExtension, { task_id: task.id, reason: '生病请假两天', wanted_until })
  await runOut()
  expect(await grant()).toEqual(['returned', true, true])
})
