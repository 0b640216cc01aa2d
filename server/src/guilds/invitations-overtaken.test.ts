import { guildClasses } from '@tongchuang/contract/guild-classes.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { invitations } from '@tongchuang/contract/invitations.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember, anInvitation, aPersonIn } from './factory.ts'
import { inviteToGuild, moveInvitations } from './invitations-store.ts'
import { dropStaff } from './people-store.ts'
import { admitMembers, endMembership } from './store.ts'

const asStudent = {
  role: 'student',
  title: '',
  can_review: false,
  can_moderate: false,
  can_admit: false,
  can_see_grades: false,
} as const
const asAssistant = { ...asStudent, role: 'assistant', title: '朗诵助教' } as const

let school: School
let guild: { id: number; name: string }
let gone: { id: number }
let teacher: { id: number }
let student: { id: number; username: string }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db, { join_policy: 'approval' })
  gone = await aPersonIn(school.app.db, { guild_id: guild.id, role: 'teacher' })
  teacher = await aPersonIn(school.app.db, { guild_id: guild.id, role: 'teacher' })
  student = await aUser(school.app.db, { nickname: '小雨' })
})
afterEach(() => school.close())

type Wish = Partial<Parameters<typeof inviteToGuild>[1]>
const invite = (by: { id: number }, given: Wish = {}) =>
  school.app.db.transaction().execute((db) =>
    inviteToGuild(db, {
      ...{ guild_id: guild.id, user_id: student.id, invited_by: by.id, now: school.clock.now() },
      ...asStudent,
      ...given,
    }),
  )
const leaves = ({ id }: { id: number }) =>
  school.app.db.transaction().execute((db) => dropStaff(db, guild.id, id, school.clock.now()))
const rows = () =>
  school.app.db.selectFrom('guild_invitations').select(['invited_by', 'role', 'status']).orderBy('id').execute()
const own = async (who = student) => (await school.as(who)(invitations.own)).map(({ role }) => role)
const todos = (kind: 'guild.invited' | 'join.asked') =>
  school.app.db.selectFrom('messages').select('user_id').where('kind', '=', kind).where('type', '=', 'todo').execute()

test('a student invited by a teacher who has left can be invited again and has one valid invitation', async () => {
  expect(await invite(gone)).toBe(true)
  expect(await invite(teacher)).toBe(false)
  await leaves(gone)
  expect(await own()).toEqual([])
  expect(await invite(teacher)).toBe(true)
  expect(await rows()).toEqual([
    { invited_by: gone.id, role: 'student', status: 'withdrawn' },
    { invited_by: teacher.id, role: 'student', status: 'waiting' },
  ])
  expect(await own()).toEqual(['student'])
  expect(await todos('guild.invited')).toEqual([{ user_id: student.id }])
})

test('withdrawn invitations of a teacher who has left do not count towards three a week, and a declined one blocks the next', async () => {
  for (let at = 0; at < 3; at += 1) {
    expect(await invite(gone)).toBe(true)
    await school.app.db.updateTable('guild_invitations').set({ status: 'withdrawn' }).execute()
  }
  expect(await invite(teacher)).toBe(false)
  await leaves(gone)
  expect(await invite(teacher)).toBe(true)
  const declined = { status: 'declined', answered_at: school.clock.now() } as const
  await school.app.db.updateTable('guild_invitations').set(declined).where('status', '=', 'waiting').execute()
  expect(await invite(teacher)).toBe(false)
})

test('a whole class is invited although a teacher who has left had invited some of it', async () => {
  const { db } = school.app
  const { id: from_guild_id } = await aGuild(db)
  await aMember(db, { guild_id: from_guild_id, user_id: teacher.id, role: 'teacher' })
  for (const user_id of [student.id, (await aUser(db)).id]) await aMember(db, { guild_id: from_guild_id, user_id })
  await invite(gone)
  await leaves(gone)
  const join = { guild_id: guild.id, from_guild_id }
  const lead = school.as(teacher, { audience: 'admin', role: 'teacher' })
  expect(await lead(guildClasses.preview, join)).toMatchObject({ invited: 2 })
  expect(await lead(guildClasses.join, join)).toMatchObject({ invited: 2 })
  expect(await own()).toEqual(['student'])
})

test('an invitation to assist replaces one to join as a student, and not the other way round', async () => {
  const { db } = school.app
  const { id: elsewhere } = await aGuild(db)
  await aMember(db, { guild_id: elsewhere, user_id: student.id })
  await aMember(db, { guild_id: elsewhere, user_id: teacher.id, role: 'teacher' })
  await db.insertInto('user_roles').values({ user_id: student.id, role: 'assistant' }).execute()
  await invite(teacher)
  const { role: _role, ...part } = asAssistant
  const lead = school.as(teacher, { audience: 'admin', role: 'teacher' })
  await lead(guildPeople.saveStaff, { guild_id: guild.id, who: student.username, role: 'assistant', ...part })
  expect(await own()).toEqual(['assistant'])
  expect(await todos('guild.invited')).toEqual([{ user_id: student.id }])
  expect(await invite(teacher)).toBe(false)
  expect(await own()).toEqual(['assistant'])
})

test('when accounts are merged, a void invitation of one does not block a valid one of the other', async () => {
  const { db } = school.app
  const from = await aUser(db)
  await anInvitation(db, { guild_id: guild.id, user_id: student.id, invited_by: gone.id })
  await anInvitation(db, { guild_id: guild.id, user_id: from.id, invited_by: teacher.id })
  await leaves(gone)
  const ids = { from_id: from.id, into_id: student.id }
  await db.transaction().execute((db) => moveInvitations(db, { ...ids, now: school.clock.now() }))
  expect(await own()).toEqual(['student'])
})

test('the to-do for a request to join goes once the student is added some other way', async () => {
  const { db, events } = school.app
  const mate = await aUser(db)
  const came = { guild_id: guild.id, origin: 'school', now: school.clock.now() } as const
  for (const who of [student, mate]) await school.as(who)(guilds.join, { guild_id: guild.id, message: '我想参加' })
  expect(await todos('join.asked')).toHaveLength(4)
  await db.transaction().execute((db) => admitMembers(db, events, { ...came, user_ids: [student.id] }))
  await events.drain()
  expect(await todos('join.asked'), 'the mate still waits').toHaveLength(2)
  const [again, left] = [
    { ...came, user_ids: [mate.id] },
    { guild_id: guild.id, user_id: mate.id, status: 'left' },
  ] as const
  await db.transaction().execute((db) => admitMembers(db, events, again))
  await db.transaction().execute((db) => endMembership(db, events, left))
  await school.as(mate)(guilds.join, { guild_id: guild.id, message: '我又想参加' })
  await events.drain()
  expect(await todos('join.asked'), 'who has left and asks anew').not.toEqual([])
})

test('a void invitation is not in the message box, and is back once its guild or a new invitation makes it valid', async () => {
  const { db, jobs } = school.app
  await invite(gone)
  const waits = async () => {
    await jobs.run('guilds.inviters')
    return (await school.as(student)(messages.unread)).todo
  }
  const status = (to: 'active' | 'archived') => db.updateTable('guilds').set({ status: to }).execute()
  expect(await waits()).toBe(1)
  school.clock.move(60_000)
  await status('archived')
  expect(await waits()).toBe(0)
  await status('active')
  expect(await waits()).toBe(1)
  await leaves(gone)
  expect(await waits()).toBe(0)
  expect((await school.as(student)(messages.list, {})).list).toEqual([])
  await invite(teacher)
  expect(await waits()).toBe(1)
})
