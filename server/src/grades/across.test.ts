import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember, aPersonIn } from '../guilds/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { makeSet } from '../tasks/sets/set-store.ts'
import { countQueries } from '../testing/count-queries.ts'
import { reasonOf } from '../testing/refusal.ts'
import { firstBell, testApp, type School } from '../testing/test-app.ts'

const now = firstBell

let school: School
let teacher: { id: number }
let one: { id: number; name: string }
let two: { id: number; name: string }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  school.clock.set(now)
  teacher = await aUser(db(), { roles: ['teacher'] })
  one = await aClass('高一（1）班')
  two = await aClass('高一（2）班')
})
afterAll(() => school.close())

const db = () => school.app.db
const staff = (user = teacher, role: 'teacher' | 'assistant' = 'teacher') =>
  school.as(user, { audience: 'admin', role })
const aClass = async (name: string) => {
  const guild = await aGuild(db(), { name })
  await aMember(db(), { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  return guild
}
const aStudent = async (real_name: string, ...guilds: { id: number }[]) => {
  const student = await aUser(db(), { real_name, student_no: `${Math.random()}`.slice(2, 14) })
  for (const { id } of guilds) await aMember(db(), { guild_id: id, user_id: student.id })
  return student
}
/** One task for both classes. */
const aSet = async (given: object = {}) => {
  const set_id = await makeSet(db(), { owner_id: teacher.id, title: '食堂排队', now })
  const more = { title: '食堂排队', set_id, ...given }
  return {
    set_id,
    first: await aTask(db(), { guild_id: one.id, ...more }),
    second: await aTask(db(), { guild_id: two.id, ...more }),
  }
}
const passed = (score: number) => ({ state: 'passed' as const, score, percent_final: score, released_at: now })
const grid = (asked: object = {}) => staff()(gradesAdmin.grid, asked)
const names = ({ students }: Awaited<ReturnType<typeof grid>>) => students.list.map(({ student }) => student.real_name)

test('a teacher sees the students of all classes, and a task of both classes as one column', async () => {
  const [lin, chen] = [await aStudent('林雨桐', one), await aStudent('陈立群', two)]
  const alone = await aTask(db(), { guild_id: two.id, title: '只给二班' })
  const { set_id, first, second } = await aSet()
  await anEnrolment(db(), first, { user_id: lin.id, ...passed(90) })
  await anEnrolment(db(), second, { user_id: chen.id, ...passed(70) })
  const page = await grid({ sort: 'guild' })
  expect(page).toMatchObject({ guilds: [{ id: one.id }, { id: two.id }], guilds_left: 0, average: 80 })
  expect(page.tasks).toMatchObject([
    { id: alone.id, set_id: null, members: [{ guild_id: two.id }] },
    { id: first.id, set_id, average: 80, members: [{ task_id: first.id }, { task_id: second.id }] },
  ])
  expect(page.students.list).toMatchObject([
    { student: { user_id: lin.id }, guild_ids: [one.id], cells: [{ t: 1, task_id: first.id, score: 90 }] },
    { student: { user_id: chen.id }, guild_ids: [two.id], cells: [{ t: 1, task_id: second.id, score: 70 }] },
  ])
  // The grid of the set alone has one column and leaves out classes without it.
  await aClass('没有这个任务的班')
  expect(await grid({ set_id })).toMatchObject({ guilds: [{ id: one.id }, { id: two.id }], tasks: [{ set_id }] })
  expect((await grid({ set_id, guild_id: two.id })).tasks).toMatchObject([{ id: second.id, members: [{}] }])
})

test('a student of two classes is one row, with the cell of the class they work in', async () => {
  const both = await aStudent('两班都在', one, two)
  const { first, second } = await aSet({ type: 'main', due_at: now + 1, close_at: now + 1 })
  await school.as(both)(tasks.accept, { id: second.id })
  await aTask(db(), { guild_id: one.id, title: '一班的' })
  const before = await grid()
  expect(before.students.list).toMatchObject([{ guild_ids: [one.id, two.id], cells: [] }])
  await db().updateTable('enrolments').set(passed(60)).where('task_id', '=', second.id).execute()
  school.clock.move(100 * 24 * 3_600_000)
  const { students, average } = await grid()
  expect(students.list).toMatchObject([{ average: 60, cells: [{ t: 0, task_id: second.id, score: 60 }] }])
  expect([students.total, average]).toEqual([1, 60])
  // The grid of the class alone marks the task as done elsewhere.
  expect((await grid({ guild_id: one.id })).students.list[0]?.cells).toMatchObject([{ mark: 'elsewhere' }])
  expect(first.id).toBeLessThan(second.id)
})

test('a student who moved to another class keeps the results of the old one in the table of all classes', async () => {
  const moved = await aStudent('转班的', one)
  const { set_id, first, second } = await aSet()
  await anEnrolment(db(), first, { user_id: moved.id, ...passed(90) })
  await staff()(guildPeople.remove, { guild_id: one.id, user_ids: [moved.id] })
  await aMember(db(), { guild_id: two.id, user_id: moved.id })
  for (const asked of [{}, { set_id }]) {
    const { students } = await grid(asked)
    expect(students.list).toMatchObject([
      { guild_ids: [two.id], average: 90, cells: [{ t: 0, task_id: first.id, mark: 'passed', score: 90 }] },
    ])
  }
  // What is done in the present class counts before what was done in the old one.
  await anEnrolment(db(), second, { user_id: moved.id, ...passed(70) })
  expect((await grid()).students.list).toMatchObject([{ average: 70, cells: [{ task_id: second.id, score: 70 }] }])
})

test('what is missing in both classes is missing once', async () => {
  const long = now - 30 * 24 * 3_600_000
  const student = await aUser(db(), { real_name: '没交的' })
  for (const { id } of [one, two]) await aMember(db(), { guild_id: id, user_id: student.id, joined_at: long })
  await aSet({ type: 'main', due_at: now - 1, close_at: now - 1 })
  const { students, counts } = await grid()
  expect(students.list).toMatchObject([{ average: 0, cells: [{ t: 0, mark: 'missing' }] }])
  expect(counts.missing).toBe(1)
})

test('only classes whose grades one sees are shown; a set of others is like no such set', async () => {
  const other = await aGuild(db(), { name: '别人的班' })
  const { set_id } = await aSet()
  await aTask(db(), { guild_id: other.id, set_id, title: '食堂排队' })
  await aStudent('别人的学生', other)
  await aStudent('我的学生', one)
  expect(names(await grid())).toEqual(['我的学生'])
  expect((await grid({ set_id })).guilds).toHaveLength(2)
  const assistant = await aPersonIn(db(), { guild_id: one.id, role: 'assistant' })
  const asAssistant = staff(assistant, 'assistant')
  expect(await asAssistant(gradesAdmin.grid, {})).toMatchObject({ guilds: [], tasks: [], students: { total: 0 } })
  expect(await reasonOf(asAssistant(gradesAdmin.grid, { set_id }))).toBe('NOT_FOUND')
  expect(await reasonOf(grid({ guild_id: other.id }))).toBe('NOT_FOUND')
  await db().updateTable('guild_members').set({ can_see_grades: true }).where('user_id', '=', assistant.id).execute()
  expect((await asAssistant(gradesAdmin.grid, {})).guilds).toMatchObject([{ id: one.id }])
  expect(await reasonOf(asAssistant(gradesAdmin.exportGrades, { across: true, format: 'csv' }))).toBe('ROLE')
  await db().updateTable('guilds').set({ status: 'archived' }).where('id', '=', two.id).execute()
  expect((await grid()).guilds).toMatchObject([{ id: one.id }])
})

test('comes in pages by class, each student once, and guilds that go over come by themselves', async () => {
  for (const [name, guild] of [
    ['甲', one],
    ['乙', two],
    ['丙', one],
  ] as const)
    await aStudent(name, guild)
  const first = await grid({ sort: 'guild', limit: 2 })
  const second = await grid({ sort: 'guild', limit: 2, after: first.students.next ?? '' })
  expect([...names(first), ...names(second)].toSorted()).toEqual(['丙', '乙', '甲'].toSorted())
  expect(second.students).toMatchObject({ next: null, list: [{ guild_ids: [two.id] }] })
  await db().updateTable('guilds').set({ member_count: 1_999 }).where('id', '=', one.id).execute()
  expect(await grid()).toMatchObject({ guilds: [{ id: one.id }, { id: two.id }], guilds_left: 0 })
  await db().updateTable('guilds').set({ member_count: 2_000 }).where('id', '=', one.id).execute()
  expect(await grid()).toMatchObject({ guilds: [{ id: one.id }], guilds_left: 1, students: { total: 2 } })
})

test('results are typed into the class of each student', async () => {
  const [lin, chen] = [await aStudent('林雨桐', one), await aStudent('陈立群', two)]
  const { first, second } = await aSet({ channel: 'offline', hold: true })
  await staff()(enteredResultsAdmin.set, { task_id: second.id, user_id: chen.id, base_version: 0, score: 8 })
  const { tasks: columns, students } = await grid({ sort: 'guild' })
  expect(columns).toMatchObject([
    {
      may_enter: true,
      channel: 'offline',
      held: 1,
      members: [
        { task_id: first.id, may_enter: true, held: 0 },
        { task_id: second.id, may_enter: true, held: 1 },
      ],
    },
  ])
  expect(students.list).toMatchObject([
    { student: { user_id: lin.id }, cells: [] },
    { student: { user_id: chen.id }, cells: [{ task_id: second.id, mark: 'held', score: 8, entered: { version: 1 } }] },
  ])
})

test('an assistant who may only look at grades is offered no cell to type in', async () => {
  await aStudent('林雨桐', one)
  await aSet({ channel: 'offline', hold: true })
  const assistant = await aUser(db(), { roles: ['assistant'] })
  const switches = { can_see_grades: true, can_review: false }
  await aMember(db(), { guild_id: one.id, user_id: assistant.id, role: 'assistant', ...switches })
  const { tasks: columns } = await staff(assistant, 'assistant')(gradesAdmin.grid, {})
  expect(columns).toMatchObject([{ title: '食堂排队', may_enter: false }])
})

test('nine students of two classes each cost as many queries as one of them', async () => {
  const three = await aClass('高一（3）班')
  await aSet()
  const students = []
  for (let n = 0; n < 9; n += 1) students.push(await aStudent(`学生${n}`, one))
  const count = async () => {
    await grid()
    const some = await countQueries(school, () => grid())
    return Math.min(some, await countQueries(school, () => grid()))
  }
  const [first, ...others] = students
  await aMember(db(), { guild_id: two.id, user_id: first!.id })
  const alone = await count()
  for (const [place, { id }] of others.entries())
    await aMember(db(), { guild_id: [two.id, three.id][place % 2]!, user_id: id })
  expect((await grid()).students.list.every(({ guild_ids }) => guild_ids.length === 2)).toBe(true)
  expect(await count()).toBe(alone)
})

test('is taken along as it is shown, with the classes of each student, by whoever leads them', async () => {
  const lin = await aStudent('林雨桐', one, two)
  const { first, set_id } = await aSet()
  await anEnrolment(db(), first, { user_id: lin.id, ...passed(90) })
  const token = await school.signIn(teacher, { audience: 'admin', role: 'teacher' })
  for (const asked of [{ across: true }, { set_id }]) {
    const { url } = await school.with(token)(gradesAdmin.exportGrades, { ...asked, format: 'csv' })
    const answer = await school.inject({ method: 'GET', url, headers: { cookie: `admin_token=${token}` } })
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('全部班_成绩表_'))
    expect(answer.body.replace('\ufeff', '').split('\r\n')).toEqual([
      '学号,姓名,班级,公会,均分,食堂排队',
      expect.stringMatching(/^\t?\d+,林雨桐,.*,高一（1）班、高一（2）班,90,90$/),
      '',
    ])
  }
})
