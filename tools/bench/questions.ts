/**
 * 30 questions and 500 students, over SQLite, with `--postgres` over PostgreSQL, in this process: marking what was
 * handed in, marking it again after a key was corrected, and the statistics. For each the time and how many queries it
 * makes; at the end the ledger is compared with the results. It fails where a sum is wrong.
 */
import { remarkingAdmin } from '../../contract/src/remarking.admin.ts'
import { statisticsAdmin } from '../../contract/src/statistics.admin.ts'
import { aUser } from '../../server/src/accounts/factory.ts'
import { aGuild, aMember } from '../../server/src/guilds/factory.ts'
import { settleScore, wrongTotals } from '../../server/src/ledger/store.ts'
import { remarkSome } from '../../server/src/reviews/remarking/remark.ts'
import { aSubmission } from '../../server/src/submissions/factory.ts'
import { addMarks } from '../../server/src/submissions/questions/mark-store.ts'
import { markAnswers, scoreOfMarks } from '../../server/src/submissions/questions/marking-rules.ts'
import { anEnrolment, aTask } from '../../server/src/tasks/factory.ts'
import { putKeys } from '../../server/src/tasks/questions/key-store.ts'
import type { Question, QuestionKey } from '../../server/src/tasks/questions/question-rules.ts'
import { scorePoints } from '../../server/src/tasks/rules.ts'
import { findTask } from '../../server/src/tasks/store.ts'
import { countQueries } from '../../server/src/testing/count-queries.ts'
import { testApp, type School } from '../../server/src/testing/test-app.ts'

const STUDENTS = 500
const QUESTIONS = 30
const zone = 'Asia/Shanghai'

const questions = Array.from({ length: QUESTIONS }, (_, at): Question => ({
  ...{ id: `q${at}`, label: `第${at + 1}题`, required: false, points: 2 },
  ...(at % 3 === 0
    ? { kind: 'one', options: ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id })) }
    : { kind: at % 3 === 1 ? 'blank' : 'number' }),
}))
const rightOf = (at: number): string => (at % 3 === 0 ? 'a' : String(at))
const keysWith = (wrong: number): QuestionKey[] =>
  questions.map(({ id }, at) => ({
    ...{ question_id: id, tolerance: 0, explanation: '' },
    accepted: [at === wrong ? (at % 3 === 0 ? 'b' : '-1') : rightOf(at)],
  }))
const answersOf = (student: number): Record<string, string> =>
  Object.fromEntries(questions.map(({ id }, at) => [id, (student * 7 + at * 3) % 5 === 0 ? 'b' : rightOf(at)]))

const say = (what: string, ms: number, queries: number | null, more = ''): void =>
  console.log(
    `${what.padEnd(34)} ${ms.toFixed(0).padStart(7)} ms  ${queries === null ? '' : `${String(queries).padStart(6)} queries`}  ${more}`,
  )

/** A class whose results are out, marked by keys of which the first is wrong. */
const aMarkedClass = async ({ app: { db }, clock }: School) => {
  const guild = await aGuild(db)
  const teacher = await aUser(db, { roles: ['teacher'], password_hash: '-' })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const task = await aTask(db, {
    ...{ guild_id: guild.id, max_score: 100, points: 100, pass_line: 0 },
    questions: JSON.stringify(questions),
  })
  await putKeys(db, task.id, keysWith(0))
  const now = clock.now()
  let marking = 0
  for (let at = 0; at < STUDENTS; at += 1) {
    const { id: user_id } = await aUser(db, { password_hash: '-' })
    await aMember(db, { guild_id: guild.id, user_id })
    const began = performance.now()
    const marks = markAnswers(questions, keysWith(0), answersOf(at))
    marking += performance.now() - began
    const score = scoreOfMarks(marks, 100) ?? 0
    const out = { score, percent_final: score, released_at: now }
    const row = await anEnrolment(db, task, { user_id, state: 'passed', ...out })
    const sent = await aSubmission(db, row, { status: 'released', answers: JSON.stringify(answersOf(at)) })
    await addMarks(db, sent.id, marks)
    const by = { reviewer_id: teacher.id, reviewer_role: 'teacher', decision: 'pass', status: 'released' } as const
    await db
      .insertInto('results')
      .values({
        ...{ submission_id: sent.id, enrolment_id: row.id, ...by, ...out, percent: score, created_at: now },
        question_marks: JSON.stringify(marks),
      })
      .execute()
    const source = { user_id, source_type: 'task', source_id: task.id, guild_id: guild.id, now, zone }
    await settleScore(db, { ...source, target: scorePoints(100, score), kind: 'result', memo: '' })
  }
  say(`marking ${STUDENTS} × ${QUESTIONS}`, marking, 0)
  return { teacher, task }
}

/** Measures the time and the queries of a call over HTTP, the second time it is made. */
const asked = async (school: School, what: string, ask: () => Promise<unknown>): Promise<void> => {
  await ask()
  const began = performance.now()
  const queries = await countQueries(school, ask)
  say(what, performance.now() - began, queries)
}

const remarkAll = async (school: School, task_id: number, teacher: { id: number }): Promise<void> => {
  const { db } = school.app
  const task = await findTask(db, task_id)
  if (!task) throw new Error('no task')
  const judge = { user_id: teacher.id, role: 'teacher', now: school.clock.now(), zone } as const
  for (let left = 1, batch = 1; left > 0; batch += 1) {
    const began = performance.now()
    let answer = { done: 0, left: 0 }
    const queries = await db.transaction().execute((within) =>
      countQueries({ ...school, app: { ...school.app, db: within } } as School, async () => {
        answer = await remarkSome(within, task, '第1题的答案改了', judge)
      }),
    )
    say(`marking again, transaction ${batch}`, performance.now() - began, queries, `${answer.done} results`)
    left = answer.left
  }
}

/** What the ledger holds of a task, against what its results are worth. */
const compareLedger = async ({ app: { db } }: School, task_id: number): Promise<void> => {
  const rows = await db
    .selectFrom('enrolments')
    .select(['user_id', 'percent_final'])
    .where('task_id', '=', task_id)
    .execute()
  const worth = rows.reduce((sum, { percent_final }) => sum + scorePoints(100, percent_final ?? 0), 0)
  const { held } = await db
    .selectFrom('ledger_entries')
    .select((eb) => eb.fn.sum<number>('points').as('held'))
    .where('ledger', '=', 'score')
    .where('source_id', '=', task_id)
    .executeTakeFirstOrThrow()
  const wrong = await wrongTotals(db)
  console.log(`ledger ${Number(held)}, results ${worth}, wrong totals ${wrong.length}`)
  if (Number(held) !== worth || wrong.length > 0) throw new Error('the ledger is not what the results say')
}

/** Marks, marks again and counts. */
export const measureQuestions = async (): Promise<void> => {
  const school = await testApp()
  console.log(school.app.database.dialect)
  const { teacher, task } = await aMarkedClass(school)
  const staff = school.as(teacher, { audience: 'admin', role: 'teacher' })
  await compareLedger(school, task.id)
  await asked(school, 'statistics', () => staff(statisticsAdmin.statistics, { task_id: task.id }))
  await putKeys(school.app.db, task.id, keysWith(-1))
  await asked(school, 'preview of marking again', () => staff(remarkingAdmin.preview, { task_id: task.id }))
  await remarkAll(school, task.id, teacher)
  await compareLedger(school, task.id)
  await asked(school, 'preview, nothing left', () => staff(remarkingAdmin.preview, { task_id: task.id }))
  await school.close()
}
