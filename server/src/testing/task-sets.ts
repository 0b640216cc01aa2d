import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import { firstBell, type School } from './test-app.ts'

const day = 24 * 3_600_000

/** Three guilds with one teacher, who has a draft task in the first. */
export const threeClasses = async ({ app, clock }: School) => {
  clock.set(firstBell)
  const [one, two, three] = [
    await aGuild(app.db, { name: '高一（1）班' }),
    await aGuild(app.db, { name: '高一（2）班' }),
    await aGuild(app.db, { name: '高一（3）班' }),
  ]
  const teacher = await aUser(app.db, { roles: ['teacher'] })
  for (const { id } of [one, two, three]) await aMember(app.db, { guild_id: id, user_id: teacher.id, role: 'teacher' })
  const source = await aTask(app.db, {
    guild_id: one.id,
    title: '垃圾分类小调查',
    status: 'draft',
    open_at: firstBell + day,
    due_at: firstBell + 5 * day,
  })
  return { one, two, three, teacher, source }
}

type Fixture = { school: School; teacher: { id: number }; source: { id: number } }

/** The calls a teacher makes to give one task to several guilds. */
export const taskSets = (at: () => Fixture) => {
  const db = () => at().school.app.db
  const as = (user: { id: number }, role: 'teacher' | 'assistant' | 'admin' = 'teacher') =>
    at().school.as(user, { audience: 'admin', role })
  const spread = (guild_ids: readonly number[], more: object = {}, by = as(at().teacher)) =>
    by(taskSetsAdmin.spread, { id: at().source.id, guild_ids: [...guild_ids], ...more })
  const tasksIn = async (guild_id: number) =>
    db().selectFrom('tasks').selectAll().where('guild_id', '=', guild_id).orderBy('id').execute()
  const memberIn = async ({ id }: { id: number }) => (await tasksIn(id)).at(-1)!
  const form = (id: number, by = as(at().teacher)) => by(taskEditing.form, { id })
  const publishAll = (id = at().source.id) => as(at().teacher)(taskEditing.publish, { id, also: 'set' })
  const save = async (
    changes: object,
    { id, by = as(at().teacher) }: { id?: number; by?: ReturnType<typeof as> } = {},
  ) => {
    const task_id = id ?? at().source.id
    const { base_version } = await form(task_id, by)
    return by(taskEditing.update, { id: task_id, base_version, also: 'set', ...changes })
  }
  return { db, as, spread, tasksIn, memberIn, form, publishAll, save }
}
