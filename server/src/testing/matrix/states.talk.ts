import { aPost } from '../../discussions/factory.ts'
import { updatePost } from '../../discussions/store.ts'
import { aFeedback } from '../../feedback/factory.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'

const hour = 3_600_000

/** Adds a question of the owner below a task. */
const asked = (
  { school, objects, people }: MatrixSchool,
  task: 'doing' | 'untouched',
  given: { content: string; key?: string },
) =>
  aPost(
    school.app.db,
    { id: objects[task] ?? 0, guild_id: objects.guild ?? 0 },
    { user_id: people.owner.id, created_at: firstBell, ...given },
  )

/** States of discussions and of feedback about people. */
export const talkStates = {
  'the owner has deleted the question': async ({ school, objects }: MatrixSchool) => {
    await updatePost(school.app.db, objects.post ?? 0, { deleted_at: firstBell })
  },
  'the owner has deleted the question long ago': async ({ school, objects }: MatrixSchool) => {
    await updatePost(school.app.db, objects.post ?? 0, { deleted_at: firstBell - 24 * hour })
  },
  'only the owner has written where one writes first': async (matrix: MatrixSchool) => {
    const { school, objects } = matrix
    await school.app.db
      .updateTable('tasks')
      .set({ post_first: true })
      .where('id', '=', objects.untouched ?? 0)
      .execute()
    return { first: (await asked(matrix, 'untouched', { content: '先写的这一个问题。' })).id }
  },
  'the owner has asked a moment ago': async (matrix: MatrixSchool) => {
    await asked(matrix, 'doing', { content: '这里到底怎么做才对？', key: 'a-key-of-a-post' })
  },
  'the assistant has left': async ({ school, objects }: MatrixSchool) => {
    await school.app.db
      .updateTable('guild_members')
      .set({ status: 'left' })
      .where('id', '=', objects.seat ?? 0)
      .execute()
  },
  'three students have written about the assistant': async ({ school, objects, people }: MatrixSchool) => {
    const about = { member_id: objects.seat ?? 0, guild_id: objects.guild ?? 0, period: '2026-08' }
    for (const user_id of [people.owner.id, people.mate.id, objects.leaverId ?? 0])
      await aFeedback(school.app.db, { ...about, user_id, comment: '批阅得很细' })
  },
}
