import { studentTask } from '@tongchuang/contract/student-task.ts'
import { tasks, type TaskCard } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { earn } from '../../ledger/store.ts'
import { refusal } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { aChapter, anEnrolment, aTask } from '../factory.ts'
import { listVisible } from './visible-store.ts'

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

const db = () => school.app.db
const task = (given: Partial<Parameters<typeof aTask>[1]> = {}) => aTask(db(), { guild_id: guild.id, ...given })
const held = async (
  state: Parameters<typeof anEnrolment>[2]['state'],
  given: Partial<Parameters<typeof aTask>[1]> = {},
  row: object = {},
) => {
  const made = await task(given)
  await anEnrolment(db(), made, { user_id: student.id, state, ...row })
  return made
}
const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title)

/** A guild with one task of each kind there is. */
const everyKind = async () => {
  await held('expired', { title: '过期', close_at: now - hour })
  await task({ title: '错过', close_at: now - 2 * hour })
  await task({ title: '锁', min_level: 9 })
  await held('aborted', { title: '放弃' })
  await held('passed', { title: '通过' }, { updated_at: 9 })
  await held('failed', { title: '未过' }, { updated_at: 8 })
  await held('submitted', { title: '待批' })
  await task({ title: '可接二' })
  await task({ title: '可接一', due_at: now + hour })
  await held('doing', { title: '在做二' })
  await held('doing', { title: '在做一', due_at: now + hour })
  await held('returned', { title: '退回' }, { return_due_at: now + hour, percent_final: 55, score: 55, mark_count: 3 })
}
const inOrder = ['退回', '在做一', '在做二', '可接一', '可接二', '待批', '通过', '未过', '放弃', '锁', '过期', '错过']

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

test('a card says what holds for this student', async () => {
  const first = await task({ title: '先做我' })
  await task({ title: '后做', requires: [first.id], capacity: 3, points: 50, difficulty: 2 })
  await held(
    'doing',
    { title: '延了', due_at: now - 2 * hour, close_at: now - hour },
    { extended_until: now + hour, draft_saved_at: now - 1 },
  )
  await held('doing', { title: '迟了', due_at: now - hour })
  await held('returned', { title: '退了' }, { return_due_at: now + hour, percent_final: 55, score: 55, mark_count: 3 })
  await held(
    'submitted',
    { title: '重开后交了' },
    { reopened_from: 'passed', percent_final: 70, score: 70, released_at: 5 },
  )
  await held('submitted', { title: '没批过' })
  await held('failed', { title: '零分' }, { percent_final: 0, score: 0 })
  const { list } = await school.as(student)(tasks.listByGuild, { guild_id: guild.id })
  const card = (title: string): TaskCard => list.find((one) => one.title === title)!
  expect(card('后做')).toMatchObject({
    state: 'locked',
    lock: [{ reason: 'LOCKED', text: '先做我' }],
    capacity: 3,
    points: 50,
    difficulty: 2,
    score: null,
  })
  const until = new Date(now + hour).toISOString()
  expect(card('延了')).toMatchObject({
    state: 'doing',
    due_at: until,
    close_at: until,
    late: false,
    draft_saved_at: new Date(now - 1).toISOString(),
  })
  expect(card('迟了')).toMatchObject({ state: 'doing', late: true, close_at: null })
  expect(card('退了')).toMatchObject({ state: 'returned', score: null, percent_final: 55, mark_count: 3 })
  expect(card('重开后交了')).toMatchObject({ state: 'submitted', score: 70, percent_final: 70 })
  expect(card('没批过')).toMatchObject({ state: 'submitted', score: null, percent_final: null })
  expect(card('零分')).toMatchObject({ state: 'failed', score: 0, percent_final: 0 })
})

test('a level opens a task; too many at once leave it available, with the reason', async () => {
  await task({ title: '二级', min_level: 2 })
  const send = school.as(student)
  const state = async () => (await send(tasks.listByGuild, { guild_id: guild.id, keyword: '二级' })).list[0]
  expect(await state()).toMatchObject({ state: 'locked', lock: [{ reason: 'LEVEL', text: '2' }] })
  await earn(db(), {
    user_id: student.id,
    kind: 'featured',
    source_type: 'test',
    source_id: 1,
    guild_id: null,
    now,
    zone: 'Asia/Shanghai',
  })
  expect(await state()).toMatchObject({ state: 'available', lock: [] })
  for (let one = 0; one < 5; one += 1) await held('doing')
  expect(await state()).toMatchObject({ state: 'available', lock: [{ reason: 'TOO_MANY', text: '5' }] })
})

test('states follow the clock before any job has written them down', async () => {
  await held('doing', { title: '一', close_at: now + hour })
  await held('returned', { title: '二' }, { return_due_at: now + hour, percent_final: 60, score: 60 })
  await held(
    'returned',
    { title: '三' },
    { return_due_at: now + hour, percent_final: 90, score: 90, reopened_from: 'failed', released_at: 5 },
  )
  await task({ title: '四', close_at: now + hour })
  school.clock.move(hour)
  const { list } = await school.as(student)(tasks.listByGuild, { guild_id: guild.id })
  expect(Object.fromEntries(list.map(({ title, state }) => [title, state]))).toEqual({
    一: 'expired',
    二: 'passed',
    三: 'failed',
    四: 'expired',
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

test('the map has the teacher’s chapters in order, with what is done in each', async () => {
  const [second, first] = [
    await aChapter(db(), { guild_id: guild.id, title: '二', sort_order: 2 }),
    await aChapter(db(), { guild_id: guild.id, title: '一', sort_order: 1 }),
  ]
  await aChapter(db(), { guild_id: guild.id, title: '空', sort_order: 3 })
  await task({ title: '乙', chapter_id: first.id, sort_order: 2, type: 'main' })
  await held('passed', { title: '甲', chapter_id: first.id, sort_order: 1 })
  await task({ title: '丙', chapter_id: second.id, min_level: 9 })
  await task({ title: '散', close_at: now })
  const send = school.as(student)
  const { tabs, groups } = await send(studentTask.menu, { guild_id: guild.id })
  expect(groups.map(({ title, count, done, children }) => [title, count, done, titles(children)])).toEqual([
    ['一', 2, 1, ['甲', '乙']],
    ['二', 1, 0, ['丙']],
    ['其他', 1, 0, ['散']],
  ])
  expect(groups[1]?.children[0]).toMatchObject({
    state: 'locked',
    locked: true,
    lock: [{ reason: 'LEVEL', text: '9' }],
  })
  expect(tabs).toEqual([
    { type: 'all', count: 4, open: 3 },
    { type: 'main', count: 1, open: 1 },
    { type: 'side', count: 3, open: 2 },
    { type: 'daily', count: 0, open: 0 },
    { type: 'event', count: 0, open: 0 },
  ])
  const mainOnly = await send(studentTask.menu, { guild_id: guild.id, type: '1' })
  expect(mainOnly.groups.map(({ title, children }) => [title, titles(children)])).toEqual([['一', ['乙']]])
  expect(mainOnly.tabs).toEqual(tabs)
})

test('without chapters the map is by state, in the reader’s language', async () => {
  await everyKind()
  const zh = await school.as(student)(studentTask.menu, { guild_id: guild.id })
  expect(zh.groups.map(({ title, count }) => [title, count])).toEqual([
    ['待修改', 1],
    ['进行中', 2],
    ['可接取', 2],
    ['待批阅', 1],
    ['已完成', 2],
    ['已放弃', 1],
    ['未解锁', 1],
    ['已过期', 2],
  ])
  const en = await school.as(student, { language: 'en-US' })(studentTask.menu, { guild_id: guild.id })
  expect(en.groups[0]?.title).toBe('To revise')
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

test('what a classmate does with a daily task, and what is open in a guild one has left, changes nothing', async () => {
  const daily = await held('doing', { title: '每天写', type: 'daily' })
  const classmate = await aUser(db())
  await aMember(db(), { guild_id: guild.id, user_id: classmate.id })
  for (const round of [1, 2]) await anEnrolment(db(), daily, { user_id: classmate.id, round })
  const [card] = (await school.as(student)(tasks.listByGuild, { guild_id: guild.id })).list
  expect(card).toMatchObject({ title: '每天写', state: 'doing' })
  await db().updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', student.id).execute()
  expect([await listVisible(db(), student.id, null), await listVisible(db(), student.id, guild.id)]).toEqual([[], []])
})
