import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPersonIn } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { refusal } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

const { scores, waiting } = reviewing(() => ({ school }))
type Waiting = Awaited<ReturnType<typeof waiting>>

/** A classmate with another waiting work. */
const another = async (task: Task) => {
  const student = await aPersonIn(school.app.db, { guild_id: task.guild_id, role: 'student' })
  const row = await anEnrolment(school.app.db, task, { user_id: student.id, state: 'submitted' })
  const { id: submit_id } = await aSubmission(school.app.db, row, { submitted_at: school.clock.now() })
  return { send: school.as(student), submit_id }
}

const decided = async (
  { review }: Pick<Waiting, 'review'>,
  submit_id: number,
  given: { decision: 'pass' | 'return' | 'fail'; score: number; hold?: boolean },
) => {
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, text: '看过了', ...given })
}

const fullMarks = async ({ review, task }: Pick<Waiting, 'review' | 'task'>, max_score: number) => {
  const { base_version } = await review(taskEditing.form, { id: task.id })
  await review(taskEditing.update, { id: task.id, base_version, max_score, notify: true })
  await school.app.events.drain()
}

describe('full marks that are changed after results are out', () => {
  test('a student who had 36 of 40 has 90 of 100, wherever it is read, and has earned what they had earned', async () => {
    const at = await waiting({ max_score: 40 })
    const { review, send, submit_id, task, student, guild } = at
    await decided(at, submit_id, { decision: 'pass', score: 36 })
    const earned = await scores(student.id)
    await fullMarks(at, 100)
    const seen = await send(studentTask.detail, { id: task.id })
    expect(seen.task).toMatchObject({ state: 'passed', score: 90, max_score: 100 })
    expect(seen.feedback).toMatchObject([{ decision: 'pass', score: 90, max_score: 100, percent_final: 90 }])
    const { list } = await send(submissions.mine, { task_id: task.id })
    expect(list).toMatchObject([{ score: 90, max_score: 100 }])
    expect(await review(reviewToolsAdmin.work, { submit_id })).toMatchObject({ score: 90, result: { score: 90 } })
    const grid = await review(gradesAdmin.grid, { guild_id: guild.id })
    expect(grid).toMatchObject({ tasks: [{ max_score: 100 }], students: { list: [{ cells: [{ score: 90 }] }] } })
    expect(await scores(student.id)).toEqual(earned)
  })

  test('a teacher who puts only the words of such a result right, with the number that is shown, fails nobody', async () => {
    const at = await waiting({ max_score: 40 })
    const { review, submit_id } = at
    await decided(at, submit_id, { decision: 'pass', score: 36 })
    await fullMarks(at, 100)
    const { score = null } = (await review(reviewToolsAdmin.work, { submit_id })).result ?? {}
    const saved = await review(reviewToolsAdmin.correct, { submit_id, score, text: '写得很好', reason: '补一句' })
    expect(saved).toMatchObject({ state: 'passed', score: 90 })
  })

  test('a result that is held and one that returned the work follow as well, and so does the result before a correction', async () => {
    const at = await waiting({ max_score: 40 })
    const { review, submit_id, task } = at
    await decided(at, submit_id, { decision: 'pass', score: 36 })
    await review(reviewToolsAdmin.correct, { submit_id, score: 30, reason: '算错了' })
    const [held, returned] = [await another(task), await another(task)]
    await decided(at, held.submit_id, { decision: 'pass', score: 25, hold: true })
    await decided(at, returned.submit_id, { decision: 'return', score: 10 })
    await fullMarks(at, 100)
    expect((await review(reviewToolsAdmin.work, { submit_id })).feedback.map(({ score }) => score)).toEqual([75, 90])
    await review(reviewsAdmin.release, { task_id: task.id })
    expect((await held.send(studentTask.detail, { id: task.id })).task.score).toBe(62.5)
    const { feedback } = await returned.send(studentTask.detail, { id: task.id })
    expect(feedback).toMatchObject([{ score: 25, max_score: 100 }])
  })

  test('halves of a hundredth are rounded as everywhere, and what has no number stays without', async () => {
    const at = await waiting({ max_score: 400 })
    const { review, send, submit_id, task } = at
    await decided(at, submit_id, { decision: 'pass', score: 332.5 })
    const wordless = await another(task)
    await review(reviewsAdmin.open, { submit_id: wordless.submit_id })
    await review(reviewsAdmin.decide, { submit_id: wordless.submit_id, decision: 'pass', score: null })
    await fullMarks(at, 50)
    // 83.13 percent of 50, which is 41.565.
    expect((await send(studentTask.detail, { id: task.id })).task.score).toBe(41.57)
    const seen = await wordless.send(studentTask.detail, { id: task.id })
    expect(seen.task).toMatchObject({ state: 'passed', score: null })
  })

  test('a reviewer who had typed 36 of 40 and not saved the result finds 90 of 100', async () => {
    const at = await waiting({ max_score: 40 })
    const { review, submit_id } = at
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewToolsAdmin.saveDraft, { submit_id, base_version: 0, score: 36, text: '写到一半' })
    await fullMarks(at, 100)
    const { draft } = await review(reviewToolsAdmin.work, { submit_id })
    expect(draft).toMatchObject({ draft_version: 1, score: 90, text: '写到一半' })
    const next = await review(reviewToolsAdmin.saveDraft, { submit_id, base_version: 1, score: 92 })
    expect(next.draft.score).toBe(92)
    expect((await review(reviewToolsAdmin.work, { submit_id })).draft?.score).toBe(92)
  })
})

describe('full marks that are changed while a page with the old ones is open', () => {
  const outdated = { reason: 'SCALE', data: { from: 40, to: 100 } }

  test('a teacher’s 36 of 40 does not become 36 of 100: nothing is decided until the number is on the scale of now', async () => {
    const at = await waiting({ max_score: 40 })
    const { review, submit_id, send, task } = at
    await review(reviewsAdmin.open, { submit_id })
    await fullMarks(at, 100)
    const given = { submit_id, decision: 'pass' as const, text: '看过了' }
    expect(await refusal(review(reviewsAdmin.decide, { ...given, score: 36, max_score: 40 }))).toMatchObject(outdated)
    expect((await send(studentTask.detail, { id: task.id })).task).toMatchObject({ state: 'submitted', score: null })
    expect(await review(reviewsAdmin.decide, { ...given, score: 90, max_score: 100 })).toMatchObject({ score: 90 })
  })

  test('levels given while a criterion weighed 50 decide nothing once it weighs 20, and decide with the weights of now', async () => {
    const at = await waiting({ max_score: 100 })
    const { review, submit_id, task } = at
    const weighed = async (idea: number) => {
      const { base_version, criteria } = await review(taskEditing.form, { id: task.id })
      const [first, second] = criteria
      const all = [
        { description: '', ...first, label: '思路', weight: idea },
        { description: '', ...second, label: '数据', weight: 100 - idea },
      ]
      await review(taskEditing.update, { id: task.id, base_version, criteria: all, notify: true })
      return (await review(reviewToolsAdmin.work, { submit_id })).criteria
    }
    const levels = (criteria: readonly { id: number; weight: number }[]) =>
      criteria.map(({ id: criterion_id, weight }, at_) => ({ criterion_id, weight, level: at_ === 0 ? 5 : 2 }))
    const seen = await weighed(50)
    await review(reviewsAdmin.open, { submit_id })
    const now = await weighed(20)
    const given = { submit_id, decision: 'pass' as const, text: '看过了' }
    expect(await refusal(review(reviewsAdmin.decide, { ...given, criteria: levels(seen) }))).toMatchObject({
      reason: 'CHANGED',
    })
    expect(await review(reviewsAdmin.decide, { ...given, criteria: levels(now) })).toMatchObject({ score: 52 })
    expect((await review(reviewToolsAdmin.work, { submit_id })).result?.criteria).toEqual(
      now.map(({ id: criterion_id }, at_) => ({ criterion_id, level: at_ === 0 ? 5 : 2 })),
    )
  })

  test('a correction with the number that stood of 40 changes nothing of a 90 of 100', async () => {
    const at = await waiting({ max_score: 40 })
    const { review, submit_id } = at
    await decided(at, submit_id, { decision: 'pass', score: 36 })
    await fullMarks(at, 100)
    const given = { submit_id, reason: '补一句', text: '写得很好' }
    expect(await refusal(review(reviewToolsAdmin.correct, { ...given, score: 36, max_score: 40 }))).toMatchObject(
      outdated,
    )
    expect((await review(reviewToolsAdmin.work, { submit_id })).result).toMatchObject({ score: 90, text: '看过了' })
    await review(reviewToolsAdmin.correct, { ...given, score: 90, max_score: 100 })
  })

  test('an appeal that is answered with a number of 40 stays open, and keeps its result', async () => {
    const at = await waiting({ max_score: 40 })
    const { review, submit_id, send } = at
    await decided(at, submit_id, { decision: 'pass', score: 30 })
    await send(reviews.appeal, { submit_id, text: '第二题我写了两种算法，第二种应该有分，请老师再看一次' })
    await fullMarks(at, 100)
    const { list } = await review(reviewsAdmin.appeals, { status: 'open' })
    const answer = { id: list[0]!.id, outcome: 'change' as const, answer: '加两分' }
    const sent = review(reviewsAdmin.answerAppeal, { ...answer, score: 32, max_score: 40 })
    expect(await refusal(sent)).toMatchObject(outdated)
    const { list: after } = await review(reviewsAdmin.appeals, { status: 'open' })
    expect(after).toMatchObject([{ id: list[0]!.id, status: 'open', score: 75, max_score: 100 }])
  })

  test('a draft that comes late is kept with the scale it was written on', async () => {
    const at = await waiting({ max_score: 40 })
    const { review, submit_id } = at
    await review(reviewsAdmin.open, { submit_id })
    await fullMarks(at, 100)
    const late = { submit_id, base_version: 0, score: 36, max_score: 40, text: '写到一半' }
    expect((await review(reviewToolsAdmin.saveDraft, late)).draft).toMatchObject({ score: 90, max_score: 100 })
    // A retry after a lost answer gives the same result.
    expect((await review(reviewToolsAdmin.saveDraft, late)).draft).toMatchObject({ draft_version: 1, score: 90 })
  })
})
