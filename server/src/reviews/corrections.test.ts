import { messages } from '@tongchuang/contract/messages.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

const { scores, waiting } = reviewing(() => ({ school }))

/** A work with a released result. */
const released = async (given: { decision: 'pass' | 'fail'; score: number | null }, task = {}) => {
  const at = await waiting(task)
  const { review, submit_id } = at
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, text: '看过了', ...given })
  const correct = (change: object) => review(reviewToolsAdmin.correct, { submit_id, reason: '更正一下', ...change })
  const seen = async () => {
    const { task, feedback } = await at.send(studentTask.detail, { id: at.task.id })
    return { state: task.state, score: task.score, text: feedback[0]?.text }
  }
  return { ...at, correct, seen }
}

describe('a correction keeps what it does not speak of', () => {
  test('a student who was passed below the line on purpose stays passed when only the words are put right', async () => {
    const { correct, seen, student } = await released({ decision: 'pass', score: 55 })
    expect(await correct({ score: 55, text: '进步很大' })).toMatchObject({ state: 'passed', score: 55 })
    expect(await seen()).toEqual({ state: 'passed', score: 55, text: '进步很大' })
    expect(await scores(student.id)).toEqual([55])
  })

  test('a student who was failed above the line on purpose stays failed when only the words are put right', async () => {
    const { correct, seen } = await released({ decision: 'fail', score: 75 })
    expect(await correct({ score: 75, text: '引用没有注明' })).toMatchObject({ state: 'failed' })
    expect(await seen()).toEqual({ state: 'failed', score: 75, text: '引用没有注明' })
  })

  test('a student keeps score and late deduction when a teacher corrects the words alone and sends no score', async () => {
    const { correct, seen, submit_id, review } = await released({ decision: 'pass', score: 55 })
    await school.app.db
      .updateTable('results')
      .set({ percent: 65, late_deduction: 10 })
      .where('submission_id', '=', submit_id)
      .execute()
    await correct({ text: '进步很大' })
    expect(await seen()).toEqual({ state: 'passed', score: 55, text: '进步很大' })
    const { result } = await review(reviewToolsAdmin.work, { submit_id })
    expect(result).toMatchObject({ percent: 65, percent_final: 55, late_deduction: 10 })
  })

  test('a student who failed without a number stays failed when a mark on a page is taken back', async () => {
    const { correct, seen } = await released({ decision: 'fail', score: null })
    expect(await correct({ score: null })).toMatchObject({ state: 'failed', score: null })
    expect(await correct({})).toMatchObject({ state: 'failed', score: null })
    expect(await seen()).toMatchObject({ state: 'failed' })
  })

  test('a student who failed a task without scores stays failed until a teacher corrects the decision itself', async () => {
    const { correct, seen } = await released({ decision: 'fail', score: null }, { scored: false })
    expect(await correct({ text: '还差一点' })).toMatchObject({ state: 'failed' })
    expect(await correct({ decision: 'pass' })).toMatchObject({ state: 'passed' })
    expect(await correct({ text: '这次行了' })).toMatchObject({ state: 'passed' })
    expect(await seen()).toMatchObject({ state: 'passed', text: '这次行了' })
  })

  test('a teacher who corrects the score passes or fails the student by the pass line, unless they send a decision with it', async () => {
    const { correct } = await released({ decision: 'pass', score: 55 })
    expect(await correct({ score: 56 })).toMatchObject({ state: 'failed', score: 56 })
    expect(await correct({ score: 60 })).toMatchObject({ state: 'passed', score: 60 })
    expect(await correct({ score: 40, decision: 'pass' })).toMatchObject({ state: 'passed', score: 40 })
  })

  test('a teacher who takes a score away has to say whether the work passes without one', async () => {
    const { correct, seen, student } = await released({ decision: 'fail', score: 40 })
    expect(await reasonOf(correct({ score: null }))).toBe('SCORE')
    expect(await seen()).toMatchObject({ state: 'failed', score: 40 })
    expect(await scores(student.id)).toEqual([40])
    expect(await correct({ score: null, decision: 'fail' })).toMatchObject({ state: 'failed', score: null })
    expect(await correct({ score: null })).toMatchObject({ state: 'failed', score: null })
  })

  test('a correction that is sent once more because its answer was lost is one: the student is told once', async () => {
    const { correct, seen, student, submit_id } = await released({ decision: 'pass', score: 70 })
    const change = { score: 85, text: '第三页也算' }
    const first = await correct(change)
    expect(await correct(change)).toEqual(first)
    const told = await school.as(student)(messages.list, {})
    expect(told.list.filter(({ title }) => title === '结果有更正')).toHaveLength(1)
    const { db } = school.app
    const kept = await db.selectFrom('results').select('score').where('submission_id', '=', submit_id).execute()
    expect(kept).toHaveLength(2)
    // Another reason makes another correction, and so does going back to an earlier score.
    await correct({ ...change, reason: '第三页和第四页都算' })
    expect(await correct({ ...change, score: 70 })).toMatchObject({ score: 70 })
    expect(await correct(change)).toMatchObject({ score: 85 })
    expect(await seen()).toEqual({ state: 'passed', score: 85, text: '第三页也算' })
    expect(await scores(student.id)).toEqual([70, 15, -15, 15])
  })

  test('a student whose appeal is granted with an unchanged score keeps the decision as well', async () => {
    const { review, send, submit_id, seen } = await released({ decision: 'pass', score: 55 })
    const { id } = await send(reviews.appeal, {
      submit_id,
      text: '表 2 的来源写在最后一页，请老师再看一次，谢谢老师。',
    })
    const answer = { id, outcome: 'change', answer: '评语改了，分数不变。' } as const
    expect(await reasonOf(review(reviewsAdmin.answerAppeal, { ...answer, score: null }))).toBe('SCORE')
    await review(reviewsAdmin.answerAppeal, { ...answer, score: 55 })
    expect(await seen()).toMatchObject({ state: 'passed', score: 55 })
  })

  test('a teacher’s correction with a score off the scale of the task is refused', async () => {
    const { correct } = await released({ decision: 'pass', score: 55 })
    expect(await reasonOf(correct({ score: 101 }))).toBe('SCORE')
  })
})
