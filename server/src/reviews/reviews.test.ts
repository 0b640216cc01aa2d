import { studentTask } from '@tongchuang/contract/student-task.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aCriterion } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { reviewing } from '../testing/reviewing.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const hour = 3_600_000
const day = 24 * hour

const { staff, scores, waiting } = reviewing(() => ({ school }))

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
