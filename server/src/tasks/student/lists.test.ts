import { studentTask } from '@tongchuang/contract/student-task.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { refusal } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment, aTask } from '../factory.ts'
import { inOrder, studentTasks, titles } from '../../testing/student-tasks.ts'

const hour = 3_600_000
const now = firstBell

let school: School
let guild: { id: number; name: string }
let student: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  school.clock.set(firstBell)
  guild = await aGuild(db())
  student = await aUser(db())
  await aMember(db(), { guild_id: guild.id, user_id: student.id })
})
afterAll(() => school.close())

const { db, task, held, everyKind } = studentTasks(() => ({ school, guild, student }))

test('a student sees the tasks of a guild in the order of what is to be done', async () => {
  await everyKind()
  const page = await school.as(student)(tasks.listByGuild, { guild_id: guild.id })
  expect(titles(page.list)).toEqual(inOrder)
  expect(page).toMatchObject({ total: 12, next: null })
})

test('whichever state is asked for, the list says how many there are in each', async () => {
  await everyKind()
  const send = school.as(student)
  const states = { available: 2, doing: 2, returned: 1, passed: 1, all: 12 }
  expect(await send(tasks.listByGuild, { guild_id: guild.id, limit: 1 })).toMatchObject({ total: 12, states })
  expect(await send(tasks.listByGuild, { guild_id: guild.id, state: 'returned' })).toMatchObject({ total: 1, states })
  expect((await send(tasks.listByGuild, { guild_id: guild.id, keyword: '可接' })).states).toEqual({
    available: 2,
    doing: 0,
    returned: 0,
    passed: 0,
    all: 2,
  })
})

test('pages go on where the one before ended, whatever the order', async () => {
  await everyKind()
  const send = school.as(student)
  for (const sort of ['default', 'due', 'new'] as const) {
    const whole = titles((await send(tasks.listByGuild, { guild_id: guild.id, sort })).list)
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await send(tasks.listByGuild, {
        guild_id: guild.id,
        sort,
        limit: 5,
        ...(after !== undefined && { after }),
      })
      seen.push(...titles(page.list))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(seen).toEqual(whole)
    expect(new Set(seen).size).toBe(12)
    expect(titles((await send(tasks.listByGuild, { guild_id: guild.id, sort, limit: 5, page: 3 })).list)).toEqual(
      whole.slice(10),
    )
  }
  expect(await refusal(send(tasks.listByGuild, { guild_id: guild.id, after: 'WyJhIiwiYiIsImMiXQ' }))).toMatchObject({
    reason: 'INVALID',
  })
})

test('a list is narrowed by type, state and words, and old numbers for types still count', async () => {
  await task({ title: '主线 ABC', type: 'main' })
  await task({ title: '支线 abc' })
  await held('doing', { title: '日常', type: 'daily' })
  const send = school.as(student)
  const list = async (input: object) => titles((await send(tasks.listByGuild, { guild_id: guild.id, ...input })).list)
  expect(await list({ type: 'main' })).toEqual(['主线 ABC'])
  expect(await list({ type: '1' })).toEqual(['主线 ABC'])
  expect(await list({ type: '0' })).toHaveLength(3)
  expect(await list({ state: 'doing' })).toEqual(['日常'])
  expect(await list({ keyword: ' abc ' })).toEqual(['主线 ABC', '支线 abc'])
  expect(await list({ keyword: 'ＡＢＣ' })).toEqual(['主线 ABC', '支线 abc'])
  for (const type of ['9', 'weekly', ''] as never[])
    expect(await refusal(send(tasks.listByGuild, { guild_id: guild.id, type }))).toMatchObject({ reason: 'INVALID' })
})

test('all my guilds in one list, each card with its guild’s name as it is now; archived guilds are left out', async () => {
  const other = await aGuild(db(), { name: '旧名/9%' })
  const gone = await aGuild(db(), { status: 'archived' })
  for (const { id } of [other, gone]) await aMember(db(), { guild_id: id, user_id: student.id })
  await task({ title: '这里' })
  await aTask(db(), { guild_id: other.id, title: '那里' })
  await aTask(db(), { guild_id: gone.id, title: '从前' })
  await db().updateTable('guilds').set({ name: '新名' }).where('id', '=', other.id).execute()
  const send = school.as(student)
  for (const guild_id of [undefined, 0, ''] as const) {
    const { list } = await send(tasks.listByGuild, { ...(guild_id !== undefined && { guild_id }) })
    expect(list.map(({ title, guild_name }) => [title, guild_name])).toEqual([
      ['这里', guild.name],
      ['那里', '新名'],
    ])
  }
  expect(titles((await send(tasks.listByGuild, { guild_id: gone.id })).list)).toEqual(['从前'])
})

test('drafts and the bin are the teacher’s; an archived task stays with those who took it', async () => {
  await task({ title: '草稿', status: 'draft' })
  await task({ title: '垃圾', status: 'trashed' })
  const old = await task({ title: '旧任务', status: 'archived' })
  await anEnrolment(db(), old, { user_id: (await aUser(db())).id, state: 'passed' })
  await held('passed', { title: '我的旧任务', status: 'archived' })
  await task({ title: '将来', status: 'scheduled', open_at: now + hour, summary: '保密' })
  const { list } = await school.as(student)(tasks.listByGuild, { guild_id: guild.id })
  expect(titles(list)).toEqual(['我的旧任务', '将来'])
  expect(list[1]).toMatchObject({
    state: 'locked',
    summary: '',
    lock: [{ reason: 'NOT_OPEN', text: new Date(now + hour).toISOString() }],
  })
})

test('what I am working on: returned first, doing by due, submitted last, each with its next step', async () => {
  await everyKind()
  const { list: doing, ...page } = await school.as(student)(tasks.listDoing, { guild_id: guild.id })
  expect(page).toEqual({ total: 4, page: 1, limit: 20, next: null })
  expect(doing.map(({ title, next_action, seconds_left }) => [title, next_action, seconds_left])).toEqual([
    ['退回', 'revise', 3600],
    ['在做一', 'write', 3600],
    ['在做二', 'write', null],
    ['待批', 'wait', null],
  ])
  const first = await school.as(student)(tasks.listDoing, { limit: 3 })
  const rest = await school.as(student)(tasks.listDoing, { limit: 3, after: first.next ?? '' })
  expect(titles([...first.list, ...rest.list])).toEqual(titles(doing))
})

test('a guild one is not in answers like one that is not there', async () => {
  await task()
  const send = school.as(await aUser(db()))
  const calls = [tasks.listByGuild, tasks.listDoing, studentTask.menu] as const
  for (const call of calls) {
    const absent = await refusal(send(call, { guild_id: guild.id + 10_000 }))
    expect(absent.reason).toBe('NOT_FOUND')
    expect(await refusal(send(call, { guild_id: guild.id }))).toEqual(absent)
  }
  expect((await send(tasks.listByGuild, {})).list).toEqual([])
})

test('a guild without tasks is an empty list for those who are in it', async () => {
  expect(await school.as(student)(tasks.listByGuild, { guild_id: guild.id })).toMatchObject({
    list: [],
    total: 0,
    next: null,
  })
})
