import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGuild, aPersonIn } from '../../guilds/factory.ts'
import { meeting } from '../../testing/meeting.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { aTask } from '../factory.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

const db = () => school.app.db
const aTeacherWith = async (many: number) => {
  const guild = await aGuild(db())
  const teacher = await aPersonIn(db(), { guild_id: guild.id, role: 'teacher' })
  const ids = []
  for (let n = 0; n < many; n += 1) ids.push((await aTask(db(), { guild_id: guild.id })).id)
  return { guild, ids, as: school.as(teacher, { audience: 'admin', role: 'teacher' }) }
}

test('of four tasks that each require the next at once one is refused, and no cycle is stored', async () => {
  const { guild, ids, as } = await aTeacherWith(4)
  const behind = (at: number) => () =>
    as(taskEditing.update, { id: ids[at]!, base_version: 0, prerequisites: [ids[(at + 1) % ids.length]!] })
  // Blocks writing of prerequisites until all four have been requested.
  const nobodyWrites = (holder: ReturnType<typeof db>) =>
    sql`lock table task_prerequisites in share row exclusive mode`.execute(holder)
  // The first and the third have no task in common, and neither have the others.
  const reasons = await meeting(db(), nobodyWrites, [behind(0), behind(2), behind(1), behind(3)])
  // The database decides which waiting transaction goes first, and on a busy machine one may have to be retried.
  const done = reasons.filter((reason) => reason === 'done').length
  expect(done).toBeLessThan(ids.length)
  const stored = await db()
    .selectFrom('task_prerequisites')
    .innerJoin('tasks', 'tasks.id', 'task_prerequisites.task_id')
    .select('task_id')
    .where('guild_id', '=', guild.id)
    .execute()
  expect(stored).toHaveLength(done)
})

test('a task that somebody saves while it is put into a chapter is in the chapter, and what was saved is kept', async () => {
  const { guild, ids, as } = await aTeacherWith(1)
  const [id] = ids as [number]
  await as(taskListsAdmin.saveChapter, { guild_id: guild.id, title: '第一章' })
  const [chapter] = await as(taskListsAdmin.chapters, { guild_id: guild.id })
  const saves = (holder: ReturnType<typeof db>) =>
    holder.updateTable('tasks').set({ title: '新的题目', edit_version: 1 }).where('id', '=', id).execute()
  const put = () => as(taskListsAdmin.bulk, { ids: [id], act: 'chapter', chapter_id: chapter!.id })
  expect(await meeting(db(), saves, [put])).toEqual(['done'])
  const task = await db().selectFrom('tasks').select(['title', 'chapter_id']).where('id', '=', id).executeTakeFirst()
  expect(task).toEqual({ title: '新的题目', chapter_id: chapter!.id })
})

test('a chapter removed while a task is created in it is gone, and the task has no chapter', async () => {
  const { guild, as } = await aTeacherWith(0)
  await as(taskListsAdmin.saveChapter, { guild_id: guild.id, title: '第一章' })
  const [chapter] = await as(taskListsAdmin.chapters, { guild_id: guild.id })
  const nobodyWrites = (holder: ReturnType<typeof db>) => sql`lock table tasks in share mode`.execute(holder)
  const make = () => as(taskEditing.create, { guild_id: guild.id, title: '观察日记', chapter_id: chapter!.id })
  const remove = () => as(taskListsAdmin.removeChapter, { guild_id: guild.id, id: chapter!.id })
  expect(await meeting(db(), nobodyWrites, [make, remove])).toEqual(['done', 'done'])
  const tasks = await db().selectFrom('tasks').select('chapter_id').where('guild_id', '=', guild.id).execute()
  expect(tasks).toEqual([{ chapter_id: null }])
})

test('dates that one teacher saves while another opens the task again stand', async () => {
  const { guild, as } = await aTeacherWith(0)
  const [due_at, later] = [school.clock.now() + 86_400_000, school.clock.now() + 7 * 86_400_000]
  const { id } = await aTask(db(), {
    ...{ guild_id: guild.id, status: 'closed', closed_at: school.clock.now() - 1 },
    ...{ due_at, close_at: due_at },
  })
  const saves = (holder: ReturnType<typeof db>) =>
    holder.updateTable('tasks').set({ due_at: later, close_at: later, edit_version: 1 }).where('id', '=', id).execute()
  expect(await meeting(db(), saves, [() => as(tasksAdmin.open, { id })])).toEqual(['done'])
  const task = await db().selectFrom('tasks').select(['status', 'due_at', 'close_at']).where('id', '=', id).execute()
  expect(task).toEqual([{ status: 'open', due_at: later, close_at: later }])
})

test('a teacher who presses close or move to the bin twice is not told that it cannot be done', async () => {
  const { ids, as } = await aTeacherWith(1)
  const [id] = ids as [number]
  const held = (holder: ReturnType<typeof db>) =>
    holder.selectFrom('tasks').select('id').where('id', '=', id).forUpdate().execute()
  for (const press of [() => as(tasksAdmin.close, { id }), () => as(taskEditing.trash, { id })])
    expect(await meeting(db(), held, [press, press])).toEqual(['done', 'done'])
})
