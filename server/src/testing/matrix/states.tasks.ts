import { earn } from '../../ledger/store.ts'
import { aSubmission } from '../../submissions/factory.ts'
import { anEnrolment, aTask } from '../../tasks/factory.ts'
import { makeSet, putIntoSet } from '../../tasks/sets/set-store.ts'
import { applyOutcome } from '../../tasks/enrolment/outcome.ts'
import { latestEnrolment } from '../../tasks/enrolment-store.ts'
import { findTask } from '../../tasks/store.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'

const now = firstBell
const zone = 'Asia/Shanghai'

const require = ({ school, objects: { untouched = 0 } }: MatrixSchool, required_task_id = 0) =>
  school.app.db.insertInto('task_prerequisites').values({ task_id: untouched, required_task_id }).execute()

/** A row of the classmate in a task of the guild, by the task's name. */
const rowOfMate = ({ school, objects, people }: MatrixSchool, task: string, given: object = {}) =>
  anEnrolment(
    school.app.db,
    { id: objects[task] ?? 0, guild_id: objects.guild ?? 0 },
    { user_id: people.mate.id, accepted_at: now, ...given },
  )

/** States of tasks and of students' submissions. */
export const taskStates = {
  'a task asks for one that the owner has passed': async (matrix: MatrixSchool) => {
    await require(matrix, matrix.objects.passed)
  },
  'a task asks for one that is in the trash': async (matrix: MatrixSchool) => {
    await require(matrix, matrix.objects.trashed)
  },
  'a task asks for a level that the owner has reached': async ({ school, objects, people }: MatrixSchool) => {
    const { db } = school.app
    await db
      .updateTable('tasks')
      .set({ min_level: 2 })
      .where('id', '=', objects.untouched ?? 0)
      .execute()
    const award = { kind: 'pass', points: 1_000, source_type: 'enrolment', source_id: 1, guild_id: null } as const
    await earn(db, { ...award, user_id: people.owner.id, now, zone })
  },
  'a task was given to the other guild too': async ({ school, objects, people }: MatrixSchool) => {
    const { db } = school.app
    const set_id = await makeSet(db, { owner_id: people.teacher.id, title: '发给两个班', now })
    await putIntoSet(db, objects.untouched ?? 0, set_id, now)
    const given = await aTask(db, { guild_id: objects.elsewhere ?? 0, title: '发给两个班', set_id })
    return { given: given.id, set: set_id }
  },
  'a classmate is doing many tasks': async (matrix: MatrixSchool) => {
    for (const task of ['waiting', 'marked', 'passed', 'shared']) await rowOfMate(matrix, task)
  },
  'a classmate is in another round': async (matrix: MatrixSchool) => {
    await rowOfMate(matrix, 'doing', { round: 2 })
  },
  'a classmate has handed in with the same key': async (matrix: MatrixSchool) => {
    await aSubmission(matrix.school.app.db, await rowOfMate(matrix, 'untouched', { state: 'submitted' }), {
      submitted_at: now,
      key: 'a-key-of-mine',
    })
  },
  'a task that only the owner took is archived': async ({ school, objects }: MatrixSchool) => {
    await school.app.db
      .updateTable('tasks')
      .set({ status: 'archived' })
      .where('id', '=', objects.doing ?? 0)
      .execute()
  },
  'the owner passes again, worse than before and than a classmate': async (matrix: MatrixSchool) => {
    const { school, people, objects } = matrix
    const { db } = school.app
    const id = objects.marked ?? 0
    const task = await findTask(db, id)
    const pass = async (percent: number) => {
      const enrolment = await latestEnrolment(db, id, people.owner.id)
      if (!task || !enrolment) throw new Error('there is nothing to pass')
      await applyOutcome(db, {
        task,
        enrolment,
        decision: 'pass',
        score: percent,
        percent_final: percent,
        actor_id: people.teacher.id,
        now,
        zone,
      })
    }
    await pass(70)
    await rowOfMate(matrix, 'marked', { state: 'passed', percent_final: 100 })
    await anEnrolment(
      db,
      { id, guild_id: objects.guild ?? 0 },
      { user_id: people.owner.id, state: 'submitted', round: 2, accepted_at: now },
    )
    await pass(60)
  },
}
