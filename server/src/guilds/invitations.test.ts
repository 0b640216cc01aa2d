import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember, anInvitation, aPersonIn } from './factory.ts'
import { inviteAllToGuild, inviteToGuild, moveInvitations } from './invitations-store.ts'

const day = 24 * 3_600_000
const asStudent = {
  role: 'student',
  title: '',
  can_review: false,
  can_moderate: false,
  can_admit: false,
  can_see_grades: false,
} as const
const asAssistant = { ...asStudent, role: 'assistant', title: '朗诵助教', can_review: true } as const

let school: School
let guild: { id: number; name: string }
let teacher: { id: number }
let student: { id: number }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db, { name: '朗诵社' })
  teacher = await aPersonIn(school.app.db, { guild_id: guild.id, role: 'teacher' })
  student = await aUser(school.app.db, { nickname: '小雨' })
})
afterEach(() => school.close())

type Wish = Partial<Parameters<typeof inviteToGuild>[1]>
const invite = (given: Wish = {}) =>
  school.app.db.transaction().execute((db) =>
    inviteToGuild(db, {
      guild_id: guild.id,
      user_id: student.id,
      ...asStudent,
      invited_by: teacher.id,
      now: school.clock.now(),
      ...given,
    }),
  )
const rows = () =>
  school.app.db.selectFrom('guild_invitations').select(['user_id', 'role', 'status']).orderBy('id').execute()
const told = () =>
  school.app.db
    .selectFrom('messages')
    .select(['user_id', 'type', 'kind', 'data', 'link', 'about'])
    .where('kind', '=', 'guild.invited')
    .orderBy('id')
    .execute()
const decline = () =>
  school.app.db.updateTable('guild_invitations').set({ status: 'declined', answered_at: school.clock.now() }).execute()

test('inviting somebody several times at once makes one invitation and one message', async () => {
  const answers = await Promise.all([
    invite(),
    invite({ invited_by: (await aPersonIn(school.app.db, { guild_id: guild.id, role: 'teacher' })).id }),
    invite(),
  ])
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await invite()).toBe(false)
  expect(await rows()).toEqual([{ user_id: student.id, role: 'student', status: 'waiting' }])
  const [message, ...more] = await told()
  expect(more).toEqual([])
  expect(message).toMatchObject({
    user_id: student.id,
    type: 'todo',
    link: '/square/index',
    about: `invitation:${guild.id}`,
  })
  expect(JSON.parse(message!.data)).toMatchObject({ guild: '朗诵社', role: 'student' })
})

test('members are not invited to the part they have already, and staff are not invited as students', async () => {
  const { db } = school.app
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  const assistant = await aPersonIn(db, { guild_id: guild.id, role: 'assistant' })
  expect(await invite()).toBe(false)
  expect(await invite({ user_id: assistant.id })).toBe(false)
  expect(await invite({ user_id: assistant.id, ...asAssistant })).toBe(false)
  expect(await invite({ user_id: teacher.id, ...asAssistant })).toBe(false)
  expect(await rows()).toEqual([])
  expect(await invite(asAssistant)).toBe(true)
})

test('a closed account is not invited', async () => {
  await school.app.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', student.id).execute()
  expect(await invite()).toBe(false)
})

test('a teacher without the role 学生 gets a message without a link to the student site', async () => {
  const colleague = await aUser(school.app.db, { roles: ['teacher'] })
  expect(await invite({ user_id: colleague.id, ...asAssistant, role: 'teacher' })).toBe(true)
  expect(await told()).toMatchObject([{ user_id: colleague.id, link: null }])
})

test('nobody is invited again within a week of declining, nor more than three times a week', async () => {
  expect(await invite()).toBe(true)
  await decline()
  school.clock.move(7 * day - 1)
  expect(await invite()).toBe(false)
  school.clock.move(1)
  for (const again of [true, true, true, false]) {
    expect(await invite()).toBe(again)
    await school.app.db
      .updateTable('guild_invitations')
      .set({ status: 'withdrawn', answered_at: school.clock.now() })
      .where('status', '=', 'waiting')
      .execute()
  }
  school.clock.move(7 * day)
  expect(await invite()).toBe(true)
})

test('inviting a list invites those who are neither members nor invited', async () => {
  const { db } = school.app
  const people = []
  for (let at = 0; at < 5; at += 1) people.push(await aUser(db))
  await invite({ user_id: people[1]!.id })
  await aMember(db, { guild_id: guild.id, user_id: people[2]!.id })
  const asking = { guild_id: guild.id, ...asStudent, invited_by: teacher.id, now: school.clock.now() }
  const listed = people.map(({ id }, at) => ({ user_id: id, listed_no: `2026${at}` }))
  const invited = await db.transaction().execute((trx) => inviteAllToGuild(trx, { ...asking, people: listed }))
  expect(invited.toSorted((one, other) => one - other)).toEqual([people[0]!.id, people[3]!.id, people[4]!.id])
  const numbers = await db
    .selectFrom('guild_invitations')
    .select('listed_no')
    .where('user_id', '=', people[3]!.id)
    .execute()
  expect(numbers).toEqual([{ listed_no: '20263' }])
})

test('a guild has no more than 6,000 waiting for an answer', async () => {
  const { db } = school.app
  const people = Array.from({ length: 6_000 }, (_, at) => ({
    username: `p${at}`,
    username_key: `p${at}`,
    nickname: `同学${at}`,
    created_at: 0,
  }))
  const ids: number[] = []
  for (let at = 0; at < people.length; at += 1_000)
    ids.push(
      ...(
        await db
          .insertInto('users')
          .values(people.slice(at, at + 1_000))
          .returning('id')
          .execute()
      ).map(({ id }) => id),
    )
  const row = { guild_id: guild.id, role: 'student', invited_by: teacher.id, created_at: 0, answered_at: null } as const
  for (let at = 0; at < ids.length; at += 1_000) {
    const waiting = ids.slice(at, at + 1_000).map((user_id) => ({ ...row, user_id }))
    await db.insertInto('guild_invitations').values(waiting).execute()
  }
  await expect(invite()).rejects.toMatchObject({ reason: 'INVITATIONS' })
  await db.updateTable('guild_invitations').set({ status: 'withdrawn' }).where('user_id', '=', ids[0]!).execute()
  expect(await invite()).toBe(true)
})

test('merging accounts moves invitations to the remaining one, unless it is a member or invited already', async () => {
  const { db } = school.app
  const [from, other] = [await aUser(db), await aUser(db)]
  const by = { user_id: from.id, invited_by: teacher.id }
  // Each guild has other members and other pending invitations.
  const ask = async () => {
    const { id: guild_id } = await aGuild(db)
    await aMember(db, { guild_id, user_id: teacher.id, role: 'teacher' })
    await anInvitation(db, { ...by, guild_id, user_id: other.id })
    return { guild_id, ...(await anInvitation(db, { ...by, guild_id })) }
  }
  const [open, left, declined, isIn, asked] = [await ask(), await ask(), await ask(), await ask(), await ask()]
  await aMember(db, { guild_id: left.guild_id, user_id: student.id, status: 'left' })
  await anInvitation(db, { ...by, guild_id: declined.guild_id, user_id: student.id, status: 'declined' })
  await aMember(db, { guild_id: isIn.guild_id, user_id: student.id })
  await anInvitation(db, { ...by, guild_id: asked.guild_id, user_id: student.id })
  await db
    .transaction()
    .execute((db) => moveInvitations(db, { from_id: from.id, into_id: student.id, now: school.clock.now() }))
  const of = async ({ id }: { id: number }) =>
    db.selectFrom('guild_invitations').select(['user_id', 'status']).where('id', '=', id).executeTakeFirst()
  for (const moved of [open, left, declined])
    expect(await of(moved)).toEqual({ user_id: student.id, status: 'waiting' })
  for (const ended of [isIn, asked]) expect(await of(ended)).toEqual({ user_id: from.id, status: 'withdrawn' })
})
