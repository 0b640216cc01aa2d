import { classNames } from '@tongchuang/contract/class-names.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let admin: School['send']
beforeEach(async () => {
  school = await testApp()
  admin = school.as(await aUser(db(), { roles: ['admin'], nickname: '校长' }), { audience: 'admin', role: 'admin' })
  for (const [username, organization_name] of [
    ['a', '七年级1班'],
    ['b', '七年级1班'],
    ['c', '八年级1班'],
    ['d', '九年级1班'],
    ['e', '信息学社'],
  ] as const)
    await aUser(db(), { username, organization_name })
  await aUser(db(), { username: 'teacher', organization_name: '七年级1班', roles: ['teacher'] })
})
afterEach(() => school.close())

const db = () => school.app.db
const classesNow = async () =>
  (
    await db()
      .selectFrom('users')
      .select(['username', 'organization_name'])
      .where('organization_name', '<>', '')
      .orderBy('username')
      .execute()
  ).map(({ username, organization_name }) => `${username} ${organization_name}`)
const before = ['a 七年级1班', 'b 七年级1班', 'c 八年级1班', 'd 九年级1班', 'e 信息学社', 'teacher 七年级1班']
const after = ['a 八年级1班', 'b 八年级1班', 'c 九年级1班', 'd 2026届1班', 'e 信息学社', 'teacher 七年级1班']
const changes = [
  { from: '七年级1班', to: '八年级1班', students: 2 },
  { from: '八年级1班', to: '九年级1班', students: 1 },
  { from: '九年级1班', to: '2026届1班', students: 1 },
]

test('classes are proposed a grade up, and all of them move at once, once however often it is pressed', async () => {
  const { classes, last } = await admin(classNames.read)
  expect(last).toBeNull()
  expect(classes.toSorted((one, other) => (one.from < other.from ? -1 : 1))).toEqual([
    { from: '七年级1班', to: '八年级1班', is_last: false, students: 2 },
    { from: '九年级1班', to: null, is_last: true, students: 1 },
    { from: '信息学社', to: null, is_last: false, students: 1 },
    { from: '八年级1班', to: '九年级1班', is_last: false, students: 1 },
  ])
  expect(await classesNow()).toEqual(before)
  const both = await Promise.all([admin(classNames.rename, { changes }), admin(classNames.rename, { changes })])
  expect(both[0]).toMatchObject({ state: 'applied', classes: 3, students: 4, by: '校长' })
  expect(both[1].id).toBe(both[0].id)
  expect(await classesNow()).toEqual(after)
  expect((await admin(classNames.rename, { changes })).id).toBe(both[0].id)
  expect(await classesNow()).toEqual(after)
  expect((await admin(rosterAdmin.list, {})).list).toEqual([])
})

test('an administrator takes a renaming back within a day, except for students who have another class since', async () => {
  const { id } = await admin(classNames.rename, { changes })
  const c = await db().selectFrom('users').select('id').where('username', '=', 'c').executeTakeFirstOrThrow()
  await admin(peopleAdmin.correct, { user_id: c.id, class_name: '九年级5班' })
  expect(await admin(classNames.undo, { id })).toMatchObject({ state: 'undone', undo_until: null })
  expect(await admin(classNames.undo, { id })).toMatchObject({ state: 'undone' })
  expect(await classesNow()).toEqual(before.with(2, 'c 九年级5班'))
  const again = await admin(classNames.rename, { changes: [changes[0]!] })
  expect(again.id).not.toBe(id)
  school.clock.move(25 * 3_600_000)
  admin = school.as(await aUser(db(), { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  expect(await reasonOf(admin(classNames.undo, { id: again.id }))).toBe('STATE')
  expect(await reasonOf(admin(classNames.undo, { id: 2_147_483_647 }))).toBe('NOT_FOUND')
})

test('an administrator renames no class whose students changed since the page was read, and swaps no two names', async () => {
  expect(await reasonOf(admin(classNames.rename, { changes: [{ ...changes[0]!, students: 3 }] }))).toBe('STATE')
  expect(await reasonOf(admin(classNames.rename, { changes: [{ from: '没有的班', to: '别的班', students: 0 }] }))).toBe(
    'STATE',
  )
  const swapped = [changes[0]!, { from: '八年级1班', to: '七年级1班', students: 1 }]
  expect(await reasonOf(admin(classNames.rename, { changes: swapped }))).toBe('INVALID')
  expect(await classesNow()).toEqual(before)
})

test('a teacher renames no class', async () => {
  const chen = await aUser(db(), { roles: ['teacher'] })
  const teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  expect(await reasonOf(teacher(classNames.read))).toBe('ROLE')
  expect(await reasonOf(teacher(classNames.rename, { changes }))).toBe('ROLE')
  const admin = school.as(await aUser(db(), { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  expect(await reasonOf(admin(classNames.undo, { id: 999_999 }))).toBe('NOT_FOUND')
})

test('a teacher is offered the classes of their own students alone to choose from', async () => {
  const chen = await aUser(db(), { roles: ['teacher'] })
  const guild = await aGuild(db())
  await aMember(db(), { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  const { id: user_id } = await db()
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'c')
    .executeTakeFirstOrThrow()
  await aMember(db(), { guild_id: guild.id, user_id })
  const teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  expect(await teacher(peopleAdmin.classes)).toEqual([{ name: '八年级1班', students: 1 }])
})

describe('last year’s guilds', () => {
  const guildOf = (name: string) => aGuild(db(), { name })
  const statusOf = async (id: number) =>
    (await db().selectFrom('guilds').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

  test('are offered by the names of the classes in theirs, with what is under way, and archived and taken back in the same step', async () => {
    const [own, maths, other] = [await guildOf('七年级1班'), await guildOf('八年级1班数学'), await guildOf('天文组')]
    await guildOf('十七年级1班')
    await aTask(db(), { guild_id: own.id, status: 'open' })
    const offered = (await admin(classNames.read)).guilds.map(({ id, class_name, open, waiting }) => [
      id,
      class_name,
      open,
      waiting,
    ])
    expect(offered).toHaveLength(2)
    expect(offered).toContainEqual([own.id, '七年级1班', 1, 0])
    expect(offered).toContainEqual([maths.id, '八年级1班', 0, 0])
    const archive = [own.id, maths.id]
    const both = await Promise.all([1, 2].map(() => admin(classNames.rename, { changes, archive })))
    expect(both[1]?.id).toBe(both[0]?.id)
    expect(both[0]).toMatchObject({ classes: 3, archived: 2 })
    expect(await Promise.all([own, maths, other].map(({ id }) => statusOf(id)))).toEqual([
      'archived',
      'archived',
      'active',
    ])
    expect(await db().selectFrom('tasks').select('status').where('guild_id', '=', own.id).execute()).toEqual([
      { status: 'closed' },
    ])
    await admin(classNames.undo, { id: both[0]!.id })
    await admin(classNames.undo, { id: both[0]!.id })
    expect(await Promise.all([own, maths].map(({ id }) => statusOf(id)))).toEqual(['active', 'active'])
    expect(await classesNow()).toEqual(before)
  })

  test('stop the renaming where one does not exist, and stay archived after an undo where they were archived before', async () => {
    const own = await guildOf('七年级1班')
    expect(await reasonOf(admin(classNames.rename, { changes, archive: [own.id, 2_147_483_647] }))).toBe('NOT_FOUND')
    expect([await statusOf(own.id), await classesNow()]).toEqual(['active', before])
    await db().updateTable('guilds').set({ status: 'archived' }).where('id', '=', own.id).execute()
    const done = await admin(classNames.rename, { changes, archive: [own.id] })
    expect(done.archived).toBe(0)
    await admin(classNames.undo, { id: done.id })
    expect(await statusOf(own.id)).toBe('archived')
  })
})
