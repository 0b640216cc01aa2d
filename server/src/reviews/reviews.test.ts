import { studentTask } from '@tongchuang/contract/student-task.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aCriterion } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aStudentAtWork } from '../submissions/factory.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const hour = 3_600_000
const day = 24 * hour
const staff = (user: { id: number }, role: 'teacher' | 'assistant' | 'admin' = 'teacher') =>
  school.as(user, { audience: 'admin', role })
const scores = async (user_id: number) =>
  (
    await school.app.db
      .selectFrom('ledger_entries')
      .select('points')
      .where('user_id', '=', user_id)
      .where('ledger', '=', 'score')
      .orderBy('id')
      .execute()
  ).map(({ points }) => points)

/** A student whose work waits, and the teacher of the guild. */
const waiting = async (
  task: Parameters<typeof aStudentAtWork>[1] extends infer G ? (G extends { task?: infer T } ? T : never) : never = {},
) => {
  const { db } = school.app
  const given = await aStudentAtWork(db, { task: { type: 'main', points: 100, ...task } })
  const teacher = await aUser(db, { roles: ['teacher'], nickname: '陈立群' })
  await aMember(db, { guild_id: given.guild.id, user_id: teacher.id, role: 'teacher' })
  const student = school.as(given.student)
  const sent = await student(submissions.submit, {
    task_id: given.task.id,
    content: '三天的数据都在这里。',
    key: 'first-version',
  })
  if (!('submit_id' in sent)) throw new Error('not sealed')
  return { ...given, teacher, send: student, review: staff(teacher), submit_id: sent.submit_id }
}

describe('a review', () => {
  test('a teacher finds the work, opens it, passes it, and the student reads the answer', async () => {
    const { review, send, submit_id, task, student } = await waiting()
    const queue = await review(reviewsAdmin.queue, {})
    expect(queue.list).toMatchObject([{ submit_id, task_id: task.id, status: 'sealed', reviewer: null }])
    const opened = await review(reviewsAdmin.open, { submit_id })
    expect(opened).toMatchObject({ content: '三天的数据都在这里。', status: 'in_review', late_deduction: 0 })
    expect(await reasonOf(send(submissions.withdraw, { submit_id }))).toBe('IN_REVIEW')
    const saved = await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90, text: '步骤清楚。' })
    expect(saved).toMatchObject({ state: 'passed', held: false, score: 90, percent_final: 90 })
    const page = await send(studentTask.detail, { id: task.id })
    expect(page.task).toMatchObject({ state: 'passed', score: 90 })
    expect(page.feedback).toMatchObject([
      { decision: 'pass', score: 90, text: '步骤清楚。', reviewer: { nickname: '陈立群', role: 'teacher' } },
    ])
    expect(await scores(student.id)).toEqual([90])
    expect((await review(reviewsAdmin.queue, {})).list).toEqual([])
  })

  test('the criteria of a task make its percent', async () => {
    const { review, submit_id, task } = await waiting()
    const one = await aCriterion(school.app.db, { task_id: task.id, weight: 60 })
    const two = await aCriterion(school.app.db, { task_id: task.id, weight: 40 })
    await review(reviewsAdmin.open, { submit_id })
    const criteria = [
      { criterion_id: one.id, level: 5 },
      { criterion_id: two.id, level: 3 },
    ]
    expect(
      await reasonOf(review(reviewsAdmin.decide, { submit_id, decision: 'pass', criteria: criteria.slice(1) })),
    ).toBe('CRITERIA')
    expect(await review(reviewsAdmin.decide, { submit_id, decision: 'pass', criteria })).toMatchObject({
      percent_final: 84,
    })
  })

  test('returning without a word is refused, and so is a score off the scale', async () => {
    const { review, submit_id } = await waiting()
    await review(reviewsAdmin.open, { submit_id })
    expect(await reasonOf(review(reviewsAdmin.decide, { submit_id, decision: 'return', score: 70 }))).toBe('FEEDBACK')
    expect(await reasonOf(review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 101 }))).toBe('SCORE')
  })

  test('a version that does not exist cannot be marked in the place of the one that waits', async () => {
    const { review, submit_id } = await waiting()
    await review(reviewsAdmin.open, { submit_id })
    expect(await reasonOf(review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70, version: 2 }))).toBe(
      'NOT_FOUND',
    )
    expect(await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70, version: 1 })).toMatchObject({
      percent_final: 70,
    })
  })

  test('a work late by rule loses points; the teacher may waive that', async () => {
    const due_at = school.clock.now() - hour
    const late = { due_at, close_at: due_at + 3 * day, late_rule: 'percent' as const, late_percent: 10, late_cap: 30 }
    const first = await waiting(late)
    expect(await first.review(reviewsAdmin.open, { submit_id: first.submit_id })).toMatchObject({
      late: true,
      late_deduction: 10,
    })
    expect(
      await first.review(reviewsAdmin.decide, { submit_id: first.submit_id, decision: 'pass', score: 90 }),
    ).toMatchObject({ percent: 90, score: 80 })
    const second = await waiting(late)
    await second.review(reviewsAdmin.open, { submit_id: second.submit_id })
    const waived = { submit_id: second.submit_id, decision: 'pass' as const, score: 90, waive_late: true }
    expect(await second.review(reviewsAdmin.decide, waived)).toMatchObject({ percent_final: 90, late_deduction: 0 })
  })

  test('a returned work has its own due date, and handing in again by then is not late', async () => {
    const start = school.clock.now()
    const { review, send, submit_id, task } = await waiting({
      due_at: start + hour,
      close_at: start + 3 * hour,
      late_rule: 'mark',
    })
    await review(reviewsAdmin.open, { submit_id })
    const due = new Date(start + day).toISOString()
    const returned = { submit_id, decision: 'return' as const, score: 70, text: '补上数据来源。', return_due_at: due }
    expect(await review(reviewsAdmin.decide, returned)).toMatchObject({ state: 'returned' })
    const page = await send(studentTask.detail, { id: task.id })
    expect(page.task).toMatchObject({ state: 'returned', score: null, percent_final: 70, due_at: due })
    school.clock.set(start + 23 * hour)
    expect(
      await send(submissions.submit, { task_id: task.id, content: '补上了。', key: 'second-version' }),
    ).toMatchObject({
      version: 2,
      late: false,
      state: 'submitted',
    })
  })

  test('two reviewers never collide: the second is told who has it open, until the lock runs out', async () => {
    const { review, submit_id, guild } = await waiting()
    const other = await aUser(school.app.db, { roles: ['teacher'] })
    await aMember(school.app.db, { guild_id: guild.id, user_id: other.id, role: 'teacher' })
    await review(reviewsAdmin.open, { submit_id })
    expect(await reasonOf(staff(other)(reviewsAdmin.open, { submit_id }))).toBe('LOCKED_REVIEW')
    expect(await reasonOf(staff(other)(reviewsAdmin.decide, { submit_id, decision: 'pass' }))).toBe('LOCKED_REVIEW')
    expect((await staff(other)(reviewsAdmin.queue, {})).list[0]?.reviewer).toBe('陈立群')
    school.clock.move(30 * 60_000)
    await staff(other)(reviewsAdmin.open, { submit_id })
    expect(await reasonOf(review(reviewsAdmin.decide, { submit_id, decision: 'pass' }))).toBe('LOCKED_REVIEW')
  })

  test('two decisions at once are one result', async () => {
    const { review, submit_id, student } = await waiting()
    await review(reviewsAdmin.open, { submit_id })
    const twice = await Promise.all(
      [1, 2].map(() => reasonOf(review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90 }))),
    )
    expect(twice.filter((answer) => answer === 'done')).toHaveLength(1)
    expect(await scores(student.id)).toEqual([90])
  })

  test('a work that was never opened cannot be decided; left alone, it can be withdrawn again', async () => {
    const { review, send, submit_id } = await waiting()
    expect(await reasonOf(review(reviewsAdmin.decide, { submit_id, decision: 'pass' }))).toBe('NOT_REVIEWING')
    await review(reviewsAdmin.open, { submit_id })
    expect(await review(reviewsAdmin.leave, { submit_id })).toEqual({ submit_id, status: 'sealed' })
    expect(await send(submissions.withdraw, { submit_id })).toMatchObject({ state: 'doing' })
  })

  test('staff of another guild, and an assistant without the switch, find nothing', async () => {
    const { submit_id, guild } = await waiting()
    const stranger = await aUser(school.app.db, { roles: ['teacher'] })
    const assistant = await aUser(school.app.db, { roles: ['assistant'] })
    await aMember(school.app.db, { guild_id: guild.id, user_id: assistant.id, role: 'assistant' })
    for (const [who, role] of [
      [stranger, 'teacher'],
      [assistant, 'assistant'],
    ] as const) {
      expect((await staff(who, role)(reviewsAdmin.queue, {})).list).toEqual([])
      expect(await reasonOf(staff(who, role)(reviewsAdmin.open, { submit_id }))).toBe('NOT_FOUND')
      expect(await reasonOf(staff(who, role)(reviewsAdmin.decide, { submit_id, decision: 'pass' }))).toBe('NOT_FOUND')
    }
    await school.app.db
      .updateTable('guild_members')
      .set({ can_review: true })
      .where('user_id', '=', assistant.id)
      .execute()
    expect((await staff(assistant, 'assistant')(reviewsAdmin.queue, {})).list).toHaveLength(1)
    const admin = await aUser(school.app.db, { roles: ['admin'] })
    expect((await staff(admin, 'admin')(reviewsAdmin.open, { submit_id })).submit_id).toBe(submit_id)
  })
})

describe('held results', () => {
  test('a held 95 is nowhere until it is released, pressed twice it comes out once', async () => {
    const { review, send, submit_id, task, student } = await waiting({ hold: true })
    await review(reviewsAdmin.open, { submit_id })
    expect(
      await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 95, text: '写得真好九十五' }),
    ).toMatchObject({
      held: true,
      state: 'submitted',
    })
    const seen = [
      await send(studentTask.detail, { id: task.id }),
      await send(studentTask.submission, { id: submit_id }),
      await send(submissions.mine, {}),
      await send(tasks.listByGuild, {}),
      await send(tasks.listDoing, {}),
      await send(profile.get, {}),
    ]
    expect(JSON.stringify(seen)).not.toMatch(/\b95\b|写得真好九十五|reviewed/)
    expect(await scores(student.id)).toEqual([])
    expect(await review(reviewsAdmin.release, { task_id: task.id, preview: true })).toEqual({ released: 0, people: 1 })
    const pressed = await Promise.all([1, 2].map(() => review(reviewsAdmin.release, { task_id: task.id })))
    expect(pressed.map(({ released }) => released).toSorted()).toEqual([0, 1])
    expect((await send(studentTask.detail, { id: task.id })).task).toMatchObject({ state: 'passed', score: 95 })
    expect(await scores(student.id)).toEqual([95])
  })

  test('a held review can be opened and changed before it is released', async () => {
    const { review, send, submit_id, task } = await waiting({ hold: true })
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewsAdmin.decide, { submit_id, decision: 'fail', score: 20, text: '再看看。' })
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 65 })
    expect(await review(reviewsAdmin.release, { task_id: task.id })).toEqual({ released: 1, people: 1 })
    expect((await send(studentTask.detail, { id: task.id })).task.score).toBe(65)
  })
})

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
