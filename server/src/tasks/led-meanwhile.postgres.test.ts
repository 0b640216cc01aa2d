import { criteriaSetsAdmin } from '@tongchuang/contract/criteria-sets.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { remarkingAdmin } from '@tongchuang/contract/remarking.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aGuild, aPersonIn } from '../guilds/factory.ts'
import { dropStaff } from '../guilds/people-store.ts'
import { whileWaitedFor } from '../testing/meanwhile.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aTask, anEnrolment } from './factory.ts'
import { lockTask } from './store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A class with a task that a student works on, and what its teacher keeps for it. */
const aClass = async () => {
  const { db } = school.app
  const { id: guild_id } = await aGuild(db)
  const teacher = await aPersonIn(db, { guild_id, role: 'teacher' })
  await aPersonIn(db, { guild_id, role: 'teacher' })
  const student = await aPersonIn(db, { guild_id, role: 'student' })
  const task = await aTask(db, { guild_id })
  await anEnrolment(db, task, { user_id: student.id })
  const send = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const set = await send(criteriaSetsAdmin.create, { title: '作文', criteria: [criterion] })
  const comment = await send(reviewToolsAdmin.addComment, { text: '写得好' })
  const soon = new Date(school.clock.now() + 86_400_000).toISOString()
  const forOne = { task_id: task.id, user_ids: [student.id], reason: '停电了' }
  return { teacher, guild_id, task, set, comment, soon, forOne, send }
}
type Class = Awaited<ReturnType<typeof aClass>>

const criterion = { label: '内容', description: '', level_words: [] }
const inGuild: Record<string, (of: Class) => Promise<unknown>> = {
  'begins a task': ({ send, guild_id }) => send(taskEditing.create, { guild_id, title: '再见' }),
  'shares new criteria': ({ send, guild_id }) =>
    send(criteriaSetsAdmin.create, { title: '再见', guild_id, criteria: [criterion] }),
  'shares criteria of theirs': ({ send, guild_id, set }) => send(criteriaSetsAdmin.update, { id: set.id, guild_id }),
  'shares a new comment': ({ send, guild_id }) => send(reviewToolsAdmin.addComment, { text: '再见', guild_id }),
  'shares a comment of theirs': ({ send, guild_id, comment }) =>
    send(reviewToolsAdmin.changeComment, { id: comment.id, guild_id }),
  'copies a class': ({ send, guild_id }) => send(termsAdmin.copyGuild, { guild_id, name: '下学期', days: 0 }),
  'archives a class': ({ send, guild_id }) => send(termsAdmin.archiveGuild, { guild_id }),
  'revives a class': ({ send, guild_id }) => send(termsAdmin.reviveGuild, { guild_id }),
}
const onTask: Record<string, (of: Class) => Promise<unknown>> = {
  'gives more time': ({ send, forOne, soon }) => send(tasksAdmin.extend, { ...forOne, until: soon }),
  'gives another try': ({ send, forOne, soon }) => send(tasksAdmin.reopen, { ...forOne, due_at: soon }),
  'excuses a student': ({ send, forOne }) => send(tasksAdmin.excuse, forOne),
  'saves a task': ({ send, task }) =>
    send(taskEditing.update, { id: task.id, base_version: task.edit_version, title: '再见' }),
  'marks works again': ({ send, task }) =>
    send(remarkingAdmin.remark, { task_id: task.id, base_version: task.edit_version, reason: '答案改了' }),
}

// On SQLite, transactions never overlap.
test.each([...Object.entries(inGuild), ...Object.entries(onTask)])(
  'nobody %s while being removed from the staff',
  async (_what, act) => {
    const found = await aClass()
    const { guild_id, teacher, task } = found
    const goes = async (db: School['app']['db']) => {
      await dropStaff(db, guild_id, teacher.id, school.clock.now())
      await lockTask(db, task.id)
    }
    expect(await whileWaitedFor(school.app.db, goes, () => act(found))).toMatchObject({ reason: 'NOT_FOUND' })
    // Whoever is no longer staff is not shown what they changed either: that alone would be a refusal.
    expect(await school.app.db.selectFrom('tasks').select(['id', 'title']).execute()).toEqual([
      { id: task.id, title: task.title },
    ])
  },
)
