import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { invitationsAdmin } from '@tongchuang/contract/invitations.admin.ts'
import { invitations } from '@tongchuang/contract/invitations.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { rolesOf } from '../accounts/store.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember, aPersonIn } from './factory.ts'
import { inviteToGuild } from './invitations-store.ts'
import { putStaff } from './people-store.ts'
import { findMembership, isActiveStudent } from './store.ts'

const none = { can_review: false, can_moderate: false, can_admit: false, can_see_grades: false }
const asStudent = { role: 'student', title: '', ...none } as const
const asAssistant = { role: 'assistant', title: '朗诵助教', ...none, can_review: true } as const

let school: School
let guild: { id: number; name: string; invite_code: string }
let teacher: { id: number }
let student: { id: number }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db, { name: '朗诵社', capacity: 1, join_policy: 'code' })
  teacher = await aPersonIn(school.app.db, { guild_id: guild.id, role: 'teacher' })
  student = await aUser(school.app.db, { nickname: '小雨', student_no: '20260101' })
})
afterEach(() => school.close())

const asTeacher = (who = teacher) => school.as(who, { audience: 'admin', role: 'teacher' })
type Wish = Partial<Parameters<typeof inviteToGuild>[1]>

/** Invites the student, or the given user; returns the id of the invitation. */
const invite = async (given: Wish = {}): Promise<number> => {
  const asking = {
    guild_id: guild.id,
    user_id: student.id,
    ...asStudent,
    invited_by: teacher.id,
    now: school.clock.now(),
    ...given,
  }
  await school.app.db.transaction().execute((db) => inviteToGuild(db, asking))
  const { id } = await school.app.db
    .selectFrom('guild_invitations')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
const answer = (id: number, accept: boolean, who = student) => school.as(who)(invitations.answer, { id, accept })
const seenBy = async (who = teacher) => (await asTeacher(who)(invitationsAdmin.list, { guild_id: guild.id })).list
const todos = async (who = student) =>
  (
    await school.app.db
      .selectFrom('messages')
      .select('id')
      .where('user_id', '=', who.id)
      .where('kind', '=', 'guild.invited')
      .execute()
  ).length
const members = async () =>
  (await school.app.db.selectFrom('guilds').select('member_count').where('id', '=', guild.id).executeTakeFirstOrThrow())
    .member_count

test('a student who accepts in several tabs at once joins once, with the origin own, and has no to-do left', async () => {
  const id = await invite()
  expect(await school.as(student)(invitations.own)).toMatchObject([{ id, name: '朗诵社', role: 'student' }])
  expect(await todos()).toBe(1)
  const answers = await Promise.all([1, 2, 3].map(() => answer(id, true)))
  expect(answers).toEqual(
    answers.map(() => ({ id, guild_id: guild.id, name: '朗诵社', role: 'student', status: 'accepted' })),
  )
  expect(await findMembership(school.app.db, guild.id, student.id)).toMatchObject({ role: 'student', status: 'member' })
  const { origin } = await school.app.db
    .selectFrom('guild_members')
    .select('origin')
    .where('user_id', '=', student.id)
    .executeTakeFirstOrThrow()
  expect(origin).toBe('own')
  expect(await members()).toBe(1)
  expect(await todos()).toBe(0)
  expect(await school.as(student)(invitations.own)).toEqual([])
})

test('of accepting and declining at once one succeeds and the other is refused with INVITATION', async () => {
  const id = await invite()
  const answers = await Promise.all([reasonOf(answer(id, true)), reasonOf(answer(id, false))])
  expect(answers.toSorted()).toEqual(['INVITATION', 'done'])
  const isIn = await isActiveStudent(school.app.db, guild.id, student.id)
  expect((await seenBy())[0]?.status).toBe(isIn ? 'accepted' : 'declined')
})

test('a student who declines does not join, can decline twice, and the teacher sees the answer', async () => {
  const id = await invite()
  await answer(id, false)
  expect((await answer(id, false)).status).toBe('declined')
  expect(await reasonOf(answer(id, true))).toBe('INVITATION')
  expect(await isActiveStudent(school.app.db, guild.id, student.id)).toBe(false)
  expect(await seenBy()).toMatchObject([{ id, nickname: '小雨', status: 'declined' }])
  expect(await todos()).toBe(0)
})

test('an invitation to a full guild cannot be accepted and waits for a place', async () => {
  const id = await invite()
  const first = await aUser(school.app.db)
  await aMember(school.app.db, { guild_id: guild.id, user_id: first.id })
  expect(await reasonOf(answer(id, true))).toBe('FULL')
  expect(await seenBy()).toMatchObject([{ status: 'waiting' }])
  expect(await todos()).toBe(1)
  await asTeacher()(guildPeople.remove, { guild_id: guild.id, user_ids: [first.id] })
  expect((await answer(id, true)).status).toBe('accepted')
})

test('the last place goes to one of two who accept at once', async () => {
  const other = await aUser(school.app.db)
  const [one, two] = [await invite(), await invite({ user_id: other.id })]
  const answers = await Promise.all([reasonOf(answer(one, true)), reasonOf(answer(two, true, other))])
  expect(answers.toSorted()).toEqual(['FULL', 'done'])
  expect(await members()).toBe(1)
})

test('an invitation to an archived guild is not shown and cannot be accepted', async () => {
  const id = await invite()
  await school.app.db.updateTable('guilds').set({ status: 'archived' }).execute()
  expect(await school.as(student)(invitations.own)).toEqual([])
  expect(await reasonOf(answer(id, true))).toBe('ARCHIVED')
})

test('a withdrawn invitation cannot be accepted, and an accepted one cannot be withdrawn', async () => {
  const id = await invite()
  const other = await aUser(school.app.db)
  const second = await invite({ user_id: other.id })
  expect(await asTeacher()(invitationsAdmin.withdraw, { guild_id: guild.id, id })).toMatchObject({
    id,
    status: 'withdrawn',
  })
  expect(await todos()).toBe(0)
  expect(await reasonOf(answer(id, true))).toBe('INVITATION')
  await answer(second, true, other)
  expect(await reasonOf(asTeacher()(invitationsAdmin.withdraw, { guild_id: guild.id, id: second }))).toBe('INVITATION')
})

test('an invitation is void once its teacher leaves the staff or is disabled; an administrator’s is not', async () => {
  const { db } = school.app
  const colleague = await aPersonIn(db, { guild_id: guild.id, role: 'teacher' })
  const id = await invite({ invited_by: colleague.id })
  await asTeacher()(guildPeople.removeStaff, { guild_id: guild.id, user_id: colleague.id })
  expect(await school.as(student)(invitations.own)).toEqual([])
  expect(await reasonOf(answer(id, true))).toBe('INVITATION')
  await answer(id, false)

  const other = await aUser(db)
  const mine = await invite({ user_id: other.id })
  await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', teacher.id).execute()
  expect(await reasonOf(answer(mine, true, other))).toBe('INVITATION')

  const third = await aUser(db)
  const admin = await aUser(db, { roles: ['admin'] })
  expect((await answer(await invite({ user_id: third.id, invited_by: admin.id }), true, third)).status).toBe('accepted')
})

test('a member who accepts an invitation to assist frees the student’s place and can open the admin site', async () => {
  const { db } = school.app
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  const id = await invite(asAssistant)
  expect(await rolesOf(db, student.id)).toEqual(['student'])
  await Promise.all([answer(id, true), answer(id, true)])
  expect(await findMembership(db, guild.id, student.id)).toMatchObject({
    role: 'assistant',
    status: 'member',
    can_review: true,
    can_moderate: false,
  })
  expect(await members()).toBe(0)
  expect(await rolesOf(db, student.id)).toContain('assistant')
  const staff = await school.as(student, { audience: 'admin', role: 'assistant' })(guildPeople.staff, {
    guild_id: guild.id,
  })
  expect(staff).toMatchObject([{ role: 'teacher' }, { user_id: student.id, role: 'assistant', title: '朗诵助教' }])
})

test('a teacher without the student site answers on the admin site, and a student cannot accept to be a teacher', async () => {
  const { db } = school.app
  const colleague = await aUser(db, { roles: ['teacher'] })
  const id = await invite({ user_id: colleague.id, ...asStudent, role: 'teacher' })
  expect(await asTeacher(colleague)(invitationsAdmin.own)).toMatchObject([{ id, role: 'teacher' }])
  expect((await asTeacher(colleague)(invitationsAdmin.answer, { id, accept: true })).status).toBe('accepted')
  expect(await findMembership(db, guild.id, colleague.id)).toMatchObject({ role: 'teacher', status: 'member' })

  expect(await reasonOf(answer(await invite({ role: 'teacher' }), true))).toBe('ROLE')
  expect(await findMembership(db, guild.id, student.id)).toBeUndefined()
})

test('a teacher who accepts an older invitation to assist stays a teacher', async () => {
  const { db, events } = school.app
  const colleague = await aUser(db, { roles: ['student', 'teacher'] })
  const id = await invite({ user_id: colleague.id, ...asAssistant })
  await putStaff(db, events, {
    guild_id: guild.id,
    user_id: colleague.id,
    ...none,
    role: 'teacher',
    title: '',
    now: school.clock.now(),
  })
  await answer(id, true, colleague)
  expect(await findMembership(db, guild.id, colleague.id)).toMatchObject({ role: 'teacher' })
})

test('joining by the code settles an invitation, and after leaving the student can be invited again', async () => {
  await invite()
  await school.as(student)(guilds.join, { code: guild.invite_code })
  await school.app.events.drain()
  expect(await todos()).toBe(0)
  expect(await seenBy()).toMatchObject([{ status: 'accepted' }])
  await school.as(student)(guilds.leave, { guild_id: guild.id })
  await invite()
  expect(await school.as(student)(invitations.own)).toHaveLength(1)
})

test('the list of invitations shows a student number to the teacher who listed it, to staff in charge of the student, and to administrators', async () => {
  const { db } = school.app
  const colleague = await aPersonIn(db, { guild_id: guild.id, role: 'teacher' })
  const admin = await aUser(db, { roles: ['admin'] })
  const unlisted = await aUser(db, { nickname: '阿木', student_no: '20260102', real_name: '木子' })
  await invite({ listed_no: '20260101' })
  await invite({ user_id: unlisted.id })
  const elsewhere = await aGuild(db)
  await aMember(db, { guild_id: elsewhere.id, user_id: colleague.id, role: 'teacher' })
  await aMember(db, { guild_id: elsewhere.id, user_id: unlisted.id })
  const numbers = (list: { student_no: string | null }[]) => list.map(({ student_no }) => student_no)
  expect(numbers(await seenBy())).toEqual([null, '20260101'])
  // The colleague has power over the student from the other guild; the other student’s number is only on the first
  // teacher’s list.
  expect(numbers(await seenBy(colleague))).toEqual(['20260102', null])
  const asAdmin = await school.as(admin, { audience: 'admin', role: 'admin' })(invitationsAdmin.list, {
    guild_id: guild.id,
  })
  expect(numbers(asAdmin.list)).toEqual(['20260102', '20260101'])
  expect(JSON.stringify(await seenBy())).not.toContain('木子')
})

test('the invitations of a guild are listed in pages and filtered by their answer', async () => {
  const { db } = school.app
  const ids: number[] = []
  for (let at = 0; at < 5; at += 1) ids.push(await invite({ user_id: (await aUser(db)).id }))
  const send = asTeacher()
  const first = await send(invitationsAdmin.list, { guild_id: guild.id, limit: 3 })
  const rest = await send(invitationsAdmin.list, { guild_id: guild.id, limit: 3, after: first.next! })
  expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual(ids.toReversed())
  await send(invitationsAdmin.withdraw, { guild_id: guild.id, id: ids[2]! })
  expect((await send(invitationsAdmin.list, { guild_id: guild.id, status: 'withdrawn' })).list).toMatchObject([
    { id: ids[2] },
  ])
})

test('a member added by staff has the origin own once they accept an invitation', async () => {
  const id = await invite()
  await aMember(school.app.db, { guild_id: guild.id, user_id: student.id, origin: 'staff' })
  await answer(id, true)
  const { origin } = await school.app.db
    .selectFrom('guild_members')
    .select('origin')
    .where('user_id', '=', student.id)
    .executeTakeFirstOrThrow()
  expect([origin, await members()]).toEqual(['own', 1])
})
