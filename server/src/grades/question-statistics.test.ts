import { statisticsAdmin } from '@tongchuang/contract/statistics.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { markAnswers, type QuestionMark } from '../submissions/questions/marking-rules.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { putKeys } from '../tasks/questions/key-store.ts'
import type { Question } from '../tasks/questions/question-rules.ts'
import { countQueries } from '../testing/count-queries.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let teacher: { id: number }
beforeEach(async () => {
  school = await testApp()
  teacher = await aUser(school.app.db, { roles: ['teacher'] })
})
afterEach(() => school.close())

const questions: Question[] = [
  {
    ...{ id: 'top', label: '顶点是', kind: 'one', required: false, points: 4 },
    options: ['a', 'b', 'c'].map((id) => ({ id, text: `选项${id}` })),
  },
  { id: 'form', label: '配方', kind: 'blank', required: false, points: 3 },
]
const keys = [
  { question_id: 'top', accepted: ['a'], tolerance: 0, explanation: '看图' },
  { question_id: 'form', accepted: ['3'], tolerance: 0, explanation: '' },
]
type Work = { answers: Record<string, string>; status?: 'held' | 'released'; decision?: 'pass' | 'return' }

/** A class that has answered the questions, each with a result. */
const aClass = async (works: readonly Work[], set_id: number | null = null) => {
  const { db } = school.app
  const guild = await aGuild(db, { name: `${works.length}班` })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const task = await aTask(db, { guild_id: guild.id, title: '小测', questions: JSON.stringify(questions) })
  await db.updateTable('tasks').set({ set_id }).where('id', '=', task.id).execute()
  await putKeys(db, task.id, keys)
  for (const { answers, status = 'released', decision = 'pass' } of works) {
    const { id } = await aUser(db, { password_hash: '-' })
    await aMember(db, { guild_id: guild.id, user_id: id })
    const isOut = status === 'released'
    const row = await anEnrolment(db, task, {
      ...{ user_id: id, state: isOut ? 'passed' : 'submitted', percent_final: isOut ? 50 : null },
      released_at: isOut ? 1 : null,
    })
    const sent = await aSubmission(db, row, {
      status: isOut ? 'released' : 'reviewed',
      answers: JSON.stringify(answers),
    })
    const marks: QuestionMark[] = markAnswers(questions, keys, answers)
    await db
      .insertInto('results')
      .values({
        ...{ submission_id: sent.id, enrolment_id: row.id, reviewer_id: teacher.id, reviewer_role: 'teacher' },
        ...{ decision, score: 50, percent: 50, percent_final: 50, status, created_at: 1 },
        question_marks: JSON.stringify(marks),
      })
      .execute()
  }
  return { guild, task }
}
const staff = () => school.as(teacher, { audience: 'admin', role: 'teacher' })
const right = { answers: { top: 'a', form: '3' } }
const six: Work[] = [
  right,
  right,
  { answers: { top: 'b', form: ' ４' } },
  { answers: { top: 'b', form: '4' } },
  { answers: { top: 'b', form: '许知遥写的' } },
  { answers: {} },
]

test('a teacher reads how many got each question right and what was answered, and no name or lonely word', async () => {
  const { task } = await aClass(six)
  const told = await staff()(statisticsAdmin.statistics, { task_id: task.id })
  expect(told.questions.map(({ question, counts }) => [question.id, counts])).toEqual([
    [
      'top',
      {
        ...{ works: 6, right: 2, partial: 0, wrong: 3, blank: 1, open: 0, others: 0 },
        chosen: [
          { answer: 'a', right: true, many: 2 },
          { answer: 'b', right: false, many: 3 },
          { answer: 'c', right: false, many: 0 },
        ],
      },
    ],
    [
      'form',
      {
        ...{ works: 6, right: 2, partial: 0, wrong: 3, blank: 1, open: 0, others: 1 },
        chosen: [
          { answer: '3', right: true, many: 2 },
          { answer: '４', right: false, many: 2 },
        ],
      },
    ],
  ])
  expect(told.questions[0]).toMatchObject({ accepted: ['a'], explanation: '看图' })
  expect(JSON.stringify(told)).not.toContain('许知遥')
  expect(told.keys_told).toBe(false)
  await school.app.db.updateTable('tasks').set({ status: 'closed', closed_at: 1 }).execute()
  school.clock.move(10 * 60_000)
  expect((await staff()(statisticsAdmin.statistics, { task_id: task.id })).keys_told).toBe(true)
})

test('what is held or was sent back is counted nowhere, and of four nothing is said', async () => {
  const more: Work[] = [
    { ...right, status: 'held' },
    { ...right, decision: 'return' },
  ]
  const { task } = await aClass([...six.slice(0, 4), ...more])
  const told = await staff()(statisticsAdmin.statistics, { task_id: task.id })
  expect(told.questions.map(({ counts }) => counts)).toEqual([null, null])
  const enough = await aClass([...six.slice(0, 5), ...more])
  const counted = await staff()(statisticsAdmin.statistics, { task_id: enough.task.id })
  expect(counted.questions.map(({ counts }) => counts?.works)).toEqual([5, 5])
})

test('whoever has left the guild is counted no more', async () => {
  const { guild, task } = await aClass(six)
  const works = async () =>
    (await staff()(statisticsAdmin.statistics, { task_id: task.id })).questions.map(({ counts }) => counts?.works)
  expect(await works()).toEqual([6, 6])
  const { db } = school.app
  const one = db.selectFrom('enrolments').select('user_id').where('task_id', '=', task.id).orderBy('id').limit(1)
  await db
    .updateTable('guild_members')
    .set({ status: 'left' })
    .where('guild_id', '=', guild.id)
    .where('user_id', 'in', one)
    .execute()
  expect(await works()).toEqual([5, 5])
})

test('all classes of a set are counted together, but not where one small class is the rest', async () => {
  const aSet = async () =>
    (
      await school.app.db
        .insertInto('task_sets')
        .values({ owner_id: teacher.id, title: '小测', created_at: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const [together, apart] = [await aSet(), await aSet()]
  await aClass(six, together)
  await aClass(six.slice(0, 5), together)
  await aClass(six, apart)
  await aClass([right, right], apart)
  const told = await staff()(statisticsAdmin.statistics, { set_id: together })
  expect(told.questions.map(({ counts }) => [counts?.works, counts?.right])).toEqual([
    [11, 4],
    [11, 4],
  ])
  const hidden = await staff()(statisticsAdmin.statistics, { set_id: apart })
  expect(hidden.questions.map(({ counts }) => counts)).toEqual([null, null])
})

test('thirty students cost as many queries as six', async () => {
  const [few, many] = [await aClass(six), await aClass(Array.from({ length: 30 }, (_, at) => six[at % 6] ?? right))]
  const reads = async (task_id: number) => {
    const ask = () => staff()(statisticsAdmin.statistics, { task_id })
    await ask()
    // Settings are read every few seconds, so at most one of the two counts includes them.
    const once = await countQueries(school, ask)
    return Math.min(once, await countQueries(school, ask))
  }
  const first = await reads(few.task.id)
  expect(first).toBeLessThanOrEqual(16)
  expect(await reads(many.task.id)).toBeLessThanOrEqual(first)
})
