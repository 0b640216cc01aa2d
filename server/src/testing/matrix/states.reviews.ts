import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'

const submissions = ({ school }: MatrixSchool) => school.app.db.updateTable('submissions')

/** Turns the result of the passed work into a return, with a mark in its text. */
const returnWork = async (
  { school, objects: { done = 0 } }: MatrixSchool,
  status: 'released' | 'held' = 'released',
) => {
  const marks = JSON.stringify([{ version: 1, quote: '字', prefix: '', suffix: '', text: '改' }])
  const { id } = await school.app.db
    .updateTable('results')
    .set({ decision: 'return', marks, status })
    .where('submission_id', '=', done)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { returned: id }
}

/** States of a work's review and of the discussion of its task. */
export const reviewStates = {
  'the assistant wrote the works as a student': async (matrix: MatrixSchool) => {
    const { school, objects, people } = matrix
    const { sealed = 0, held = 0, done = 0, shown = 0, extension = 0 } = objects
    await submissions(matrix)
      .set({ user_id: people.assistant.id })
      .where('id', 'in', [sealed, held, done, shown])
      .execute()
    await school.app.db
      .updateTable('appeals')
      .set({ user_id: people.assistant.id })
      .where('submission_id', '=', done)
      .execute()
    await school.app.db
      .updateTable('extension_requests')
      .set({ user_id: people.assistant.id })
      .where('id', '=', extension)
      .execute()
  },
  'the teacher has begun the work and is not reading it any more': async (matrix: MatrixSchool) => {
    const {
      school,
      objects: { sealed = 0 },
      tokens,
    } = matrix
    await school.with(tokens.teacher)(reviewsAdmin.open, { submit_id: sealed })
    await submissions(matrix)
      .set({ review_until: firstBell - 1 })
      .where('id', '=', sealed)
      .execute()
  },
  'the tasks of the works are in the bin': async ({
    school,
    objects: { waiting = 0, marked = 0, passed = 0 },
  }: MatrixSchool) => {
    await school.app.db
      .updateTable('tasks')
      .set({ status: 'trashed', trashed_from: 'open', trashed_at: firstBell })
      .where('id', 'in', [waiting, marked, passed])
      .execute()
  },
  'the teacher has given the result of the work': async (matrix: MatrixSchool) => {
    await submissions(matrix)
      .set({ reviewer_id: matrix.people.teacher.id })
      .where('id', '=', matrix.objects.done ?? 0)
      .execute()
  },
  'the teacher has returned the work': (matrix: MatrixSchool) => returnWork(matrix),
  'the teacher has returned the work and holds it': (matrix: MatrixSchool) => returnWork(matrix, 'held'),
  'the teacher has returned the work and the guild is archived': async (matrix: MatrixSchool) => {
    const { school, objects } = matrix
    await school.app.db
      .updateTable('guilds')
      .set({ status: 'archived' })
      .where('id', '=', objects.guild ?? 0)
      .execute()
    return returnWork(matrix)
  },
  'the discussion is locked': async ({ school, objects: { doing = 0 } }: MatrixSchool) => {
    await school.app.db.updateTable('tasks').set({ discussion_locked_at: firstBell }).where('id', '=', doing).execute()
  },
  'what is said is of yesterday': async ({ school, objects: { post = 0 } }: MatrixSchool) => {
    await school.app.db
      .updateTable('discussions')
      .set({ created_at: firstBell - 86_400_000 })
      .where('id', '=', post)
      .execute()
  },
}
