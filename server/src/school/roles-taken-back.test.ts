import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { samplePassword } from '../sample-password.ts'
import { reasonOf } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let admin: School['send']
beforeEach(async () => {
  school = await testApp()
  admin = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
})
afterEach(() => school.close())
const { waiting } = reviewing(() => ({ school }))

const partsOf = (user_id: number) =>
  school.app.db
    .selectFrom('guild_members')
    .select(['guild_id', 'role', 'status'])
    .where('user_id', '=', user_id)
    .orderBy('guild_id')
    .execute()

test('who is a teacher no more leads no guild, also where they assist elsewhere', async () => {
  const { db } = school.app
  const { teacher, guild } = await waiting()
  const elsewhere = await aGuild(db)
  await aMember(db, { guild_id: elsewhere.id, user_id: teacher.id, role: 'assistant', can_review: true })
  await admin(staffAdmin.setRoles, { user_id: teacher.id, roles: ['assistant'] })
  const as = school.as(teacher, { audience: 'admin', role: 'assistant' })
  const refusals = [
    await reasonOf(as(taskEditing.create, { guild_id: guild.id, title: '还能布置' })),
    await reasonOf(as(gradesAdmin.grid, { guild_id: guild.id })),
  ]
  expect(refusals).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  expect(await partsOf(teacher.id)).toEqual([
    { guild_id: guild.id, role: 'student', status: 'left' },
    { guild_id: elsewhere.id, role: 'assistant', status: 'member' },
  ])
})

test('who is of the staff no more hears nothing of students, not even by a letter that waited', async () => {
  const { db } = school.app
  const { teacher, guild } = await waiting()
  const boxOf = () => db.selectFrom('messages').select('kind').where('user_id', '=', teacher.id).execute()
  const colleague = await aUser(db, { roles: ['teacher'] })
  for (const { id: user_id } of [teacher, colleague]) {
    const { id: message_id } = await db
      .insertInto('messages')
      .values({
        ...{ user_id, audience: 'staff', type: 'todo', kind: 'deletion.asked', data: '{"student":"林雨桐"}' },
        ...{ link: null, created_at: school.clock.now(), read_at: null, removed_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('notice_letters').values({ message_id, user_id, immediate: false, audience: 'staff' }).execute()
  }
  const assistant = await aUser(db, { roles: ['assistant'] })
  await aMember(db, { guild_id: guild.id, user_id: assistant.id, role: 'assistant' })
  for (const { id } of [teacher, assistant]) await admin(staffAdmin.setRoles, { user_id: id, roles: [] })
  await school.app.events.drain()
  const left = { guild_id: guild.id, role: 'student', status: 'left' }
  expect([await partsOf(teacher.id), await partsOf(assistant.id)]).toEqual([[left], [left]])
  expect(await boxOf()).toEqual([{ kind: 'deletion.asked' }])
  expect(await db.selectFrom('notice_letters').select('user_id').execute()).toEqual([{ user_id: colleague.id }])
})

test('who is an administrator no more, and still a teacher, reads no student’s wish to be deleted', async () => {
  const { db } = school.app
  const chief = await aUser(db, { roles: ['admin', 'teacher'] })
  const lin = await aUser(db, { nickname: '林雨桐' })
  await school.as(lin)(privacy.askDeletion, { action: 'ask', password: samplePassword })
  const teacher = school.as(chief, { audience: 'admin', role: 'teacher' })
  const box = async () => JSON.stringify((await teacher(messagesAdmin.list, {})).list)
  expect(await box()).toContain('林雨桐')
  await admin(staffAdmin.setRoles, { user_id: chief.id, roles: ['teacher'] })
  expect(await box()).toBe('[]')
  const others = await db.selectFrom('messages').select('user_id').where('kind', '=', 'deletion.asked').execute()
  expect(others.length, 'the other administrators still read it').toBeGreaterThan(0)
})

test('who is made an administrator keeps leading, and who is neither teacher nor administrator stops', async () => {
  const { teacher, guild } = await waiting()
  await admin(staffAdmin.setRoles, { user_id: teacher.id, roles: ['admin'] })
  expect(await partsOf(teacher.id)).toEqual([{ guild_id: guild.id, role: 'teacher', status: 'member' }])
  await admin(staffAdmin.setRoles, { user_id: teacher.id, roles: [] })
  expect(await partsOf(teacher.id)).toEqual([{ guild_id: guild.id, role: 'student', status: 'left' }])
})

test('an administrator whose page does not know that a role was taken back gives it back to nobody', async () => {
  const { teacher } = await waiting()
  const { id: user_id } = teacher
  await admin(staffAdmin.setRoles, { user_id, roles: [], seen: ['teacher'] })
  const outdated = { user_id, roles: ['teacher' as const, 'assistant' as const], seen: ['teacher' as const] }
  expect(await reasonOf(admin(staffAdmin.setRoles, outdated))).toBe('CHANGED')
  expect((await admin(staffAdmin.list, { keyword: teacher.username })).list).toMatchObject([{ roles: [] }])
  expect(await admin(staffAdmin.setRoles, { user_id, roles: ['assistant'], seen: [] })).toEqual({
    roles: ['assistant'],
  })
})
