import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aMember, aPersonIn } from '../../guilds/factory.ts'
import { aSubmission } from '../../submissions/factory.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { reviewing } from '../../testing/reviewing.ts'
import { taskSets, threeClasses } from '../../testing/task-sets.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment } from '../factory.ts'
import type { Task } from '../rules.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const { scores, waiting } = reviewing(() => ({ school }))
type Waiting = Awaited<ReturnType<typeof waiting>>

/** A classmate with another waiting work. */
const another = async (task: Task) => {
  const { id } = await aPersonIn(school.app.db, { guild_id: task.guild_id, role: 'student' })
  const row = await anEnrolment(school.app.db, task, { user_id: id, state: 'submitted' })
  const { id: submit_id } = await aSubmission(school.app.db, row, { submitted_at: school.clock.now() })
  return { id, submit_id }
}
const decide = async ({ review }: Pick<Waiting, 'review'>, submit_id: number, score: number, hold = false) => {
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: score < 60 ? 'fail' : 'pass', score, text: '看过了', hold })
}
const setPoints = async ({ review, task }: Pick<Waiting, 'review' | 'task'>, points: number, notify = true) => {
  const { base_version } = await review(taskEditing.form, { id: task.id })
  await review(taskEditing.update, { id: task.id, base_version, points, notify })
  await school.app.events.drain()
}

describe('the points of a task that are changed after results are out', () => {
  test('a student whose result is put right by one mark gains what one mark is worth, and no classmate has more for the same', async () => {
    const at = await waiting()
    const { review, task, student, submit_id } = at
    const [mate, later] = [await another(task), await another(task)]
    await decide(at, submit_id, 80)
    await decide(at, mate.submit_id, 80)
    await setPoints(at, 10)
    expect(await scores(student.id)).toEqual([80, -72])
    expect(await scores(mate.id)).toEqual([80, -72])
    await review(reviewToolsAdmin.correct, { submit_id, score: 95, reason: '少算了一题' })
    expect(await scores(student.id)).toEqual([80, -72, 2])
    await decide(at, later.submit_id, 80)
    expect(await scores(later.id)).toEqual([8])
  })

  test('a student who has no result, or one that is held, gains nothing; one who is excused keeps nothing', async () => {
    const at = await waiting()
    const { review, task, student } = at
    const [held, excused] = [await another(task), await another(task)]
    await decide(at, held.submit_id, 80, true)
    await decide(at, excused.submit_id, 80)
    await review(tasksAdmin.excuse, { task_id: task.id, user_ids: [excused.id], reason: '病假' })
    await setPoints(at, 200)
    expect([await scores(student.id), await scores(held.id), await scores(excused.id)]).toEqual([[], [], [80, -80]])
  })

  test('students who hold it are told, or the points stay as they are', async () => {
    const at = await waiting()
    const { student } = at
    expect(await reasonOf(setPoints(at, 10, false))).toBe('TELL_HOLDERS')
    await setPoints(at, 10)
    const told = await school.app.db.selectFrom('messages').select('kind').where('user_id', '=', student.id).execute()
    expect(told.map(({ kind }) => kind)).toContain('task.changed')
  })

  test('everybody of a whole grade has them, also where two changes follow each other', async () => {
    const at = await waiting()
    const { db } = school.app
    const people: number[] = []
    for (let made = 0; made < 201; made += 1) {
      const { id } = await aUser(db, { password_hash: '-' })
      await aMember(db, { guild_id: at.guild.id, user_id: id })
      await anEnrolment(db, at.task, { user_id: id, state: 'passed' })
      people.push(id)
    }
    await setPoints(at, 50)
    await setPoints(at, 10)
    const totals = await db.selectFrom('ledger_totals').select(['user_id', 'score']).orderBy('user_id').execute()
    const scored = totals.filter(({ user_id }) => people.includes(user_id)).map(({ score }) => score)
    expect(scored).toEqual(people.map(() => 8))
  })
})

test('a student of another class that has the task gains or loses the same, where the change goes to all classes', async () => {
  const { two, teacher, source } = await threeClasses(school)
  const { spread, memberIn, publishAll, save } = taskSets(() => ({ school, teacher, source }))
  await spread([two.id])
  await publishAll()
  const there = await memberIn(two)
  const student = await aPersonIn(school.app.db, { guild_id: two.id, role: 'student' })
  await anEnrolment(school.app.db, there, { user_id: student.id, state: 'passed' })
  await save({ points: 10, notify: true })
  await school.app.events.drain()
  expect(await scores(student.id)).toEqual([8])
})
