import { studentTask } from '@tongchuang/contract/student-task.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/**
 * A guild with a work that waits, one that passed and was appealed, one under way with a request for more time;
 * archived.
 */
const archived = async () => {
  const { db } = school.app
  const now = school.clock.now()
  const { student, guild, task, row } = await aStudentAtWork(db, { task: { hold: false }, row: { state: 'submitted' } })
  const { id: waiting } = await aSubmission(db, row, { submitted_at: now })
  const [second, third] = [await aTask(db, { guild_id: guild.id }), await aTask(db, { guild_id: guild.id })]
  const passed = await aSubmission(db, await anEnrolment(db, second, { user_id: student.id, state: 'submitted' }), {
    submitted_at: now,
  })
  await anEnrolment(db, third, { user_id: student.id, state: 'doing' })
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const staff = school.as(teacher, { audience: 'admin', role: 'teacher' })
  await staff(reviewsAdmin.open, { submit_id: passed.id })
  await staff(reviewsAdmin.decide, { submit_id: passed.id, decision: 'pass', score: 70 })
  const mine = school.as(student)
  await mine(reviews.askExtension, {
    task_id: third.id,
    reason: '周三到周五在校外比赛',
    wanted_until: new Date(now + 86_400_000).toISOString(),
  })
  const ask = () =>
    mine(reviews.appeal, { submit_id: passed.id, text: '数据来源在附件的第二页，请老师再看一眼，谢谢。' })
  const setStatus = (status: 'active' | 'archived') =>
    db.updateTable('guilds').set({ status }).where('id', '=', guild.id).execute()
  return { guild, task, third, waiting, passed: passed.id, staff, mine, ask, setStatus, now }
}

test('in an archived guild staff decide nothing: what waits is in no queue, is read, and is there again when the guild comes back', async () => {
  const { task, waiting, passed, staff, ask, setStatus, third, now } = await archived()
  const { id: appeal } = await ask()
  const [request] = (await staff(reviewsAdmin.extensions, { status: 'open' })).list
  await setStatus('archived')
  const until = new Date(now + 86_400_000).toISOString()
  const calls = [
    staff(reviewsAdmin.open, { submit_id: waiting }),
    staff(reviewsAdmin.decide, { submit_id: waiting, decision: 'pass', score: 80 }),
    staff(reviewsAdmin.release, { task_id: task.id }),
    staff(reviewToolsAdmin.correct, { submit_id: passed, score: 90, reason: '看漏了一段' }),
    staff(reviewToolsAdmin.remind, { task_id: third.id }),
    staff(reviewsAdmin.answerAppeal, { id: appeal, outcome: 'keep', answer: '看过了' }),
    staff(reviewsAdmin.answerExtension, { id: request!.id, grant: true, until }),
  ]
  expect(await Promise.all(calls.map(reasonOf))).toEqual(calls.map(() => 'ARCHIVED'))
  expect((await staff(reviewsAdmin.queue, {})).list).toEqual([])
  expect(await staff(reviewToolsAdmin.summary)).toMatchObject({ waiting: 0, appeals: 0, extensions: 0 })
  expect((await staff(reviewsAdmin.appeals, { status: 'open' })).list).toEqual([])
  expect((await staff(reviewsAdmin.queue, { status: 'all' })).list).toHaveLength(2)
  expect(await staff(reviewToolsAdmin.work, { submit_id: waiting })).toMatchObject({ submit_id: waiting })
  expect(await staff(reviewsAdmin.open, { submit_id: passed })).toMatchObject({ status: 'released' })
  await setStatus('active')
  expect((await staff(reviewsAdmin.queue, {})).list).toMatchObject([{ submit_id: waiting }])
  expect(await reasonOf(staff(reviewsAdmin.answerAppeal, { id: appeal, outcome: 'keep', answer: '看过了' }))).toBe(
    'done',
  )
})

test('in an archived guild a student takes nothing back, gives nothing up and asks for nothing, and no button says otherwise', async () => {
  const { task, third, waiting, mine, ask, setStatus, now } = await archived()
  await setStatus('archived')
  const until = new Date(now + 2 * 86_400_000).toISOString()
  const calls = [
    mine(submissions.withdraw, { submit_id: waiting }),
    mine(tasks.abort, { id: third.id }),
    ask(),
    mine(reviews.askExtension, { task_id: third.id, reason: '生病了，还没写完', wanted_until: until }),
  ]
  expect(await Promise.all(calls.map(reasonOf))).toEqual(calls.map(() => 'ARCHIVED'))
  const nothing = { accept: false, abort: false, submit: false, withdraw: false, appeal: false, ask_extension: false }
  expect((await mine(studentTask.detail, { id: task.id })).can).toMatchObject(nothing)
  expect((await mine(studentTask.detail, { id: third.id })).can).toMatchObject(nothing)
  await setStatus('active')
  expect(await reasonOf(mine(submissions.withdraw, { submit_id: waiting }))).toBe('done')
})
