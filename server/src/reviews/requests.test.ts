import { studentTask } from '@tongchuang/contract/student-task.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { reviewing } from '../testing/reviewing.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const hour = 3_600_000
const day = 24 * hour

const { staff, scores, waiting } = reviewing(() => ({ school }))

describe('asking staff', () => {
  test('70, an appeal to 85, a correction to 60 leave +70, +15, −25 and a sum of 60', async () => {
    const { review, send, submit_id, task, student } = await waiting()
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
    const text = '表 2 的来源写在最后一页，请老师再看一次，谢谢老师。'
    const appeal = await send(reviews.appeal, { submit_id, text })
    expect(appeal.status).toBe('open')
    expect(await reasonOf(send(reviews.appeal, { submit_id, text }))).toBe('APPEAL')
    const open = await review(reviewsAdmin.appeals, {})
    expect(open.list).toMatchObject([{ id: appeal.id, status: 'open', score: 70 }])
    await review(reviewsAdmin.answerAppeal, { id: appeal.id, outcome: 'change', answer: '看到了，重新评。', score: 85 })
    expect((await send(studentTask.detail, { id: task.id })).appeal).toMatchObject({
      status: 'changed',
      answer: '看到了，重新评。',
    })
    await review(tasksAdmin.reopen, {
      task_id: task.id,
      user_ids: [student.id],
      reason: '发现抄错了一行',
      due_at: new Date(school.clock.now() + day).toISOString(),
    })
    const again = await send(submissions.submit, { task_id: task.id, content: '改正后的一版。', key: 'third-version' })
    if (!('submit_id' in again)) throw new Error('not sealed')
    await review(reviewsAdmin.open, { submit_id: again.submit_id })
    await review(reviewsAdmin.decide, { submit_id: again.submit_id, decision: 'pass', score: 60 })
    expect(await scores(student.id)).toEqual([70, 15, -25])
    expect(
      (
        await school.app.db
          .selectFrom('ledger_totals')
          .select('score')
          .where('user_id', '=', student.id)
          .executeTakeFirstOrThrow()
      ).score,
    ).toBe(60)
  })

  test('an appeal seven days later is refused', async () => {
    const { review, student, submit_id } = await waiting()
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
    school.clock.move(7 * day)
    expect(
      await reasonOf(
        school.as(student)(reviews.appeal, { submit_id, text: '我觉得这个分数可以再看一看，理由写在这里了。' }),
      ),
    ).toBe('APPEAL')
  })

  test('a student who has left the guild appeals against nothing there', async () => {
    const { review, send, student, submit_id } = await waiting()
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
    await school.app.db.updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', student.id).execute()
    expect(
      await reasonOf(send(reviews.appeal, { submit_id, text: '我觉得这个分数可以再看一看，理由写在这里了。' })),
    ).toBe('NOT_FOUND')
  })

  test('a student asks for more time, and what staff grant stands for due and close', async () => {
    const { db } = school.app
    const start = school.clock.now()
    const { student, guild, task } = await aStudentAtWork(db, {
      task: { type: 'main', due_at: start + hour, close_at: start + hour },
    })
    const teacher = await aUser(db, { roles: ['teacher'] })
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    const send = school.as(student)
    const wanted_until = new Date(start + 2 * day).toISOString()
    const asked = await send(reviews.askExtension, { task_id: task.id, reason: '生病请假两天', wanted_until })
    expect(
      await send(reviews.askExtension, { task_id: task.id, reason: '生病请假两天，有假条', wanted_until }),
    ).toMatchObject({ id: asked.id })
    const classmate = await aUser(db)
    await aMember(db, { guild_id: guild.id, user_id: classmate.id })
    expect((await school.as(classmate)(studentTask.detail, { id: task.id })).extension).toBeNull()
    const inbox = await staff(teacher)(reviewsAdmin.extensions, {})
    expect(inbox.list).toMatchObject([{ id: asked.id, reason: '生病请假两天，有假条', status: 'open' }])
    await staff(teacher)(reviewsAdmin.answerExtension, { id: asked.id, grant: true, answer: '好好休息。' })
    expect(await reasonOf(staff(teacher)(reviewsAdmin.answerExtension, { id: asked.id, grant: false }))).toBe('STATE')
    school.clock.set(start + day - hour)
    const page = await send(studentTask.detail, { id: task.id })
    expect(page.task).toMatchObject({ state: 'doing', due_at: wanted_until })
    expect(page.extension).toMatchObject({ status: 'granted', answer: '好好休息。' })
    expect(await send(submissions.submit, { task_id: task.id, content: '写完了。', key: 'after-rest' })).toMatchObject({
      late: false,
    })
  })

  test('a student who has become an assistant meanwhile does not grant their own request', async () => {
    const { db } = school.app
    const { student, guild, task } = await aStudentAtWork(db, { task: { due_at: school.clock.now() + hour } })
    const wanted_until = new Date(school.clock.now() + 2 * day).toISOString()
    const asked = await school.as(student)(reviews.askExtension, {
      task_id: task.id,
      reason: '生病请假两天',
      wanted_until,
    })
    await db.insertInto('user_roles').values({ user_id: student.id, role: 'assistant' }).execute()
    await db
      .updateTable('guild_members')
      .set({ role: 'assistant', can_review: true })
      .where('guild_id', '=', guild.id)
      .where('user_id', '=', student.id)
      .execute()
    const own = staff(student, 'assistant')
    expect(await reasonOf(own(reviewsAdmin.answerExtension, { id: asked.id, grant: true }))).toBe('OWN_WORK')
    expect((await own(reviewsAdmin.extensions, {})).list).toMatchObject([{ id: asked.id, status: 'open' }])
  })

  test('somebody else’s version cannot be appealed: it answers as if it were not there', async () => {
    const { submit_id, review } = await waiting()
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
    const stranger = await aUser(school.app.db)
    const text = '这不是我的作品，但是我想看看会发生什么事情。'
    expect(await reasonOf(school.as(stranger)(reviews.appeal, { submit_id, text }))).toBe('NOT_FOUND')
    expect(await reasonOf(school.as(stranger)(studentTask.submission, { id: submit_id }))).toBe('NOT_FOUND')
  })

  test('staff find a version by its receipt', async () => {
    const { review, send, submit_id, task } = await waiting()
    const [version] = (await send(studentTask.detail, { id: task.id })).versions
    expect(await review(reviewsAdmin.findReceipt, { no: ` ${version?.receipt_no.toLowerCase()} ` })).toMatchObject({
      submit_id,
      version: 1,
      no: version?.receipt_no,
    })
  })
})
