import type { Input } from '@tongchuang/contract/call.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { questionResults } from '@tongchuang/contract/question-results.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { anEnrolment } from '../../tasks/factory.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { testApp, type School } from '../../testing/test-app.ts'

const lesson = 10 * 60_000
const hidden = { out: false, points: 0, max: 0, count: 6, list: [] }
const secret = '开口向下所以有最大值'
let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const option = (id: string, text: string) => ({ id, text })
const questions: NonNullable<Input<typeof taskEditing.update>['questions']> = [
  {
    id: 'top',
    label: '顶点是',
    kind: 'one',
    options: [option('x1', '(5, 50)'), option('x2', '(2, 0)')],
    required: false,
    points: 2,
  },
  {
    id: 'true',
    label: '哪些对',
    kind: 'many',
    options: [option('y1', '开口向下'), option('y2', '有最小值'), option('y3', '对称轴是5')],
    required: false,
    points: 4,
    partial: 'half',
  },
  { id: 'form', label: '配方', kind: 'blank', required: false, points: 3 },
  { id: 'area', label: '面积', kind: 'number', unit: 'm²', required: false, points: 3 },
  { id: 'side', label: '边长可以是10', kind: 'truefalse', required: false, points: 2 },
  { id: 'why', label: '为什么', kind: 'text', required: false, points: 6 },
  { id: 'mood', label: '难不难', kind: 'text', required: false },
]
const aKey = (question_id: string, accepted: string[], tolerance = 0) => ({
  question_id,
  accepted,
  tolerance,
  explanation: secret,
})
const keys = [
  aKey('top', ['x1']),
  aKey('true', ['y1', 'y3']),
  aKey('form', ['3', '三']),
  aKey('area', ['50'], 0.5),
  aKey('side', ['false']),
  aKey('why', []),
]
/** A published task of six questions with points, and a student who has taken it. */
const aTaskWithQuestions = async (given: object = {}) => {
  const { db } = school.app
  const guild = await aGuild(db)
  const [teacher, student] = [await aUser(db, { roles: ['teacher'] }), await aUser(db)]
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  await aMember(db, { guild_id: guild.id, user_id: student.id, role: 'student' })
  const staff = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const send = school.as(student)
  const { id, base_version } = await staff(taskEditing.create, { guild_id: guild.id, title: '二次函数小测' })
  const form = await staff(taskEditing.update, {
    id,
    base_version,
    content: '做完再交。',
    questions: questions,
    keys,
    max_score: 100,
    close_at: new Date(school.clock.now() + lesson).toISOString(),
    ...given,
  })
  await staff(taskEditing.publish, { id, now: true })
  await send(tasks.accept, { id })
  const answer = async (answers: Record<string, string | string[]>, key = 'the-first-time') => {
    const sent = await send(submissions.submit, { task_id: id, answers, key })
    if (!('submit_id' in sent)) throw new Error('not sealed')
    return sent.submit_id
  }
  const page = async () => (await send(studentTask.detail, { id })).task
  const results = (submit_id: number) => send(questionResults.results, { submit_id })
  return { id, guild, form, staff, send, answer, page, results, teacher }
}
const halfRight = { top: 'x1', true: ['y1'], form: ' ３ ', area: '25', why: '因为边长不能是负数。' }

test('a student answers, the machine proposes, the teacher gives the rest, and the score is theirs once it is released', async () => {
  const { answer, staff, page, send, id } = await aTaskWithQuestions({ hold: true })
  const submit_id = await answer(halfRight)
  const work = await staff(reviewsAdmin.open, { submit_id })
  expect(work.question_marks).toEqual([
    { question_id: 'top', outcome: 'right', points: 2, max: 2 },
    { question_id: 'true', outcome: 'partial', points: 2, max: 4 },
    { question_id: 'form', outcome: 'right', points: 3, max: 3 },
    { question_id: 'area', outcome: 'wrong', points: 0, max: 3 },
    { question_id: 'side', outcome: 'blank', points: 0, max: 2 },
    { question_id: 'why', outcome: 'open', points: null, max: 6 },
  ])
  expect(work.keys).toHaveLength(6)
  const given = [
    { question_id: 'why', points: 3 },
    { question_id: 'area', points: 1.5 },
  ]
  const kept = await staff(reviewToolsAdmin.saveDraft, { submit_id, base_version: 0, question_points: given })
  expect(kept.draft.question_points).toEqual(given)
  const tooMuch = staff(reviewsAdmin.decide, {
    submit_id,
    decision: 'pass',
    question_points: [{ question_id: 'why', points: 7 }],
  })
  await expect(tooMuch).rejects.toMatchObject({ reason: 'INVALID', data: { field: 'question_points' } })
  const decided = await staff(reviewsAdmin.decide, {
    submit_id,
    decision: 'fail',
    text: '再看看',
    question_points: given,
  })
  expect(decided).toMatchObject({ held: true, score: 57.5, percent: 57.5 })
  expect((await page()).score).toBeNull()
  await staff(reviewsAdmin.release, { task_id: id })
  expect((await send(studentTask.detail, { id })).feedback).toMatchObject([{ score: 57.5 }])
  const { result } = await staff(reviewToolsAdmin.work, { submit_id })
  expect(result?.question_marks.map(({ points }) => points)).toEqual([2, 2, 3, 1.5, 0, 3])
})

test('without words to mark the machine’s points alone are the score, unless the teacher types another', async () => {
  const short = questions.slice(0, 5)
  const { answer, staff } = await aTaskWithQuestions({ questions: short, keys: keys.slice(0, 5) })
  const submit_id = await answer({ top: 'x1', true: ['y3', 'y1'], form: '三', area: '50.0', side: 'false' })
  await staff(reviewsAdmin.open, { submit_id })
  expect(await staff(reviewsAdmin.decide, { submit_id, decision: 'pass' })).toMatchObject({ score: 100 })
})

test('answers are saved with the draft, are of the version, and a wrong one is never refused', async () => {
  const { send, id, answer } = await aTaskWithQuestions()
  await send(submissions.submit, { task_id: id, draft: true, answers: { area: '约5' } })
  expect((await send(submissions.draft, { task_id: id })).draft?.answers).toEqual({ area: '约5' })
  await expect(
    send(submissions.submit, { task_id: id, base_version: 1, answers: { top: '(5, 50)' }, key: 'by-its-words' }),
  ).rejects.toMatchObject({ reason: 'INVALID' })
  const sent = await send(submissions.submit, { task_id: id, base_version: 1, key: 'what-was-saved' })
  expect('submit_id' in sent && (await send(studentTask.submission, { id: sent.submit_id })).answers).toEqual({
    area: '约5',
  })
  expect(await reasonOf(answer({ area: '5' }, 'once-more'))).toBe('STATE')
})

test.each([
  ['failed', 10, [{ question_id: 'why', points: 3 }]],
  // Without a number for each question there is no percent, and nothing the clock could make the result.
  ['expired', 7, []],
] as const)(
  'a student with returned answers sees the right ones once the return has run out and the task is %s',
  async (state, points, given) => {
    const { answer, staff, results, page } = await aTaskWithQuestions()
    const submit_id = await answer(halfRight)
    await staff(reviewsAdmin.open, { submit_id })
    const return_due_at = new Date(school.clock.now() + 3 * lesson).toISOString()
    await staff(reviewsAdmin.decide, {
      submit_id,
      decision: 'return',
      text: '图再画一次',
      return_due_at,
      question_points: [...given],
    })
    school.clock.move(2 * lesson)
    expect(await results(submit_id)).toEqual(hidden)
    school.clock.move(2 * lesson)
    await school.app.jobs.run('tasks.expire')
    expect((await page()).state).toBe(state)
    expect(await results(submit_id)).toMatchObject({ out: true, points, max: 20, count: 6 })
  },
)

test('handing in twice with one key is marked once', async () => {
  const { answer } = await aTaskWithQuestions()
  expect(await answer(halfRight)).toBe(await answer(halfRight))
  expect(await school.app.db.selectFrom('question_marks').selectAll().execute()).toHaveLength(1)
})

test('what is right is told when nobody can hand in any more: not while held, not while the class or another has time', async () => {
  const { answer, staff, results, send, id, teacher } = await aTaskWithQuestions({ hold: true })
  const submit_id = await answer(halfRight)
  const all = async () =>
    JSON.stringify([await send(studentTask.detail, { id }), await send(studentTask.submission, { id: submit_id })])
  expect(await all()).not.toContain(secret)
  await staff(reviewsAdmin.open, { submit_id })
  await staff(reviewsAdmin.decide, {
    submit_id,
    decision: 'pass',
    question_points: [{ question_id: 'why', points: 6 }],
  })
  expect(await reasonOf(results(submit_id))).toBe('NOT_FOUND')
  await staff(reviewsAdmin.release, { task_id: id })
  expect(await results(submit_id)).toEqual(hidden)
  // Another class of its set has two lessons more.
  const { db } = school.app
  const other = await aGuild(db)
  await aMember(db, { guild_id: other.id, user_id: teacher.id, role: 'teacher' })
  const later = new Date(school.clock.now() + 3 * lesson).toISOString()
  const dates = [{ guild_id: other.id, open_at: null, due_at: null, close_at: later }]
  const {
    classes: [made],
  } = await staff(taskSetsAdmin.spread, { id, guild_ids: [other.id], dates })
  school.clock.move(2 * lesson)
  expect(await results(submit_id)).toEqual(hidden)
  await staff(taskEditing.publish, { id: made?.task_id ?? 0, now: true })
  expect(await results(submit_id)).toEqual(hidden)
  school.clock.move(2 * lesson)
  // A classmate has an extension.
  const mate = await aUser(db)
  const more = { user_id: mate.id, state: 'doing', extended_until: school.clock.now() + lesson } as const
  const late = await anEnrolment(db, { id: made?.task_id ?? 0, guild_id: other.id }, more)
  expect(await results(submit_id)).toEqual(hidden)
  await db.updateTable('enrolments').set({ state: 'expired' }).where('id', '=', late.id).execute()
  const out = await results(submit_id)
  expect(out).toMatchObject({ out: true, points: 13, max: 20, count: 6 })
  expect(out.list[1]).toEqual({
    question_id: 'true',
    outcome: 'partial',
    points: 2,
    max: 4,
    accepted: ['y1', 'y3'],
    tolerance: 0,
    explanation: secret,
  })
  expect(await all()).not.toContain(secret)
  // The copy has its own keys, and no other student can read the results.
  expect((await staff(taskEditing.form, { id: made?.task_id ?? 0 })).keys).toEqual(keys)
  expect(await reasonOf(school.as(mate)(questionResults.results, { submit_id }))).toBe('NOT_FOUND')
})

test('the editor refuses what does not fit, and publishing asks for what is right', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const staff = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const { id, base_version } = await staff(taskEditing.create, { guild_id: guild.id, title: '小测' })
  const save = (given: object) =>
    staff(taskEditing.update, { id, base_version, content: '做', questions: questions, ...given })
  for (const wrong of [
    [aKey('top', ['x9'])],
    [aKey('nowhere', [])],
    [aKey('top', ['x1', 'x2'])],
    [aKey('top', []), aKey('top', [])],
  ])
    await expect(save({ keys: wrong })).rejects.toMatchObject({ reason: 'INVALID', data: { field: 'keys' } })
  await expect(save({ keys, needs_review: false })).rejects.toMatchObject({ data: { field: 'needs_review' } })
  const saved = await save({ keys: keys.slice(1) })
  expect(await reasonOf(staff(taskEditing.publish, { id, now: true }))).toBe('INCOMPLETE')
  // What belonged to a question goes with it.
  const less = await staff(taskEditing.update, { id, base_version: saved.base_version, questions: questions.slice(1) })
  expect(less.keys.map(({ question_id }) => question_id)).toEqual(['true', 'form', 'area', 'side', 'why'])
  await staff(taskEditing.publish, { id, now: true })
})

test('thirty questions with their keys cost no read each', async () => {
  const readsOf = async (count: number) => {
    const many = Array.from({ length: count }, (_, at) => ({
      id: `q${at}`,
      label: `第${at}题`,
      kind: 'blank' as const,
      required: false,
      points: 1,
      shuffle: true,
    }))
    const made = await aTaskWithQuestions({ questions: many, keys: many.map((one) => aKey(one.id, ['对'])) })
    const { page, answer, staff } = made
    const order = (await page()).questions.map((one) => one.id)
    expect((await page()).questions.map((one) => one.id)).toEqual(order)
    const reads = await countQueries(school, async () => {
      const submit_id = await answer(Object.fromEntries(many.map((one) => [one.id, '对'])), `answers-${count}`)
      const work = await staff(reviewsAdmin.open, { submit_id })
      expect(work.question_marks.filter(({ outcome }) => outcome === 'right')).toHaveLength(count)
      await staff(reviewsAdmin.decide, { submit_id, decision: 'pass' })
    })
    return reads
  }
  await readsOf(2)
  // One or two extra reads come from a renewed session or settings; one read per question would add 29.
  expect((await readsOf(30)) - (await readsOf(1))).toBeLessThan(10)
})
