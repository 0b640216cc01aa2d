import { catalog } from '@tongchuang/contract/catalog.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { aCategory, aGuild, aMember } from '../guilds/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { catalogRoutes } from './routes.ts'

let school: School
let student: { id: number }
let send: ReturnType<School['as']>

beforeEach(async () => {
  school = await testApp({ authenticate, features: [catalogRoutes] })
  student = await aUser(school.app.db, { nickname: '小明' })
  send = school.as(student)
})
afterEach(() => school.close())

const joined = (guild_id: number, given: Partial<Parameters<typeof aMember>[1]> = {}) =>
  aMember(school.app.db, { guild_id, user_id: student.id, created_at: school.clock.now(), ...given })
const namesOf = async (input: Parameters<typeof send<typeof catalog.guilds>>[1]) =>
  (await send(catalog.guilds, input)).list.map(({ name }) => name)

const hour = 3_600_000

test('a student finds guilds: mine first, then where I wait, then the others; hidden and archived ones only from inside', async () => {
  const { db } = school.app
  await aGuild(db, { name: '别的' })
  const waiting = await aGuild(db, { name: '等待' })
  const mine = await aGuild(db, { name: '我的' })
  const hidden = await aGuild(db, { name: '隐藏', visibility: 'hidden' })
  await aGuild(db, { name: '看不见', visibility: 'hidden' })
  await aGuild(db, { name: '旧的', status: 'archived' })
  const kept = await aGuild(db, { name: '旧的我的', status: 'archived' })
  await joined(mine.id)
  await joined(hidden.id)
  await joined(kept.id)
  await joined(waiting.id, { status: 'pending', joined_at: null })
  expect(await namesOf({})).toEqual(['我的', '隐藏', '旧的我的', '等待', '别的'])
  expect(await namesOf({ scope: 'mine' })).toEqual(['我的', '隐藏', '旧的我的'])
  expect(await namesOf({ scope: 'joinable' })).toEqual(['别的'])
  const first = await send(catalog.guilds, { limit: 2 })
  expect(first.total).toBe(5)
  const second = await send(catalog.guilds, { limit: 2, after: first.next! })
  const third = await send(catalog.guilds, { limit: 2, after: second.next! })
  expect([...first.list, ...second.list, ...third.list].map(({ name }) => name)).toEqual([
    '我的',
    '隐藏',
    '旧的我的',
    '等待',
    '别的',
  ])
  expect(third.next).toBeNull()
})

test('full and closed guilds are seen but not joinable', async () => {
  const { db } = school.app
  await aGuild(db, { name: '满了', capacity: 0 })
  await aGuild(db, { name: '不招新', join_policy: 'closed' })
  await aGuild(db, { name: '可以', capacity: 1, join_policy: 'approval' })
  expect(await namesOf({ scope: 'joinable' })).toEqual(['可以'])
  expect(await namesOf({})).toHaveLength(3)
})

test('guilds are found by category, also by the one above, and by words, whatever characters are in them', async () => {
  const { db } = school.app
  const above = await aCategory(db)
  const below = await aCategory(db, { pid: above.id })
  await aGuild(db, { name: 'Python 编程社', category_id: below.id })
  await aGuild(db, { name: '书法社', intro: '100%_手写', category_id: above.id })
  await aGuild(db, { name: '足球社' })
  expect(await namesOf({ cate_id: above.id })).toEqual(['Python 编程社', '书法社'])
  expect(await namesOf({ cate_id: below.id })).toEqual(['Python 编程社'])
  expect(await namesOf({ keyword: 'pyTHON' })).toEqual(['Python 编程社'])
  expect(await namesOf({ keyword: '社' })).toHaveLength(3)
  await aGuild(db, { name: '七（3）班读书会' })
  expect(await namesOf({ keyword: '七(3)' })).toEqual(['七（3）班读书会'])
  expect(await namesOf({ keyword: '0%_' })).toEqual(['书法社'])
  expect(await namesOf({ keyword: '%' })).toEqual(['书法社'])
  expect(await namesOf({ keyword: "'\\" })).toEqual([])
})

test('guilds are found by the sounds of their names, and by who teaches there now', async () => {
  const { db } = school.app
  const guild = await aGuild(db, { name: '数学建模组' })
  await aGuild(db, { name: '书法社' })
  const [teacher, former] = [
    await aUser(db, { roles: ['teacher'], nickname: '周老师' }),
    await aUser(db, { roles: ['teacher'], nickname: '吴老师' }),
  ]
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  await aMember(db, { guild_id: guild.id, user_id: former.id, role: 'teacher', status: 'left' })
  for (const keyword of ['shuxue', 'SXJM', 'jian mo', '周老师'])
    expect(await namesOf({ keyword }), keyword).toEqual(['数学建模组'])
  expect(await namesOf({ keyword: 'shu' })).toEqual(['数学建模组', '书法社'])
  for (const keyword of ['an', 'sf%', '吴老师']) expect(await namesOf({ keyword }), keyword).toEqual([])
})

test('a card says how many tasks are open now, who teaches, and what is due soonest', async () => {
  const { db } = school.app
  const now = school.clock.now()
  const category = await aCategory(db, { name: '科技' })
  const guild = await aGuild(db, {
    category_id: category.id,
    hue: 'science',
    glyph: 'flask',
    intro: '做实验',
    capacity: 30,
  })
  const [former, teacher] = [
    await aUser(db, { roles: ['teacher'], nickname: '吴老师' }),
    await aUser(db, { roles: ['teacher'], nickname: '周老师' }),
  ]
  await aMember(db, { guild_id: guild.id, user_id: former.id, role: 'teacher', status: 'left' })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  await joined(guild.id)
  const classmate = await aUser(db)
  await anEnrolment(db, await aTask(db, { guild_id: guild.id, title: '同学的', due_at: now + hour / 2 }), {
    user_id: classmate.id,
  })
  const later = await aTask(db, { guild_id: guild.id, title: '以后交', due_at: now + 9 * hour })
  const soon = await aTask(db, { guild_id: guild.id, title: '快交', due_at: now + hour })
  await aTask(db, { guild_id: guild.id, status: 'draft' })
  await aTask(db, { guild_id: guild.id, status: 'scheduled', open_at: now + hour })
  await aTask(db, { guild_id: guild.id, close_at: now })
  for (const task of [later, soon]) await anEnrolment(db, task, { user_id: student.id })
  const [card] = (await send(catalog.guilds, {})).list
  expect(card).toMatchObject({
    name: guild.name,
    hue: 'science',
    glyph: 'flask',
    category: '科技',
    intro: '做实验',
    teacher: '周老师',
    member_count: 1,
    capacity: 30,
    open_task_count: 3,
    my_status: 'member',
    my_role: 'student',
    due_soon: { task_id: soon.id, title: '快交', state: 'doing', due_at: new Date(now + hour).toISOString() },
  })
  const outsider = (await school.as(await aUser(db))(catalog.guilds, {})).list[0]
  expect(outsider).toMatchObject({ my_status: 'none', my_role: null, due_soon: null, open_task_count: 3 })
})

test('what cannot be handed in any more, its guild being in the archive, is due on no card', async () => {
  const now = school.clock.now()
  for (const [name, status] of [
    ['去年的班', 'archived'],
    ['今年的班', 'active'],
  ] as const) {
    const guild = await aGuild(school.app.db, { name, status })
    await joined(guild.id)
    const task = await aTask(school.app.db, { guild_id: guild.id, title: '要改的', status: 'closed', closed_at: now })
    await anEnrolment(school.app.db, task, { user_id: student.id, state: 'returned', return_due_at: now + 5 * hour })
  }
  const { list } = await send(catalog.guilds, { scope: 'mine' })
  expect(list.map(({ name, due_soon }) => [name, due_soon?.title])).toEqual([
    ['今年的班', '要改的'],
    ['去年的班', undefined],
  ])
})

test('twenty guilds cost as many queries as one', async () => {
  const { db } = school.app
  const counted = async () => {
    const queries = vi.spyOn(db.getExecutor(), 'executeQuery')
    await send(catalog.guilds, { limit: 100 })
    const { length } = queries.mock.calls
    queries.mockRestore()
    return length
  }
  const fill = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const guild = await aGuild(db)
      await joined(guild.id)
      await anEnrolment(db, await aTask(db, { guild_id: guild.id }), { user_id: student.id })
    }
  }
  await fill(1)
  await counted()
  const one = await counted()
  await fill(19)
  expect(one).toBeGreaterThan(2)
  expect(await counted()).toBe(one)
})

test('categories come by weight with up to six guilds each, those above others with theirs', async () => {
  const { db } = school.app
  const light = await aCategory(db, { name: '艺术', weigh: 1, hue: 'art' })
  const heavy = await aCategory(db, { name: '年级', weigh: 9, description: '按年级' })
  const below = await aCategory(db, { name: '高一', pid: heavy.id, weigh: 5 })
  await aCategory(db, { name: '收起', visible: false })
  for (let at = 0; at < 8; at += 1) await aGuild(db, { name: `艺术 ${at}`, category_id: light.id, member_count: at })
  const mine = await aGuild(db, { name: '我的', category_id: light.id })
  await joined(mine.id)
  for (let at = 0; at < 2; at += 1) await aMember(db, { guild_id: mine.id, user_id: (await aUser(db)).id })
  const ofOthers = [
    await aGuild(db, { name: '一班', category_id: below.id }),
    await aGuild(db, { name: '看不见', category_id: below.id, visibility: 'hidden' }),
  ]
  for (const { id } of ofOthers) await aMember(db, { guild_id: id, user_id: (await aUser(db)).id })
  const shown = await send(catalog.categories, {})
  expect(shown.map(({ name, pid, guild_count }) => [name, pid, guild_count])).toEqual([
    ['年级', 0, 1],
    ['高一', heavy.id, 1],
    ['艺术', 0, 9],
  ])
  expect(shown[0]).toMatchObject({ description: '按年级', guilds: [{ name: '一班', type: 'all', my_status: 'none' }] })
  expect(shown[2]!.guilds.map(({ name }) => name)).toEqual(['我的', '艺术 7', '艺术 6', '艺术 5', '艺术 4', '艺术 3'])
})
