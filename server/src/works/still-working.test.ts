import { anthologies } from '@tongchuang/contract/anthologies.ts'
import { search } from '@tongchuang/contract/search.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember, aPersonIn } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { makeSet } from '../tasks/sets/set-store.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

const minute = 60_000
const day = 24 * 60 * minute

let school: School
let close: number
/** The task of the class that has closed, of which one work is shared with everybody. */
let here: Task
let author: { id: number }
let work_id: number
let set_id: number
beforeEach(async () => {
  school = await testApp()
  close = school.clock.now() - minute
  set_id = await makeSet(db(), { owner_id: (await aUser(db())).id, title: '食堂排队', now: close })
  here = await classOf()
  author = await aStudentOf(here)
  const row = await anEnrolment(db(), here, { user_id: author.id, state: 'passed' })
  const shared = { status: 'released', share: 'site', title: '食堂的解法', featured: true } as const
  work_id = (await aSubmission(db(), row, { ...shared, submitted_at: close - day })).id
  await school.app.jobs.run('search.follow')
})
afterEach(() => school.close())

const db = () => school.app.db
/** A class that was given the task; it has closed unless something else is given. */
const classOf = async (given: Partial<Task> = {}): Promise<Task> => {
  const { id: guild_id } = await aGuild(db())
  return aTask(db(), { guild_id, set_id, due_at: close, close_at: close, ...given })
}
const aStudentOf = ({ guild_id }: Task) => aPersonIn(db(), { guild_id, role: 'student' })
const anAssistantOf = async ({ guild_id }: Task) => {
  const user = await aUser(db())
  await aMember(db(), { guild_id, user_id: user.id, role: 'assistant' })
  return user
}
const isSeenBy = async (user: { id: number }): Promise<boolean> =>
  (await school.as(user)(works.list, {})).list.some(({ id }) => id === work_id)

test('a student whose class still works at the task of a set sees no work of a class that has closed, by no way', async () => {
  const there = await classOf({ due_at: close + day, close_at: close + day })
  const student = await aStudentOf(there)
  const send = school.as(student)
  expect(await isSeenBy(student)).toBe(false)
  expect(await reasonOf(send(studentTask.submission, { id: work_id }))).toBe('NOT_FOUND')
  expect(await reasonOf(send(works.like, { submit_id: work_id }))).toBe('NOT_FOUND')
  expect(await reasonOf(send(works.likes, { submit_id: work_id }))).toBe('NOT_FOUND')
  for (const filter of [{ task_id: here.id }, { keyword: '食堂的解法' }, { student_id: author.id }])
    expect((await send(works.list, filter)).list).toEqual([])
  const worded = async () => (await send(search.search, { q: '食堂的解法' })).groups.find(({ kind }) => kind === 'work')
  expect((await worded())?.list ?? []).toEqual([])
  // A reader who is in neither class, assists there, or belongs to the closed class sees it as before.
  for (const other of [await aUser(db()), await anAssistantOf(there), await aStudentOf(here)])
    expect(await isSeenBy(other)).toBe(true)
  school.clock.set(close + day)
  expect(await isSeenBy(student)).toBe(true)
  expect((await worded())?.list).toMatchObject([{ id: work_id }])
})

test.each<[string, Partial<Task>]>([
  ['opens tomorrow', { status: 'scheduled', due_at: null, close_at: null }],
  ['is being written', { status: 'draft', due_at: null, close_at: null }],
])('a student whose class has a task of the set that %s sees no work of it yet', async (_, given) => {
  expect(await isSeenBy(await aStudentOf(await classOf(given)))).toBe(false)
})

test.each<[string, Partial<Task>]>([
  ['has no dates', { due_at: null, close_at: null }],
  ['was thrown away', { status: 'trashed', close_at: Date.parse('2027-01-01T00:00:00Z') }],
])('a student whose class has a task of the set that %s sees its works', async (_, given) => {
  expect(await isSeenBy(await aStudentOf(await classOf(given)))).toBe(true)
})

test('who has left the class whose task goes on sees the works of the one that has closed', async () => {
  const there = await classOf({ due_at: close + day, close_at: close + day })
  const former = await aUser(db())
  await aMember(db(), { guild_id: there.guild_id, user_id: former.id, status: 'left' })
  expect(await isSeenBy(former)).toBe(true)
})

test('the task of a class that is archived keeps nobody from works', async () => {
  const there = await classOf({ status: 'draft', due_at: null, close_at: null })
  const student = await aStudentOf(there)
  await db().updateTable('guilds').set({ status: 'archived' }).where('id', '=', there.guild_id).execute()
  expect(await isSeenBy(student)).toBe(true)
})

test('who has a result in one class of the set waits for no other', async () => {
  const there = await classOf({ due_at: close + day, close_at: close + day })
  const [passed, excused, inBoth, handedIn] = [
    await aStudentOf(there),
    await aStudentOf(there),
    await aStudentOf(there),
    await aStudentOf(there),
  ]
  await anEnrolment(db(), there, { user_id: passed.id, state: 'passed' })
  await anEnrolment(db(), there, { user_id: excused.id, state: 'excused' })
  await aMember(db(), { guild_id: here.guild_id, user_id: inBoth.id })
  await anEnrolment(db(), here, { user_id: inBoth.id, state: 'failed' })
  for (const student of [passed, excused, inBoth]) expect(await isSeenBy(student)).toBe(true)
  // A waiting version can be withdrawn and rewritten.
  await anEnrolment(db(), there, { user_id: handedIn.id, state: 'submitted' })
  expect(await isSeenBy(handedIn)).toBe(false)
})

test.each([
  ['more time', { state: 'doing', extended_until: Date.parse('2026-10-15T00:00:00Z') }],
  ['more time, and has handed in', { state: 'submitted', extended_until: Date.parse('2026-10-15T00:00:00Z') }],
  ['a work to mend', { state: 'returned', return_due_at: Date.parse('2026-10-15T00:00:00Z') }],
] as const)('a student who has %s sees the works of the class when that time is over', async (_, given) => {
  const student = await aStudentOf(here)
  await anEnrolment(db(), here, { user_id: student.id, ...given })
  expect(await isSeenBy(student)).toBe(false)
  school.clock.set(Date.parse('2026-10-15T00:00:00Z'))
  expect(await isSeenBy(student)).toBe(true)
})

test('more time in one class counts for the works of the others', async () => {
  const there = await classOf()
  const student = await aStudentOf(there)
  await anEnrolment(db(), there, { user_id: student.id, extended_until: close + day })
  expect(await isSeenBy(student)).toBe(false)
  expect(await isSeenBy(await aStudentOf(there))).toBe(true)
})

test('whose draft the clock hands in some minutes after the end sees works when that is done', async () => {
  await db().updateTable('tasks').set({ submit_drafts: true }).where('id', '=', here.id).execute()
  const student = await aStudentOf(here)
  const { id } = await anEnrolment(db(), here, { user_id: student.id, draft_saved_at: close - minute })
  expect(await isSeenBy(student)).toBe(false)
  await db().updateTable('enrolments').set({ state: 'submitted' }).where('id', '=', id).execute()
  expect(await isSeenBy(student)).toBe(true)
})

test('a work that is to be mended stays on its author’s own shelf', async () => {
  const mending = { state: 'returned', reopened_from: 'passed', return_due_at: close + day } as const
  await db().updateTable('enrolments').set(mending).where('user_id', '=', author.id).execute()
  expect(await isSeenBy(author)).toBe(true)
})

test('an issue, which is printed for everybody, has a work when nobody works at its task any more, in any class', async () => {
  const mate = await aStudentOf(here)
  const read = async () =>
    (await school.as(mate)(anthologies.issue, { guild_id: here.guild_id, month: '2026-10' })).works.length
  expect(await read()).toBe(1)
  const late = await aStudentOf(here)
  const { id } = await anEnrolment(db(), here, { user_id: late.id, extended_until: close + day })
  expect(await read()).toBe(0)
  await db().updateTable('enrolments').set({ state: 'passed' }).where('id', '=', id).execute()
  expect(await read()).toBe(1)
  await classOf({ due_at: close + 2 * day, close_at: close + 2 * day })
  expect(await read()).toBe(0)
  school.clock.set(close + 2 * day)
  expect(await read()).toBe(1)
})
