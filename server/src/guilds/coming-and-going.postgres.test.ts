import { classUndo } from '@tongchuang/contract/class-undo.admin.ts'
import { guildClasses } from '@tongchuang/contract/guild-classes.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { invitations } from '@tongchuang/contract/invitations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { meeting } from '../testing/meeting.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember, anInvitation, aPersonIn } from './factory.ts'
import { admitMember } from './store.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

const db = () => school.app.db
const staff = (user: { id: number }, role: 'teacher' | 'admin' = 'teacher') =>
  school.as(user, { audience: 'admin', role })
/** A guild with its teacher, and three students of another one that an administrator brings into it as a class. */
const aClassFor = async () => {
  const [from, to] = [await aGuild(db()), await aGuild(db())]
  const teacher = await aPersonIn(db(), { guild_id: to.id, role: 'teacher' })
  const students = []
  for (let n = 0; n < 3; n += 1) students.push(await aPersonIn(db(), { guild_id: from.id, role: 'student' }))
  const admin = staff(await aUser(db(), { roles: ['admin'] }), 'admin')
  const bring = () => admin(guildClasses.join, { guild_id: to.id, from_guild_id: from.id })
  return { to, teacher, students, admin, bring }
}
const statesIn = async (guild_id: number) => {
  const rows = await db()
    .selectFrom('guild_members')
    .select('status')
    .where('guild_id', '=', guild_id)
    .where('role', '=', 'student')
    .orderBy('user_id')
    .execute()
  const guild = await db().selectFrom('guilds').select('member_count').where('id', '=', guild_id).executeTakeFirst()
  return { count: guild?.member_count, states: rows.map(({ status }) => status) }
}
const holding = (guild_id: number) => (holder: ReturnType<typeof db>) =>
  holder.selectFrom('guilds').select('id').where('id', '=', guild_id).forUpdate().execute()

test('a student who types the code while their class is brought in is in it once, and nobody is told to try again', async () => {
  const { to, students, bring } = await aClassFor()
  const join = () => school.as(students[1]!)(guilds.join, { guild_id: to.id, code: to.invite_code })
  expect(await meeting(db(), holding(to.id), [bring, join])).toEqual(['done', 'done'])
  expect(await statesIn(to.id)).toEqual({ count: 3, states: ['member', 'member', 'member'] })
})

test('students whose requests are answered while their class is brought in are in it once', async () => {
  const { to, teacher, students, bring } = await aClassFor()
  for (const { id: user_id } of students)
    await aMember(db(), { guild_id: to.id, user_id, status: 'pending', joined_at: null })
  const user_ids = students.map(({ id }) => id)
  const answer = () => staff(teacher)(guildsAdmin.answerJoin, { guild_id: to.id, user_ids, admit: true })
  expect(await meeting(db(), holding(to.id), [bring, answer])).toEqual(['done', 'done'])
  expect(await statesIn(to.id)).toEqual({ count: 3, states: ['member', 'member', 'member'] })
})

test('a student who leaves while the teacher takes several out is out, and so are the others', async () => {
  const guild = await aGuild(db())
  const teacher = await aPersonIn(db(), { guild_id: guild.id, role: 'teacher' })
  const [one, other] = [
    await aPersonIn(db(), { guild_id: guild.id, role: 'student' }),
    await aPersonIn(db(), { guild_id: guild.id, role: 'student' }),
  ]
  const remove = () => staff(teacher)(guildPeople.remove, { guild_id: guild.id, user_ids: [one.id, other.id] })
  const leave = () => school.as(other)(guilds.leave, { guild_id: guild.id })
  expect(await meeting(db(), holding(guild.id), [remove, leave])).toEqual(['done', 'done'])
  expect(await statesIn(guild.id)).toEqual({ count: 0, states: ['removed', 'removed'] })
})

test('a student who says yes to an invitation while it is taken back with the class hears that it is taken back', async () => {
  const { to, students, admin, bring } = await aClassFor()
  const { joins } = await bring()
  expect(joins).toBe(3)
  const [joining] = await db().selectFrom('class_joinings').select('id').where('guild_id', '=', to.id).execute()
  const asked = await aUser(db())
  const { id } = await anInvitation(db(), { guild_id: to.id, user_id: asked.id, invited_by: students[0]!.id })
  await db()
    .insertInto('class_joining_people')
    .values({ joining_id: joining!.id, user_id: asked.id, was: 'invited' })
    .execute()
  const inviter = await aUser(db(), { roles: ['admin'] })
  await db().updateTable('guild_invitations').set({ invited_by: inviter.id }).where('id', '=', id).execute()
  const undo = () => admin(classUndo.undo, { guild_id: to.id, id: joining!.id })
  const accept = () => school.as(asked)(invitations.answer, { id, accept: true })
  expect(await meeting(db(), holding(to.id), [undo, accept])).toEqual(['done', 'INVITATION'])
})

test('a limit that is lowered while somebody comes in is refused at its field', async () => {
  const guild = await aGuild(db())
  const teacher = await aPersonIn(db(), { guild_id: guild.id, role: 'teacher' })
  await aPersonIn(db(), { guild_id: guild.id, role: 'student' })
  const student = await aUser(db())
  const comeIn = (holder: ReturnType<typeof db>) =>
    admitMember(holder, school.app.events, { guild_id: guild.id, user_id: student.id, origin: 'own', now: 1 })
  const lower = () => staff(teacher)(guildSettings.update, { guild_id: guild.id, base_version: 0, capacity: 1 })
  expect(await meeting(db(), comeIn, [lower])).toEqual(['INVALID'])
})
