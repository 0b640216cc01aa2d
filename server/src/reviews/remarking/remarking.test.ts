import type { Input } from '@tongchuang/contract/call.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { questionResults } from '@tongchuang/contract/question-results.ts'
import { remarkingAdmin } from '@tongchuang/contract/remarking.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { wrongTotals } from '../../ledger/store.ts'
import { scorePoints } from '../../tasks/rules.ts'
import { findTask } from '../../tasks/store.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { walksOf } from '../../testing/test-database.ts'
import { remarkSome, resultsAtOnce } from './remark.ts'

const lesson = 10 * 60_000
let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

type Form = Input<typeof taskEditing.update>
const questions: NonNullable<Form['questions']> = [
  {
    id: 'top',
    label: '顶点是',
    kind: 'one',
    options: ['a', 'b'].map((id) => ({ id, text: id })),
    required: false,
    points: 4,
  },
  { id: 'form', label: '配方', kind: 'blank', required: false, points: 3 },
  { id: 'area', label: '面积', kind: 'number', required: false, points: 3 },
]
const keysOf = (top: string, form: string, area: string): NonNullable<Form['keys']> =>
  [
    ['top', top],
    ['form', form],
    ['area', area],
  ].map(([question_id = '', one = '']) => ({ question_id, accepted: [one], tolerance: 0, explanation: '' }))

/** A published task of three questions, the second with a wrong key; its teacher and how students hand in. */
const aTask = async (given: Partial<Form> = {}) => {
  const { db } = school.app
  const guild = await aGuild(db)
  const teacher = await aUser(db, { roles: ['teacher'], password_hash: '-' })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const staff = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const made = await staff(taskEditing.create, { guild_id: guild.id, title: '二次函数小测' })
  const close_at = new Date(school.clock.now() + lesson).toISOString()
  const task = { content: '做完再交。', questions, keys: keysOf('a', '4', '50'), max_score: 50, points: 40, close_at }
  await staff(taskEditing.update, { id: made.id, base_version: made.base_version, ...task, ...given })
  await staff(taskEditing.publish, { id: made.id, now: true })
  const form = () => staff(taskEditing.form, { id: made.id })
  const setKeys = async (keys: Form['keys'], more: Partial<Form> = {}) => {
    const { base_version } = await form()
    await staff(taskEditing.update, { id: made.id, base_version, keys, ...more })
  }
  const handIn = async (answers: Record<string, string>) => {
    const student = await aUser(db, { password_hash: '-' })
    await aMember(db, { guild_id: guild.id, user_id: student.id, role: 'student' })
    const send = school.as(student)
    await send(tasks.accept, { id: made.id })
    // Includes a text, because a student may leave all answers blank.
    const work = { content: '做完了', answers, key: `work-of-student-${student.id}` }
    const sent = await send(submissions.submit, { task_id: made.id, ...work })
    if (!('submit_id' in sent)) throw new Error('not sealed')
    return { student, send, submit_id: sent.submit_id }
  }
  const decide = async (submit_id: number, more: Partial<Input<typeof reviewsAdmin.decide>> = {}) => {
    await staff(reviewsAdmin.open, { submit_id })
    return staff(reviewsAdmin.decide, { submit_id, decision: 'pass', text: '好', ...more })
  }
  const preview = () => staff(remarkingAdmin.preview, { task_id: made.id })
  const remark = async (reason?: string) =>
    staff(remarkingAdmin.remark, {
      task_id: made.id,
      base_version: (await form()).base_version,
      ...(reason !== undefined && { reason }),
    })
  return { id: made.id, guild, teacher, staff, form, setKeys, handIn, decide, preview, remark }
}

const right = { top: 'a', form: '3', area: '50' }
/** The entries of a student in the score ledger. */
const held = async (user_id: number) =>
  (
    await school.app.db
      .selectFrom('ledger_entries')
      .select(['points', 'kind'])
      .where('user_id', '=', user_id)
      .where('ledger', '=', 'score')
      .orderBy('id')
      .execute()
  ).map(({ points, kind }) => `${kind} ${points}`)

test('a key is put right: the teacher reads whose score changes, and it is corrected, held or waiting work too', async () => {
  const made = await aTask()
  const [out, hidden, typed, waits] = [
    await made.handIn(right),
    await made.handIn({ top: 'b', form: '3' }),
    await made.handIn(right),
    await made.handIn({ form: '4' }),
  ]
  await made.decide(out.submit_id)
  await made.decide(hidden.submit_id, { hold: true, decision: 'fail' })
  await made.decide(typed.submit_id, { score: 49 })
  expect(await held(out.student.id)).toEqual(['result 28'])
  expect(await made.preview()).toMatchObject({ released: 0, held: 0, kept: 0, waiting: 0, list: [] })

  await made.setKeys(keysOf('a', '3', '50'))
  const found = await made.preview()
  expect(found).toMatchObject({ released: 1, held: 1, kept: 1, waiting: 1, max_score: 50 })
  expect(found.list).toMatchObject([
    { submit_id: out.submit_id, kind: 'released', before: { score: 35, points: 7 }, after: { score: 50, points: 10 } },
    { submit_id: hidden.submit_id, kind: 'held', before: { score: 0 }, after: { score: 15, decision: 'fail' } },
    { submit_id: typed.submit_id, kind: 'kept', before: { score: 49, points: 7 }, after: { score: 49, points: 10 } },
  ])
  await expect(made.remark()).rejects.toMatchObject({ reason: 'INVALID', data: { field: 'reason' } })
  expect(await held(out.student.id)).toEqual(['result 28'])

  expect(await made.remark('第二题的答案改了')).toEqual({ done: 3, left: 0 })
  expect(await held(out.student.id)).toEqual(['result 28', 'correction 12'])
  expect(await held(typed.student.id)).toEqual(['result 39'])
  expect(await held(hidden.student.id)).toEqual([])
  const notices = await out.send(messages.list, {})
  expect(JSON.stringify(notices.list[0])).toContain('50')
  expect(await made.staff(reviewToolsAdmin.work, { submit_id: out.submit_id })).toMatchObject({
    result: { score: 50, question_marks: [{ points: 4 }, { points: 3, outcome: 'right' }, { points: 3 }] },
  })
  const waiting = await made.staff(reviewToolsAdmin.work, { submit_id: waits.submit_id })
  expect(waiting.question_marks.map(({ outcome }) => outcome)).toEqual(['blank', 'wrong', 'blank'])
  school.clock.move(2 * lesson)
  const told = await typed.send(questionResults.results, { submit_id: typed.submit_id })
  expect(told.list[1]).toMatchObject({ outcome: 'right', accepted: ['3'] })
  // Running it again changes nothing.
  expect(await made.remark()).toEqual({ done: 0, left: 0 })
  expect(await held(out.student.id)).toEqual(['result 28', 'correction 12'])
  expect(await wrongTotals(school.app.db)).toEqual([])
})

test('a reviewer who decides by a score of before the key was put right is asked to look again; one that was typed counts', async () => {
  const made = await aTask()
  const [{ submit_id }, typed] = [await made.handIn(right), await made.handIn(right)]
  for (const of of [submit_id, typed.submit_id]) await made.staff(reviewsAdmin.open, { submit_id: of })
  const { draft } = await made.staff(reviewToolsAdmin.saveDraft, {
    submit_id,
    base_version: 0,
    score: 35,
    follows: true,
  })
  expect(draft).toMatchObject({ score: 35, follows: true })
  await made.setKeys(keysOf('a', '3', '50'))
  await made.remark()
  const passed = { decision: 'pass', score: 35 } as const
  expect(await reasonOf(made.decide(submit_id, { ...passed, follows: true }))).toBe('CHANGED')
  expect(await made.decide(submit_id, { ...passed, score: 50, follows: true })).toMatchObject({ score: 50 })
  expect(await made.decide(typed.submit_id, { ...passed, follows: false })).toMatchObject({ score: 35 })
})

test('points that a reviewer gave stay, through one correction of the key and the next', async () => {
  const made = await aTask()
  const { submit_id, student } = await made.handIn(right)
  await made.decide(submit_id, { question_points: [{ question_id: 'form', points: 3 }] })
  const score = async () => (await made.staff(reviewToolsAdmin.work, { submit_id })).result?.score
  expect(await score()).toBe(50)
  await made.setKeys(keysOf('a', '3', '51'))
  expect(await made.remark('面积')).toEqual({ done: 1, left: 0 })
  expect(await score()).toBe(35)
  await made.setKeys(keysOf('b', '4', '51'))
  await made.remark('顶点')
  expect(await score()).toBe(15)
  expect(await held(student.id)).toEqual(['result 40', 'correction -12', 'correction -16'])
})

test('a decision follows the line where it did, lateness is taken as before, and a returned work stays returned', async () => {
  const due_at = new Date(school.clock.now() + 60_000).toISOString()
  const late = { due_at, late_rule: 'percent' as const, late_percent: 10, late_cap: 50, pass_line: 60 }
  const made = await aTask({ ...late, close_at: new Date(school.clock.now() + lesson).toISOString() })
  school.clock.move(2 * 60_000)
  const [passes, kind, back] = [await made.handIn(right), await made.handIn(right), await made.handIn(right)]
  expect(await made.decide(passes.submit_id)).toMatchObject({ percent: 70, percent_final: 60 })
  expect(await made.decide(kind.submit_id, { waive_late: true, decision: 'fail' })).toMatchObject({ percent_final: 70 })
  await made.decide(back.submit_id, { decision: 'return' })
  await made.setKeys(keysOf('a', '4', '51'))
  const { list } = await made.preview()
  expect(list.map(({ before, after }) => [before.score, before.decision, after.score, after.decision])).toEqual([
    [30, 'pass', 15, 'fail'],
    [35, 'fail', 20, 'fail'],
  ])
  await made.remark('面积')
  const states = await school.app.db.selectFrom('enrolments').select('state').orderBy('id').execute()
  expect(states.map(({ state }) => state)).toEqual(['failed', 'failed', 'returned'])
  // A corrected result is marked again like the first one.
  await made.setKeys(keysOf('a', '3', '50'))
  await made.remark('都改回来')
  const scores = await school.app.db.selectFrom('enrolments').select(['state', 'score']).orderBy('id').execute()
  expect(scores.map(({ state, score }) => [state, score]).slice(0, 2)).toEqual([
    ['passed', 45],
    ['failed', 50],
  ])
})

test('somebody saved the task meanwhile: the teacher looks again', async () => {
  const made = await aTask()
  const { base_version } = await made.preview()
  await made.setKeys(keysOf('a', '3', '50'))
  expect(await reasonOf(made.staff(remarkingAdmin.remark, { task_id: made.id, base_version }))).toBe('CONFLICT')
})

test(
  'many results are changed some at a time, and what was broken off is gone on with',
  { timeout: 60_000 },
  async () => {
    const made = await aTask()
    const { db } = school.app
    const works = []
    for (let at = 0; at < resultsAtOnce + 3; at += 1) works.push(await made.handIn(at % 2 ? right : { form: '3' }))
    for (const { submit_id } of works) await made.decide(submit_id)
    await made.setKeys(keysOf('a', '3', '50'))
    const task = await findTask(db, made.id)
    const judge = { user_id: made.teacher.id, role: 'teacher' as const, now: school.clock.now(), zone: 'Asia/Shanghai' }
    // The power goes in the middle of a transaction.
    const broken = db.transaction().execute(async (within) => {
      await remarkSome(within, task!, '答案', judge)
      throw new Error('power')
    })
    await expect(broken).rejects.toThrow('power')
    expect((await made.preview()).released).toBe(works.length)
    const both = await Promise.all([made.remark('答案'), made.remark('答案')])
    expect(both.map(({ done }) => done).toSorted((a, b) => a - b)).toEqual([3, resultsAtOnce])
    expect(await made.remark('答案')).toEqual({ done: 0, left: 0 })
    expect(await wrongTotals(db)).toEqual([])
    const entries = await db.selectFrom('ledger_entries').select('id').where('kind', '=', 'correction').execute()
    expect(entries).toHaveLength(works.length)
  },
)

const word = fc.constantFrom('a', 'b', '3', '4', '50', '', ' ')
const someKeys = fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('3', '4'), fc.constantFrom('50', '51'))
const answers = fc.record({ top: fc.constantFrom('a', 'b'), form: word, area: word }, { requiredKeys: [] })

test(
  'whatever is put right, doing it twice is once, a blank is never right, and the ledger is what the results say',
  {
    timeout: 120_000,
  },
  async () => {
    const { db } = school.app
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            answers,
            given: fc.option(fc.record({ question_id: fc.constantFrom('top', 'form'), points: fc.nat(3) })),
            hold: fc.boolean(),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        fc.array(someKeys, { minLength: 1, maxLength: 3 }),
        async (works, changes) => {
          const made = await aTask()
          const all = []
          for (const one of works) {
            const work = await made.handIn(one.answers)
            await made.decide(work.submit_id, { hold: one.hold, question_points: one.given ? [one.given] : [] })
            all.push({ ...one, ...work })
          }
          for (const [top, form, area] of changes) {
            await made.setKeys(keysOf(top, form, area))
            await made.remark('答案改了')
            expect(await made.preview()).toMatchObject({ released: 0, held: 0, kept: 0, waiting: 0 })
          }
          for (const { submit_id, student, given, answers: said } of all) {
            const { result } = await made.staff(reviewToolsAdmin.work, { submit_id })
            for (const { question_id, points, outcome } of result?.question_marks ?? []) {
              const isBlank = ((said as Record<string, string>)[question_id] ?? '').trim() === ''
              if (given?.question_id === question_id) expect(points).toBe(given.points)
              else if (isBlank) expect([points, outcome]).toEqual([0, 'blank'])
            }
            const sum = (result?.question_marks ?? []).reduce((total, { points }) => total + (points ?? 0), 0)
            expect(result?.score).toBe(sum * 5)
            const ledger = (await held(student.id)).reduce((total, entry) => total + Number(entry.split(' ')[1]), 0)
            expect(ledger).toBe(result?.held ? 0 : scorePoints(40, result?.percent_final ?? 0))
          }
          expect(await wrongTotals(db)).toEqual([])
        },
      ),
      { numRuns: walksOf(12) },
    )
  },
)
