import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin, termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aFile } from '../../files/factory.ts'
import { aGuild, aMember, aPersonIn } from '../../guilds/factory.ts'
import { reasonOf, refusal } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { aChapter, aCriterion, anEnrolment, aTask } from '../factory.ts'
import type { Task } from '../rules.ts'
import { cpuTime } from '../../testing/cpu-time.ts'
import { taskSets, threeClasses } from '../../testing/task-sets.ts'

const day = 24 * 3_600_000
const now = firstBell
const at = (after: number) => new Date(now + after).toISOString()

let school: School
let one: { id: number; name: string }
let two: { id: number; name: string }
let three: { id: number; name: string }
let teacher: { id: number }
let source: Task
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  ;({ one, two, three, teacher, source } = await threeClasses(school))
})
afterAll(() => school.close())

const { db, as, spread, tasksIn, memberIn, form, publishAll, save } = taskSets(() => ({ school, teacher, source }))

describe('a teacher gives one task to several classes', () => {
  test('each gets a draft with its own dates, criteria, files and the text', async () => {
    await aCriterion(db(), { task_id: source.id, label: '数据' })
    const file = await aFile(db(), { owner_id: teacher.id, purpose: 'task', name: '表.pdf' })
    await db().insertInto('task_files').values({ task_id: source.id, file_id: file.id, sort_order: 0 }).execute()
    const { classes, task } = await spread([two.id, three.id], {
      dates: [{ guild_id: three.id, open_at: at(2 * day), due_at: at(8 * day) }],
    })
    expect(classes).toMatchObject([
      { guild_name: '高一（2）班', done: true, made: true, reason: '' },
      { guild_name: '高一（3）班', done: true, made: true },
    ])
    expect(task.set?.members.map(({ guild_name, status, due_at }) => [guild_name, status, due_at])).toEqual([
      ['高一（1）班', 'draft', at(5 * day)],
      ['高一（2）班', 'draft', at(5 * day)],
      ['高一（3）班', 'draft', at(8 * day)],
    ])
    expect(await form((await memberIn(three)).id)).toMatchObject({
      title: '垃圾分类小调查',
      content: source.content,
      open_at: at(2 * day),
      criteria: [{ label: '数据', weight: 100 }],
      files: [{ name: '表.pdf' }],
    })
  })

  test('giving a task twice or at the same time creates one task in each class', async () => {
    const [first, second] = await Promise.all([spread([two.id, three.id]), spread([two.id, three.id])])
    const third = await spread([one.id, two.id, three.id, two.id])
    expect((await tasksIn(two.id)).length).toBe(1)
    expect((await tasksIn(three.id)).length).toBe(1)
    expect(third.classes.map(({ done, made }) => [done, made])).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ])
    const ids = [first, second, third].map(
      ({ classes }) => classes.find(({ guild_id }) => guild_id === two.id)?.task_id,
    )
    expect(new Set(ids).size).toBe(1)
    expect(await db().selectFrom('task_sets').select('id').where('owner_id', '=', teacher.id).execute()).toHaveLength(1)
  })

  test('classes that are refused (assistant, stranger, archived) give the reason, and the other classes get the task', async () => {
    const helped = await aGuild(db(), { name: '高一（4）班' })
    await aMember(db(), { guild_id: helped.id, user_id: teacher.id, role: 'assistant' })
    const foreign = await aGuild(db(), { name: '别人的班' })
    await as(teacher)(termsAdmin.archiveGuild, { guild_id: three.id })
    const { classes } = await spread([helped.id, foreign.id, three.id, two.id])
    expect(classes).toMatchObject([
      { guild_name: '高一（4）班', done: false, reason: 'ROLE', task_id: null },
      { guild_name: '', done: false, reason: 'NOT_FOUND' },
      { guild_name: '高一（3）班', done: false, reason: 'ARCHIVED' },
      { guild_name: '高一（2）班', done: true, made: true },
    ])
    expect(await tasksIn(helped.id)).toEqual([])
  })

  test('dates in the wrong order refuse one class; dates for a class that was not named refuse the whole call', async () => {
    const { classes } = await spread([two.id, three.id], {
      dates: [{ guild_id: two.id, open_at: at(9 * day), due_at: at(8 * day) }],
    })
    expect(classes).toMatchObject([{ done: false, reason: 'INVALID', text: '截止时间要晚于开放时间' }, { done: true }])
    expect(await reasonOf(spread([two.id], { dates: [{ guild_id: three.id }] }))).toBe('INVALID')
  })

  test('an assistant of the task’s class is refused with ROLE, a stranger with NOT_FOUND', async () => {
    const assistant = await aPersonIn(db(), { guild_id: one.id, role: 'assistant' })
    expect(await reasonOf(spread([two.id], {}, as(assistant, 'assistant')))).toBe('ROLE')
    expect(await reasonOf(spread([two.id], {}, as(await aUser(db(), { roles: ['teacher'] }))))).toBe('NOT_FOUND')
  })

  test('in another class the chapter is found by title and a prerequisite by its set, and missing ones are named', async () => {
    const here = await aChapter(db(), { guild_id: one.id, title: '第二章 到社区去' })
    const there = await aChapter(db(), { guild_id: two.id, title: '第二章 到社区去' })
    const first = await aTask(db(), { guild_id: one.id, title: '食堂排队要等多久？', status: 'draft' })
    await as(teacher)(taskSetsAdmin.spread, { id: first.id, guild_ids: [two.id] })
    const stands = await memberIn(two)
    await save({ chapter_id: here.id, prerequisites: [first.id], also: undefined })
    const { task } = await spread([two.id, three.id])
    expect(task.set?.members).toMatchObject([
      { chapter_missing: '', dropped: [] },
      { chapter_missing: '', dropped: [] },
      { chapter_missing: '第二章 到社区去', dropped: ['食堂排队要等多久？'] },
    ])
    expect(await form((await memberIn(two)).id)).toMatchObject({
      chapter_id: there.id,
      prerequisites: [{ id: stands.id }],
    })
    expect(await form((await memberIn(three)).id)).toMatchObject({ chapter_id: null, prerequisites: [] })
  })

  test('twenty classes are given with less than a second of work', async () => {
    const many = []
    for (let n = 0; n < 20; n += 1) {
      const { id } = await aGuild(db())
      await aMember(db(), { guild_id: id, user_id: teacher.id, role: 'teacher' })
      many.push(id)
    }
    const start = cpuTime()
    const { classes } = await spread(many)
    const took = cpuTime() - start
    expect(classes.every(({ made }) => made)).toBe(true)
    expect(took).toBeLessThan(1_000)
  })
})

describe('a set is published and taken apart', () => {
  test('publishing a set publishes each draft at its own opening time', async () => {
    await spread([two.id, three.id], { dates: [{ guild_id: three.id, open_at: null, due_at: at(9 * day) }] })
    const { status, classes } = await publishAll()
    expect(status).toBe('scheduled')
    expect(classes.map(({ done }) => done)).toEqual([true, true])
    expect([(await memberIn(two)).status, (await memberIn(three)).status]).toEqual(['scheduled', 'open'])
    expect((await publishAll()).classes.every(({ done }) => done)).toBe(true)
  })

  test('a set whose first task is incomplete is published in no class', async () => {
    await spread([two.id])
    await save({ content: '' })
    expect(await refusal(publishAll())).toMatchObject({ reason: 'INCOMPLETE' })
    expect((await memberIn(two)).status).toBe('draft')
  })

  test('taking a class out of a set bins a draft and keeps an accepted task on its own; giving the task again creates a new one', async () => {
    await spread([two.id, three.id])
    const [draft, held] = [await memberIn(two), await memberIn(three)]
    await as(teacher)(taskEditing.publish, { id: held.id, now: true })
    await anEnrolment(db(), held, { user_id: (await aPersonIn(db(), { guild_id: three.id, role: 'student' })).id })
    expect(await as(teacher)(taskSetsAdmin.takeOut, { id: draft.id })).toMatchObject({ status: 'trashed', set: null })
    expect(await as(teacher)(taskSetsAdmin.takeOut, { id: held.id })).toMatchObject({ status: 'open', set: null })
    expect(await as(teacher)(taskSetsAdmin.takeOut, { id: held.id })).toMatchObject({ status: 'open' })
    expect((await form(source.id)).set).toBeNull()
    const { classes } = await spread([two.id, three.id])
    expect(classes.map(({ made }) => made)).toEqual([true, true])
    expect((await tasksIn(three.id)).length).toBe(2)
  })

  test('a class whose task is in the bin gets a new one, and the restored task belongs to no set', async () => {
    await spread([two.id])
    const old = await memberIn(two)
    await as(teacher)(taskEditing.trash, { id: old.id })
    expect((await spread([two.id])).classes).toMatchObject([{ made: true }])
    expect(await as(teacher)(taskEditing.restore, { id: old.id })).toMatchObject({ status: 'draft', set: null })
  })

  test('a copy belongs to no set, and neither do the tasks of a next term', async () => {
    await spread([two.id])
    expect(await as(teacher)(taskEditing.copy, { id: source.id })).toMatchObject({ set: null })
    const next = await as(teacher)(termsAdmin.copyGuild, { guild_id: two.id, name: '高二（2）班', days: 180 })
    expect((await memberIn({ id: next.guild_id })).set_id).toBeNull()
  })
})

describe('archiving a class at the same moment', () => {
  const archive = () => as(teacher)(termsAdmin.archiveGuild, { guild_id: two.id })
  const statuses = async () => (await tasksIn(two.id)).map(({ status }) => status)

  test('as a task is given to it: the class is refused or has one draft, and the other class has its own', async () => {
    for (const order of ['first', 'second']) {
      ;({ one, two, three, teacher, source } = await threeClasses(school))
      const give = () => spread([two.id, three.id])
      const [given] =
        order === 'first'
          ? await Promise.all([give(), archive()])
          : (await Promise.all([archive(), give()])).toReversed()
      const [second, third] = (given as Awaited<ReturnType<typeof give>>).classes
      expect(third).toMatchObject({ done: true, made: true })
      expect(await statuses()).toEqual(second?.done ? ['draft'] : [])
      const again = await spread([two.id, three.id])
      expect(again.classes).toMatchObject([
        { done: false, reason: 'ARCHIVED' },
        { done: true, made: false },
      ])
      expect(await statuses()).toEqual(second?.done ? ['draft'] : [])
    }
  })

  test('as its task is due to open leaves no open task in it', async () => {
    for (let time = 0; time < 8; time += 1) {
      ;({ one, two, three, teacher, source } = await threeClasses(school))
      await spread([two.id, three.id])
      await publishAll()
      school.clock.set(now + 2 * day)
      await Promise.all(
        time % 2 === 0
          ? [school.app.jobs.run('tasks.open'), archive()]
          : [archive(), school.app.jobs.run('tasks.open')],
      )
      expect(['draft', 'closed']).toContain((await statuses())[0])
      expect((await memberIn(three)).status).toBe('open')
    }
  })

  test('as its set is published leaves no open task in it, whichever comes first', async () => {
    for (let time = 0; time < 12; time += 1) {
      ;({ one, two, three, teacher, source } = await threeClasses(school))
      await spread([two.id, three.id])
      const publish = () => as(teacher)(taskEditing.publish, { id: source.id, also: 'set', now: true })
      const { id } = await memberIn(two)
      const publishTwo = () => as(teacher)(taskEditing.publish, { id, now: true }).catch(() => null)
      await Promise.all(time % 2 === 0 ? [publish(), archive()] : [publishTwo(), archive()])
      expect(['draft', 'closed']).toContain((await statuses())[0])
    }
  })
})

test('deleting a guild removes its own task only, and the remaining one belongs to no set', async () => {
  await spread([two.id])
  await db().deleteFrom('guilds').where('id', '=', two.id).execute()
  expect((await form(source.id)).set).toBeNull()
})

test('the task list shows a set as one row with those of its classes that match the search and its reader', async () => {
  await spread([two.id, three.id])
  const alone = await aTask(db(), { guild_id: two.id, title: '只给二班' })
  const list = (given: object, by = as(teacher)) => by(taskListsAdmin.tasks, { grouped: true, ...given })
  const all = await list({})
  expect(all.total).toBe(2)
  expect(all.list.map(({ title, classes }) => [title, classes.map(({ guild_name }) => guild_name)])).toEqual([
    [alone.title, []],
    ['垃圾分类小调查', ['高一（1）班', '高一（2）班', '高一（3）班']],
  ])
  expect((await list({ guild_id: two.id })).list.map(({ id, classes }) => [id, classes])).toEqual([
    [alone.id, []],
    [(await tasksIn(two.id))[0]!.id, []],
  ])
  const first = await list({ sort: 'title', limit: 1 })
  expect((await list({ sort: 'title', limit: 1, after: first.next! })).list).toHaveLength(1)
  const assistant = await aPersonIn(db(), { guild_id: one.id, role: 'assistant' })
  await aMember(db(), { guild_id: two.id, user_id: assistant.id, role: 'assistant' })
  const seen = (await list({}, as(assistant, 'assistant'))).list.find(({ title }) => title === '垃圾分类小调查')
  expect(seen?.classes.map(({ guild_name }) => guild_name)).toEqual(['高一（1）班', '高一（2）班'])
})

test('the editor counts the students who are in two classes of a set now, not those who left one', async () => {
  await spread([two.id])
  const student = await aUser(db())
  for (const { id } of [one, two]) await aMember(db(), { guild_id: id, user_id: student.id })
  expect((await form(source.id)).set?.shared_students).toBe(1)
  const left = db().updateTable('guild_members').set({ status: 'left' })
  await left.where('user_id', '=', student.id).where('guild_id', '=', two.id).execute()
  expect((await form(source.id)).set?.shared_students).toBe(0)
})
