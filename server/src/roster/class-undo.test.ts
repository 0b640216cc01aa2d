import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { classUndo } from '@tongchuang/contract/class-undo.admin.ts'
import { guildClasses } from '@tongchuang/contract/guild-classes.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { invitations } from '@tongchuang/contract/invitations.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

const hour = 3_600_000

let school: School
let teacher: { id: number }
let club: { id: number }
let form: { id: number; name: string }
let students: { id: number }[]
beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  teacher = await aUser(db, { roles: ['teacher'], nickname: '许安然' })
  club = await aGuild(db, { join_policy: 'approval' })
  form = await aGuild(db, { name: '高一（3）班' })
  for (const guild_id of [club.id, form.id]) await aMember(db, { guild_id, user_id: teacher.id, role: 'teacher' })
  students = []
  for (let at = 0; at < 4; at += 1) {
    const student = await aUser(db, { organization_name: '高一（3）班' })
    await aMember(db, { guild_id: form.id, user_id: student.id })
    students.push(student)
  }
})
afterEach(() => school.close())

const asTeacher = () => school.as(teacher, { audience: 'admin', role: 'teacher' })
const anAdmin = async () =>
  school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
const whole = () => ({ guild_id: club.id, from_guild_id: form.id })
const inClub = async () =>
  (
    await school.app.db
      .selectFrom('guild_members')
      .select('user_id')
      .where('guild_id', '=', club.id)
      .where('role', '=', 'student')
      .where('status', '=', 'member')
      .orderBy('user_id')
      .execute()
  ).map(({ user_id }) => user_id)
const memberCount = async () =>
  (await school.app.db.selectFrom('guilds').select('member_count').where('id', '=', club.id).executeTakeFirstOrThrow())
    .member_count
const joined = async () => (await asTeacher()(classUndo.list, { guild_id: club.id }))[0]!

test('a class that came by mistake is taken out as a whole: who works, talks or asked to come in stays, in the numbers said before', async () => {
  const { db } = school.app
  const [lin, zhou, shen, gao] = students
  await school.as(gao!)(guilds.join, { guild_id: club.id })
  const admin = await anAdmin()
  await admin(guildClasses.join, whole())
  const task = await aTask(db, { guild_id: club.id, status: 'open' })
  await school.as(lin!)(tasks.accept, { id: task.id })
  const { id: announced } = await asTeacher()(announcementsAdmin.save, {
    ...{ guild_id: club.id, title: '周六外拍', content: '来不了的说一声', takes_replies: true },
  })
  await school.as(zhou!)(guilds.replyToAnnouncement, { guild_id: club.id, id: announced, content: '我来' })
  const one = await joined()
  expect(one).toMatchObject({ class_name: '高一（3）班', joined: 3, invited: 0 })
  const which = { guild_id: club.id, id: one.id }
  expect(await asTeacher()(classUndo.preview, which)).toEqual({ leave: 1, withdrawn: 0, stay: 3 })
  expect(await inClub()).toHaveLength(4)
  const both = await Promise.all([asTeacher()(classUndo.undo, which), asTeacher()(classUndo.undo, which)])
  expect(both.map(({ leave }) => leave).toSorted()).toEqual([0, 1])
  expect(await inClub()).toEqual([lin!.id, zhou!.id, gao!.id].toSorted((a, b) => a - b))
  expect(await memberCount()).toBe(3)
  expect(await asTeacher()(classUndo.list, { guild_id: club.id })).toEqual([])
  // A student whom the school removed again cannot be brought back without being asked.
  const shens = await db
    .selectFrom('guild_members')
    .select(['status', 'origin'])
    .where('guild_id', '=', club.id)
    .where('user_id', '=', shen!.id)
    .executeTakeFirst()
  expect(shens).toEqual({ status: 'left', origin: 'staff' })
})

test('of a class that was asked, unanswered invitations are withdrawn and who accepted stays', async () => {
  await asTeacher()(guildClasses.join, whole())
  const [mine] = await school.as(students[0]!)(invitations.own)
  await school.as(students[0]!)(invitations.answer, { id: mine!.id, accept: true })
  const [other] = await school.as(students[1]!)(invitations.own)
  await school.as(students[1]!)(invitations.answer, { id: other!.id, accept: false })
  const which = { guild_id: club.id, id: (await joined()).id }
  expect(await asTeacher()(classUndo.preview, which)).toEqual({ leave: 0, withdrawn: 2, stay: 2 })
  expect(await asTeacher()(classUndo.undo, which)).toEqual({ leave: 0, withdrawn: 2, stay: 2 })
  expect(await inClub()).toEqual([students[0]!.id])
  for (const student of students) expect(await school.as(student)(invitations.own)).toEqual([])
})

test('whoever left and came again by an act of their own stays', async () => {
  const admin = await anAdmin()
  await admin(guildClasses.join, whole())
  await school.as(students[0]!)(guilds.leave, { guild_id: club.id })
  school.clock.move(1_000)
  await school.app.db.updateTable('guilds').set({ join_policy: 'open' }).where('id', '=', club.id).execute()
  await school.as(students[0]!)(guilds.join, { guild_id: club.id })
  await asTeacher()(classUndo.undo, { guild_id: club.id, id: (await joined()).id })
  expect(await inClub()).toEqual([students[0]!.id])
})

test('after a day it stays as it is, in an archive too, and for nobody but who leads the guild', async () => {
  const admin = await anAdmin()
  await admin(guildClasses.join, whole())
  const which = { guild_id: club.id, id: (await joined()).id }
  const other = await aUser(school.app.db, { roles: ['teacher'] })
  const asOther = school.as(other, { audience: 'admin', role: 'teacher' })
  expect(await reasonOf(asOther(classUndo.undo, which))).toBe('NOT_FOUND')
  expect(await reasonOf(asTeacher()(classUndo.undo, { ...which, guild_id: form.id }))).toBe('NOT_FOUND')
  const { db } = school.app
  await db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', club.id).execute()
  expect(await reasonOf(asTeacher()(classUndo.undo, which))).toBe('ARCHIVED')
  await db.updateTable('guilds').set({ status: 'active' }).where('id', '=', club.id).execute()
  school.clock.move(24 * hour)
  expect(await reasonOf(asTeacher()(classUndo.undo, which))).toBe('TOO_LATE')
  expect(await asTeacher()(classUndo.list, { guild_id: club.id })).toEqual([])
  expect(await inClub()).toHaveLength(4)
})

test('a class that brought nobody is nothing to take back', async () => {
  const admin = await anAdmin()
  await admin(guildClasses.join, whole())
  await admin(guildClasses.join, whole())
  expect(await asTeacher()(classUndo.list, { guild_id: club.id })).toHaveLength(1)
})
