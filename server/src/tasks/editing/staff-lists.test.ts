import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGuild, aPersonIn } from '../../guilds/factory.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { aChapter, anEnrolment, aTask } from '../factory.ts'

const day = 24 * 3_600_000
const now = firstBell
const at = (after: number) => new Date(now + after).toISOString()

let school: School
let guild: { id: number }
let student: { id: number }
let teacher: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  school.clock.set(firstBell)
  guild = await aGuild(db())
  student = await aMemberAs('student')
  teacher = await aMemberAs('teacher')
})
afterAll(() => school.close())

const db = () => school.app.db
const aMemberAs = (role: 'student' | 'assistant' | 'teacher') => aPersonIn(db(), { guild_id: guild.id, role })
const staff = () => school.as(teacher, { audience: 'admin', role: 'teacher' })
const task = (given: Partial<Parameters<typeof aTask>[1]> = {}) => aTask(db(), { guild_id: guild.id, ...given })

test('a teacher finds tasks by status, words and chapter, with their numbers, page after page', async () => {
  const { id: chapter_id } = await aChapter(db(), { guild_id: guild.id })
  const one = await task({ title: '光影_甲', chapter_id, due_at: now + 2 * day })
  await task({ title: '光影乙', due_at: now + day })
  await task({ title: '草稿', status: 'draft' })
  await anEnrolment(db(), one, { user_id: student.id, state: 'passed', version_count: 1 })
  await anEnrolment(db(), one, { user_id: (await aMemberAs('student')).id, state: 'submitted', version_count: 1 })
  const find = (given: object) => staff()(taskListsAdmin.tasks, { guild_id: guild.id, ...given })
  expect((await find({ keyword: '影_' })).list).toMatchObject([
    { title: '光影_甲', accepted: 2, submitted: 2, waiting: 1, passed: 1 },
  ])
  expect((await find({ status: 'draft' })).list.map(({ title }) => title)).toEqual(['草稿'])
  expect((await find({ chapter_id })).total).toBe(1)
  const first = await find({ sort: 'due', limit: 2 })
  expect(first.list.map(({ title }) => title)).toEqual(['光影乙', '光影_甲'])
  expect((await find({ sort: 'due', limit: 2, after: first.next! })).list.map(({ title }) => title)).toEqual(['草稿'])
})

test('a teacher who follows the number of tasks due soon finds these, the nearest first, and no others', async () => {
  await task({ title: '后天', due_at: now + 2 * day })
  await task({ title: '明天', due_at: now + day })
  await task({ title: '下周', due_at: now + 8 * day })
  await task({ title: '过了', due_at: now - day })
  await task({ title: '不限' })
  await task({ title: '没发', status: 'draft', due_at: now + day })
  await task({ title: '线下', channel: 'offline', due_at: now + day })
  const { list, total } = await staff()(taskListsAdmin.tasks, { due_soon: true, sort: 'due', grouped: true })
  expect(list.map(({ title }) => title)).toEqual(['明天', '后天'])
  expect(total).toBe((await staff()(schoolAdmin.home)).due.total)
})

test('a list sorted by title has a next page after the longest title', async () => {
  const titles = ['甲', '乙'].map((first) => first + '𠮷'.repeat(79)).toSorted()
  for (const title of titles) await task({ title })
  const find = (given: object) =>
    staff()(taskListsAdmin.tasks, { guild_id: guild.id, sort: 'title', limit: 1, ...given })
  const first = await find({})
  const second = await find({ after: first.next! })
  expect([...first.list, ...second.list].map(({ title }) => title)).toEqual(titles)
})

test('a change of several tasks is made for each one separately, and the answer has the outcome of each', async () => {
  const held = await task({ due_at: now + 5 * day, title: '有人在做' })
  await anEnrolment(db(), held, { user_id: student.id })
  const free = await task({ due_at: now + 5 * day, close_at: now + 6 * day })
  const by = staff()
  const back = await by(taskListsAdmin.bulk, { ids: [held.id, free.id], act: 'shift', days: -1 })
  expect(back).toMatchObject({
    changed: [free.id],
    refused: [{ id: held.id, title: '有人在做', reason: 'DUE_EARLIER' }],
  })
  expect(await by(taskEditing.form, { id: free.id })).toMatchObject({ due_at: at(4 * day), close_at: at(5 * day) })
  const { id: chapter_id } = await aChapter(db(), { guild_id: guild.id })
  expect(await by(taskListsAdmin.bulk, { ids: [held.id, free.id], act: 'chapter', chapter_id })).toMatchObject({
    refused: [],
  })
  expect(await by(taskListsAdmin.bulk, { ids: [free.id], act: 'close' })).toMatchObject({ changed: [free.id] })
  const foreign = await aTask(db(), { guild_id: (await aGuild(db())).id })
  const later = await task({ due_at: now + 5 * day })
  expect(await reasonOf(by(taskListsAdmin.bulk, { ids: [foreign.id], act: 'trash' }))).toBe('NOT_FOUND')
  const dates = await by(taskEditing.form, { id: later.id })
  expect(await reasonOf(by(taskListsAdmin.bulk, { ids: [later.id, foreign.id], act: 'shift', days: 7 }))).toBe(
    'NOT_FOUND',
  )
  expect(await by(taskEditing.form, { id: later.id })).toEqual(dates)
})

test('a teacher whose answer was lost and who moves the dates again has them moved once, and twice when meant twice', async () => {
  const [plain, scheduled, ending] = [
    await task({ due_at: now + 5 * day }),
    await task({ status: 'scheduled', open_at: now + day, due_at: now + 6 * day }),
    await task({ close_at: now + 4 * day }),
  ]
  const by = staff()
  const ids = [plain.id, scheduled.id, ending.id]
  const shown = async () =>
    (await by(taskListsAdmin.tasks, { guild_id: guild.id })).list
      .map(({ id, open_at, due_at, close_at }) => ({ id, open_at, due_at, close_at }))
      .toSorted((one, other) => one.id - other.id)
  const shift = (from: Awaited<ReturnType<typeof shown>>, days = 7) =>
    by(taskListsAdmin.bulk, { ids, act: 'shift', days, from })
  const first = await shown()
  const done = { changed: ids, refused: [] }
  expect(await shift(first)).toEqual(done)
  const moved = await shown()
  // The server was killed over the second: the first is moved, the others not yet.
  expect(await shift(first)).toEqual(done)
  expect(await shown()).toEqual(moved)
  expect(moved.map(({ open_at, due_at, close_at }) => [open_at, due_at, close_at])).toEqual([
    [null, at(12 * day), null],
    [at(8 * day), at(13 * day), null],
    [null, null, at(11 * day)],
  ])
  // Dates that a colleague has changed are not moved from where nobody saw them.
  await db()
    .updateTable('tasks')
    .set({ due_at: now + 20 * day })
    .where('id', '=', plain.id)
    .execute()
  expect(await shift(moved)).toMatchObject({
    changed: [scheduled.id, ending.id],
    refused: [{ id: plain.id, reason: 'CHANGED' }],
  })
  expect((await shown()).map(({ due_at }) => due_at)).toEqual([at(20 * day), at(20 * day), null])
})

test('a teacher reads in the history of a task who put it into another chapter, once, and nothing of a draft', async () => {
  const [out, draft] = [await task(), await task({ status: 'draft' })]
  const { id: chapter_id } = await aChapter(db(), { guild_id: guild.id })
  for (const at of [chapter_id, chapter_id, null])
    await staff()(taskListsAdmin.bulk, { ids: [out.id, draft.id], act: 'chapter', chapter_id: at })
  const changes = async ({ id }: { id: number }) =>
    (await staff()(taskEditing.history, { id })).map(({ action, changed }) => ({ action, changed }))
  expect(await changes(out)).toEqual(Array(2).fill({ action: 'edit', changed: ['chapter_id'] }))
  expect(await changes(draft)).toEqual([])
})

test('chapters are named, ordered and removed; tasks outlive them', async () => {
  const by = staff()
  const [a] = await by(taskListsAdmin.saveChapter, { guild_id: guild.id, title: '甲' })
  const [, b] = await by(taskListsAdmin.saveChapter, { guild_id: guild.id, title: '乙' })
  const { id } = await task({ chapter_id: a!.id })
  const ordered = await by(taskListsAdmin.arrangeChapters, { guild_id: guild.id, ids: [b!.id, a!.id] })
  expect(ordered.map(({ title, task_count }) => [title, task_count])).toEqual([
    ['乙', 0],
    ['甲', 1],
  ])
  expect(await reasonOf(by(taskListsAdmin.arrangeChapters, { guild_id: guild.id, ids: [b!.id] }))).toBe('INVALID')
  await by(taskListsAdmin.removeChapter, { guild_id: guild.id, id: a!.id })
  expect(await by(taskEditing.form, { id })).toMatchObject({ chapter_id: null })
  expect(
    await reasonOf(
      school.as(await aMemberAs('assistant'), { audience: 'admin', role: 'assistant' })(taskListsAdmin.saveChapter, {
        guild_id: guild.id,
        title: '丙',
      }),
    ),
  ).toBe('ROLE')
})
